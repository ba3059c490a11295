#include "heddle/stimulus/ptx/register_file.h"

#include <iterator>

#include "heddle/stimulus/ptx/special_register.h"

namespace heddle::ptx {

RegisterFile::RegisterFile(const FlatEntry& flat, Program& program) : program_(program) {
    program.slots = scratch_slots;
    for (const Register& reg : flat.registers) {
        types_.push_back(reg.type);
        places_.push_back(reg.type == Type::pred ? program.predicates++ : new_slots(is_wide(reg.type)));
    }
}

std::uint32_t RegisterFile::new_slots(bool wide) {
    const std::uint32_t slot = program_.slots;
    program_.slots += wide ? 2 : 1;
    return slot;
}

std::uint32_t RegisterFile::add(FixedValue value) {
    const auto key = std::make_tuple(value.kind, value.wide, value.type, value.held, value.bits, value.index);
    const auto found = fixed_.find(key);
    if (found != fixed_.end()) return found->second;
    value.slot = new_slots(value.wide);
    program_.fixed.push_back(value);
    fixed_.emplace(key, value.slot);
    return value.slot;
}

std::uint32_t RegisterFile::constant(std::uint64_t bits, bool wide) {
    FixedValue value;
    value.wide = wide;
    value.bits = wide ? bits : bits & 0xffffffff;
    return add(value);
}

std::uint32_t RegisterFile::special(Special special) {
    FixedValue value;
    value.kind = FixedValue::Kind::special;
    value.index = static_cast<std::uint32_t>(special);
    return add(value);
}

std::uint32_t RegisterFile::symbol(std::uint32_t variable, std::int64_t addend, bool wide) {
    FixedValue value;
    value.kind = FixedValue::Kind::symbol;
    value.index = variable;
    value.bits = static_cast<std::uint64_t>(addend);
    value.wide = wide;
    return add(value);
}

std::uint32_t RegisterFile::parameter(std::uint32_t offset, Type type, Type held) {
    FixedValue value;
    value.kind = FixedValue::Kind::parameter;
    value.bits = offset;
    value.type = type;
    value.held = held;
    value.wide = is_wide(held);
    return add(value);
}

std::uint32_t RegisterFile::kept_address() {
    if (kept_address_ == 0) kept_address_ = new_slots(true);
    return kept_address_;
}

std::uint32_t RegisterFile::argument(std::uint32_t variable, std::int64_t offset, Type type, bool store) {
    const unsigned bytes = bytes_of(type);
    const auto behind = arguments_.lower_bound({variable, offset + bytes});
    if (behind != arguments_.begin()) {
        const auto& [place, reg] = *std::prev(behind);
        const unsigned has = bytes_of(types_[reg]);
        if (place.first == variable && place.second + has > offset)
            return place.second == offset && has == bytes ? reg : no_index;
    }
    if (!store) return no_index;
    // bits: the function may read as .u32 what was passed as .f32
    static const Type bits[] = {Type::b8,  Type::b8,  Type::b16, Type::b16, Type::b32,
                                Type::b32, Type::b32, Type::b32, Type::b64};
    const auto reg = static_cast<std::uint32_t>(types_.size());
    arguments_.emplace(std::make_pair(variable, offset), reg);
    types_.push_back(bits[bytes]);
    places_.push_back(new_slots(is_wide(type)));
    return reg;
}

}  // namespace heddle::ptx
