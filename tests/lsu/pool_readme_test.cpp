// The README of the pools lists exactly the parameters and statistics that the code has, with its units and defaults.
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <sstream>

#include "lsu/lsu.h"
#include "lsu/pool/make_lsu.h"

using namespace heddle;

namespace {

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" `");
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(" `") - first + 1);
}

// By section and name: unit, and default where there is one.
std::map<std::string, std::map<std::string, std::string>> tables(unsigned columns) {
    std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + "/modules/lsu/pool/README.md");
    REQUIRE(file.good());
    std::map<std::string, std::map<std::string, std::string>> result;
    std::string line, section;
    while (std::getline(file, line)) {
        if (line.rfind("## ", 0) == 0) section = line.substr(3);
        if (line.rfind("| `", 0) != 0) continue;
        std::vector<std::string> cells;
        std::istringstream stream(line.substr(1));
        for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(trimmed(cell));
        std::string& row = result[section][cells.at(0)];
        for (unsigned column = 1; column <= columns && column < cells.size(); ++column) row += cells.at(column) + " ";
    }
    return result;
}

struct Collector {
    template <class T>
    void operator()(const char* key, T& member, const char* unit, const char*) {
        std::ostringstream text;
        text << unit << " " << std::boolalpha << member << " ";
        written[prefix + key] = text.str();
    }
    template <class Group>
    void group(const char* name, Group& nested) {
        prefix = std::string(name) + ".";
        nested.visit(*this);
        prefix.clear();
    }
    std::string prefix;
    std::map<std::string, std::string> written;
};

std::map<std::string, std::string> statistics_of(const Block& block) {
    std::map<std::string, std::string> result;
    for (const NamedCounter& counter : block.counters()) result[counter.name()] = counter.unit() + std::string(" ");
    for (const Histogram* histogram : block.histograms())
        result[histogram->name()] = histogram->unit() + std::string(" ");
    return result;
}

}  // namespace

TEST_CASE("README of the pools: the fixed sections in their order") {
    std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + "/modules/lsu/pool/README.md");
    std::string line, sections;
    while (std::getline(file, line))
        if (line.rfind("## ", 0) == 0) sections += line.substr(3) + "; ";
    CHECK(sections == "Purpose; Sockets; Parameters; Statistics; Timing; Not modelled; ");
}

TEST_CASE("README of the pools: parameters") {
    LsuPoolParameters parameters;
    Collector code;
    parameters.visit(code);
    CHECK(tables(2)["Parameters"] == code.written);
}

TEST_CASE("README of the pools: statistics beside those of the baseline's unit") {
    ClockDomain clock("clock", period_of_mhz(1400));
    std::map<std::string, std::string> code;
    LsuPoolParameters parameters;
    for (const char* pool : {"warppool", "mrpb", "banked"}) {
        parameters.pool = pool;
        code.merge(statistics_of(*make_lsu(pool, clock, {}, parameters, SetIndex(64))));
    }
    for (const auto& row : statistics_of(Lsu("lsu", clock, {}))) code.erase(row.first);
    CHECK(tables(1)["Statistics"] == code);
}
