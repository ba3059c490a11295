// A function that is inline in a .cpp file is for that file only. A build that compiles several files at once
// (HEDDLE_UNITY) accepts a call from another file; a plain one does not link.
#include <catch2/catch.hpp>
#include <fstream>
#include <regex>

#include "include_graph.h"

using namespace heddle::testing;

namespace {

// The file's lines without comments.
std::vector<std::string> code_of(const fs::path& file) {
    std::ifstream stream(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line.substr(0, line.find("//")));
    return lines;
}

// Whether functions of the class are defined there, and one of them calls `name` as its own.
bool calls(const std::vector<std::string>& code, const std::string& class_name, const std::string& name) {
    const std::regex member("(^|\\W)" + class_name + "::"), call("(^|[^\\w.>:])(this->)?" + name + "\\(");
    const auto has = [&](const std::regex& what) {
        return std::any_of(code.begin(), code.end(),
                           [&](const std::string& line) { return std::regex_search(line, what); });
    };
    return has(member) && has(call);
}

}  // namespace

TEST_CASE("member functions that are inline in a .cpp file are called in that file only") {
    std::map<fs::path, std::vector<std::string>> sources;
    const IncludeGraph graph(HEDDLE_SOURCE_DIR);
    for (const fs::path& file : graph.files())
        if (file.extension() == ".cpp") sources[file] = code_of(file);
    const std::regex definition("^inline [^(]*\\b(\\w+)::(\\w+)\\(");
    unsigned definitions = 0;
    for (const auto& [file, code] : sources)
        for (const std::string& line : code) {
            std::smatch found;
            if (!std::regex_search(line, found, definition)) continue;
            ++definitions;
            for (const auto& [other, other_code] : sources) {
                if (other == file || other.parent_path() != file.parent_path()) continue;
                INFO(file.string() << " defines " << found[1] << "::" << found[2] << " inline, " << other.string()
                                   << " calls it: leave out inline, or define it in the header");
                CHECK_FALSE(calls(other_code, found[1], found[2]));
            }
        }
    CHECK(definitions > 50);
}
