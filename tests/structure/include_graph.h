// What the source files include, and which targets are declared to depend on which.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::testing {

namespace fs = std::filesystem;

struct Include {
    std::string name;
    bool quoted;  // "..." rather than <...>
};

class IncludeGraph {
public:
    // The C++ files below modules/, platforms/ and stimuli/ of `root`.
    explicit IncludeGraph(const fs::path& root);

    const std::vector<fs::path>& files() const { return files_; }
    const std::vector<Include>& includes_of(const fs::path& file) const;
    // The file that a quoted include means; empty: none of the source folders'.
    fs::path resolved(const fs::path& from, const std::string& name) const;
    // The chain of files by which `file` gets to SystemC or TLM, itself first; empty: it does not.
    std::vector<std::string> way_to_systemc(const fs::path& file) const;

private:
    bool find_systemc(const fs::path& file, std::set<fs::path>& seen, std::vector<std::string>& way) const;

    const fs::path root_;
    std::vector<fs::path> files_;
    mutable std::map<fs::path, std::vector<Include>> includes_;
};

bool is_systemc(const Include& include);

// The declared targets, as CMake wrote them down.
class Targets {
public:
    explicit Targets(const fs::path& list);

    // The targets of the nearest folder above the file that has any, but for those of headers alone.
    std::set<std::string> owners_of(const fs::path& file) const;
    // `targets` and whatever they depend on.
    std::set<std::string> reachable(const std::set<std::string>& targets) const;
    std::size_t size() const { return dependencies_.size(); }

private:
    std::map<std::string, std::vector<std::string>> dependencies_;
    std::map<fs::path, std::set<std::string>> in_folder_;
};

// heddle_x_headers: the headers of heddle_x that need no SystemC.
std::string headers_target(const std::string& target);

}  // namespace heddle::testing
