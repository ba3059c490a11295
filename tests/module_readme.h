// For tests that compare a module's README with its code: the README's tables and the code's parameters and statistics
// in one form, a name with its unit and, for parameters, its default.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "heddle/base/block.h"
#include "heddle/base/counter.h"

namespace heddle::testing {

using ReadmeTable = std::map<std::string, std::string>;

class ModuleReadme {
public:
    // `folder`: below modules/.
    explicit ModuleReadme(const std::string& folder) {
        std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + "/modules/" + folder + "/README.md");
        REQUIRE(file.good());
        for (std::string line; std::getline(file, line);) {
            if (line.rfind("## ", 0) == 0) sections_.push_back(line.substr(3));
            if (line.rfind("| `", 0) == 0) add_row(line);
            in_waveform_ = line.rfind("Waveform", 0) == 0 || (in_waveform_ && !line.empty());
            if (in_waveform_) waveform_ += line + "\n";
        }
    }
    const std::vector<std::string>& sections() const { return sections_; }
    static const std::vector<std::string>& expected_sections() {
        static const std::vector<std::string> sections{"Purpose",    "Sockets", "Parameters",
                                                       "Statistics", "Timing",  "Not modelled"};
        return sections;
    }
    // Columns: name, unit, default.
    ReadmeTable parameters() const { return rows("Parameters", 2); }
    // Columns: name, unit.
    ReadmeTable statistics() const { return rows("Statistics", 1); }
    // The paragraph that lists the signals.
    const std::string& waveform() const { return waveform_; }

private:
    static std::string trimmed(const std::string& text) {
        const auto first = text.find_first_not_of(" `");
        if (first == std::string::npos) return "";
        return text.substr(first, text.find_last_not_of(" `") - first + 1);
    }
    void add_row(const std::string& line) {
        std::vector<std::string> cells;
        std::istringstream stream(line.substr(1));
        for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(trimmed(cell));
        tables_[sections_.empty() ? "" : sections_.back()].push_back(cells);
    }
    ReadmeTable rows(const std::string& section, std::size_t columns) const {
        ReadmeTable result;
        const auto found = tables_.find(section);
        if (found == tables_.end()) return result;
        for (const std::vector<std::string>& cells : found->second) {
            std::string& row = result[cells.at(0)];
            for (std::size_t column = 1; column <= columns; ++column) row += cells.at(column) + " ";
        }
        return result;
    }

    std::vector<std::string> sections_;
    std::string waveform_;
    bool in_waveform_ = false;
    std::map<std::string, std::vector<std::vector<std::string>>> tables_;
};

// Visits a parameter struct; what stands in a group is called group.name.
class ParameterTable {
public:
    template <class Parameters>
    explicit ParameterTable(Parameters parameters) {
        parameters.visit(*this);
    }
    template <class T>
    void operator()(const char* key, T& member, const char* unit, const char*) {
        std::ostringstream text;
        text << unit << " " << std::boolalpha << member << " ";
        rows_[prefix_ + key] = text.str();
    }
    template <class Group>
    void group(const char* name, Group& nested) {
        const std::string outer = prefix_;
        prefix_ += std::string(name) + ".";
        nested.visit(*this);
        prefix_ = outer;
    }
    const ReadmeTable& rows() const { return rows_; }
    // Those of one group, without its name.
    ReadmeTable group_rows(const std::string& name) const {
        ReadmeTable result;
        for (const auto& [key, row] : rows_)
            if (key.rfind(name + ".", 0) == 0) result[key.substr(name.size() + 1)] = row;
        return result;
    }

private:
    std::string prefix_;
    ReadmeTable rows_;
};

inline ReadmeTable statistics_of(const Block& block) {
    ReadmeTable result;
    for (const NamedCounter& counter : block.counters()) result[counter.name()] = counter.unit() + std::string(" ");
    for (const Histogram* histogram : block.histograms())
        result[histogram->name()] = histogram->unit() + std::string(" ");
    return result;
}

// What `block` counts beyond `other`.
inline ReadmeTable statistics_beside(ReadmeTable block, const ReadmeTable& other) {
    for (const auto& row : other) block.erase(row.first);
    return block;
}

}  // namespace heddle::testing
