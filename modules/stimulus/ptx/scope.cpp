#include "heddle/stimulus/ptx/scope.h"

namespace heddle::ptx {

bool Scope::declare_register(const std::string& name, Type type) {
    const auto index = static_cast<std::uint32_t>(function_.registers.size());
    if (!blocks_.back().registers.emplace(name, index).second) return false;
    function_.registers.push_back({name, type});
    return true;
}

bool Scope::declare_range(const std::string& prefix, std::uint32_t count, Type type) {
    return blocks_.back().ranges.emplace(prefix, Range{count, type}).second;
}

bool Scope::declare_variable(Variable variable, std::uint32_t& index) {
    index = static_cast<std::uint32_t>(function_.variables.size());
    if (!blocks_.back().variables.emplace(variable.name, index).second) return false;
    function_.variables.push_back(std::move(variable));
    return true;
}

std::uint32_t Scope::find_register(const std::string& name) {
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
        const auto found = block->registers.find(name);
        if (found != block->registers.end()) return found->second;
        const std::uint32_t made = in_ranges(*block, name);
        if (made != no_index) return made;
    }
    return no_index;
}

std::uint32_t Scope::in_ranges(Block& block, const std::string& name) {
    std::size_t digits = name.size();
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
    const std::size_t length = name.size() - digits;
    if (length == 0 || length > 9 || (length > 1 && name[digits] == '0')) return no_index;
    const auto range = block.ranges.find(name.substr(0, digits));
    if (range == block.ranges.end() || std::stoul(name.substr(digits)) >= range->second.count) return no_index;
    const auto index = static_cast<std::uint32_t>(function_.registers.size());
    function_.registers.push_back({name, range->second.type});
    block.registers.emplace(name, index);
    return index;
}

std::uint32_t Scope::find_variable(const std::string& name) const {
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
        const auto found = block->variables.find(name);
        if (found != block->variables.end()) return found->second;
    }
    return no_index;
}

}  // namespace heddle::ptx
