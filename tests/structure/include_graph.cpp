#include "include_graph.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace heddle::testing {

namespace {

bool is_source(const fs::path& file) {
    return file.extension() == ".h" || file.extension() == ".cpp";
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

IncludeGraph::IncludeGraph(const fs::path& root) : root_(root) {
    for (const char* folder : {"modules", "platforms", "stimuli"})
        for (const auto& entry : fs::recursive_directory_iterator(root / folder))
            if (entry.is_regular_file() && is_source(entry.path())) files_.push_back(entry.path());
    std::sort(files_.begin(), files_.end());
}

const std::vector<Include>& IncludeGraph::includes_of(const fs::path& file) const {
    const auto [found, is_new] = includes_.try_emplace(file);
    if (!is_new) return found->second;
    static const std::regex form("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"].*");
    std::ifstream stream(file);
    std::smatch match;
    for (std::string line; std::getline(stream, line);)
        if (std::regex_match(line, match, form)) found->second.push_back({match[2], match[1] == "\""});
    return found->second;
}

fs::path IncludeGraph::resolved(const fs::path& from, const std::string& name) const {
    if (fs::exists(from.parent_path() / name)) return (from.parent_path() / name).lexically_normal();
    const std::string prefix = "heddle/";
    if (name.rfind(prefix, 0) != 0) return {};
    for (const fs::path& folder : {root_ / "modules", root_, root_ / "stimuli"})
        if (fs::exists(folder / name.substr(prefix.size()))) return folder / name.substr(prefix.size());
    return {};
}

bool is_systemc(const Include& include) {
    static const std::regex name("(systemc|systemc\\.h|tlm|tlm\\.h|(sysc|tlm_core|tlm_utils)/.*)");
    return std::regex_match(include.name, name);
}

std::vector<std::string> IncludeGraph::way_to_systemc(const fs::path& file) const {
    std::set<fs::path> seen;
    std::vector<std::string> way;
    find_systemc(file, seen, way);
    std::reverse(way.begin(), way.end());
    return way;
}

bool IncludeGraph::find_systemc(const fs::path& file, std::set<fs::path>& seen, std::vector<std::string>& way) const {
    if (!seen.insert(file).second) return false;
    for (const Include& include : includes_of(file)) {
        const fs::path next = include.quoted ? resolved(file, include.name) : fs::path();
        if (is_systemc(include))
            way.push_back(include.name);
        else if (next.empty() || !find_systemc(next, seen, way))
            continue;
        way.push_back(file.lexically_relative(root_).string());
        return true;
    }
    return false;
}

Targets::Targets(const fs::path& list) {
    std::ifstream stream(list);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream fields(line);
        std::string target, folder, dependency;
        std::getline(fields, target, '|');
        std::getline(fields, folder, '|');
        auto& dependencies = dependencies_[target];
        while (fields >> dependency) dependencies.push_back(dependency);
        if (!ends_with(target, "_headers")) in_folder_[folder].insert(target);
    }
}

std::set<std::string> Targets::owners_of(const fs::path& file) const {
    for (fs::path folder = file.parent_path(); folder != folder.root_path(); folder = folder.parent_path()) {
        const auto found = in_folder_.find(folder);
        if (found != in_folder_.end()) return found->second;
    }
    throw std::runtime_error(file.string() + " belongs to no target");
}

std::set<std::string> Targets::reachable(const std::set<std::string>& targets) const {
    std::set<std::string> all = targets;
    std::vector<std::string> open(targets.begin(), targets.end());
    while (!open.empty()) {
        const auto found = dependencies_.find(open.back());
        open.pop_back();
        if (found == dependencies_.end()) continue;
        for (const std::string& dependency : found->second)
            if (all.insert(dependency).second) open.push_back(dependency);
    }
    return all;
}

std::string headers_target(const std::string& target) {
    return target + "_headers";
}

}  // namespace heddle::testing
