// A module's README lists exactly the parameters and statistics the code has, with the code's units and defaults.
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/counter.h"
#include "gpu/gpu.h"

using namespace heddle;

namespace {

const std::vector<std::string> modules{"sm",       "lsu",      "l1_cache",          "cluster_port",
                                       "crossbar", "l2_slice", "memory_controller", "cta_dispatcher"};
const std::vector<std::string> sections{"Purpose", "Sockets", "Parameters", "Statistics", "Timing", "Not modelled"};

// The cells of a table's rows, by the name in backticks in their first column.
using Table = std::map<std::string, std::vector<std::string>>;

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" `");
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(" `") - first + 1);
}

struct Readme {
    explicit Readme(const std::string& module) {
        std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + "/modules/" + module + "/README.md");
        REQUIRE(file.good());
        std::string line, section;
        while (std::getline(file, line)) {
            if (line.rfind("## ", 0) == 0) {
                section = line.substr(3);
                order.push_back(section);
            } else if (line.rfind("| `", 0) == 0) {
                std::vector<std::string> cells;
                std::istringstream stream(line.substr(1));
                for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(trimmed(cell));
                tables[section][cells.at(0)] = cells;
            }
        }
    }
    std::vector<std::string> order;
    std::map<std::string, Table> tables;
};

// Collects the parameters of one struct as the README has to show them.
struct Collector {
    template <class T>
    void operator()(const char* key, T& member, const char* unit, const char*) {
        std::ostringstream text;
        text << std::boolalpha << member;
        parameters[key] = {unit, text.str()};
    }
    std::map<std::string, std::pair<std::string, std::string>> parameters;  // unit, default
};

struct Grouped {
    template <class Group>
    void group(const char* name, Group& nested) {
        nested.visit(groups[name]);
    }
    std::map<std::string, Collector> groups;
};

class NoWork : public Workload {
public:
    std::uint32_t kernel_count() const override { return 0; }
    Kernel& kernel(std::uint32_t) override { throw std::logic_error("no kernel"); }
    void initialise(HostMemory&) override {}
    std::uint32_t next_launch(HostMemory&) override { return no_more; }
    CheckResult check(HostMemory&) override { return {}; }
    std::uint64_t expected_ctas() const override { return 0; }
};

}  // namespace

TEST_CASE("every module README has the fixed sections in their order") {
    for (const std::string& module : modules) {
        INFO(module);
        CHECK(Readme(module).order == sections);
    }
}

TEST_CASE("README parameter tables agree with the code") {
    GpuParameters parameters;
    Grouped grouped;
    parameters.visit(grouped);
    for (const std::string& module : modules) {
        INFO(module);
        Readme readme(module);
        const Table& table = readme.tables["Parameters"];
        const auto& code = grouped.groups[module].parameters;
        std::set<std::string> written, existing;
        for (const auto& row : table) written.insert(row.first);
        for (const auto& parameter : code) existing.insert(parameter.first);
        REQUIRE(written == existing);
        for (const auto& [key, unit_and_default] : code) {
            INFO(key);
            CHECK(table.at(key).at(1) == unit_and_default.first);
            CHECK(table.at(key).at(2) == unit_and_default.second);
        }
    }
}

TEST_CASE("README statistics tables agree with the code") {
    GpuParameters parameters;
    NoWork workload;
    Binder binder;
    Gpu gpu("gpu", parameters, workload, binder);
    std::map<std::string, std::map<std::string, std::string>> code;  // module -> counter -> unit
    for_each_block(&gpu, [&](Block& block) {
        for (const NamedCounter& counter : block.counters()) code[block.kind()][counter.name()] = counter.unit();
        for (const Histogram* histogram : block.histograms()) code[block.kind()][histogram->name()] = histogram->unit();
    });
    for (const std::string& module : modules) {
        INFO(module);
        Readme readme(module);
        std::map<std::string, std::string> written;
        for (const auto& [name, cells] : readme.tables["Statistics"]) written[name] = cells.at(1);
        CHECK(written == code[module]);
    }
}
