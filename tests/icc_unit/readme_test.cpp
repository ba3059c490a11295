// The README lists exactly the parameters and statistics that the code has, with its units and defaults.
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <sstream>

#include "icc_unit/icc_unit.h"

using namespace heddle;

namespace {

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" `");
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(" `") - first + 1);
}

using Rows = std::map<std::string, std::vector<std::string>>;

// The tables of a README, by section.
std::map<std::string, Rows> tables() {
    std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + "/modules/icc_unit/README.md");
    REQUIRE(file.good());
    std::map<std::string, Rows> result;
    std::string line, section;
    while (std::getline(file, line)) {
        if (line.rfind("## ", 0) == 0) section = line.substr(3);
        if (line.rfind("| `", 0) != 0) continue;
        std::vector<std::string> cells;
        std::istringstream stream(line.substr(1));
        for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(trimmed(cell));
        result[section][cells.at(0)] = cells;
    }
    return result;
}

std::string text(const std::map<std::string, std::string>& rows) {
    std::string all;
    for (const auto& [name, rest] : rows) all += name + " " + rest + "\n";
    return all;
}

struct Collector {
    template <class T>
    void operator()(const char* key, T& member, const char* unit, const char*) {
        std::ostringstream text;
        text << std::boolalpha << member;
        written[key] = unit + (" " + text.str());
    }
    std::map<std::string, std::string> written;
};

}  // namespace

TEST_CASE("README of icc_unit: the fixed sections in their order") {
    std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + "/modules/icc_unit/README.md");
    std::string line, sections;
    while (std::getline(file, line))
        if (line.rfind("## ", 0) == 0) sections += line.substr(3) + "; ";
    CHECK(sections == "Purpose; Sockets; Parameters; Statistics; Timing; Not modelled; ");
}

TEST_CASE("README of icc_unit: parameters") {
    IccParameters parameters;
    Collector code;
    parameters.visit(code);
    std::map<std::string, std::string> readme;
    const auto all = tables();
    for (const auto& [name, cells] : all.at("Parameters")) readme[name] = cells.at(1) + " " + cells.at(2);
    CHECK(text(readme) == text(code.written));
}

TEST_CASE("README of icc_unit: statistics beside those of the cluster port") {
    ClockDomain clock("clock", period_of_mhz(1400));
    IccUnit unit("unit", clock, {}, {});
    ClusterPort port("port", clock, {});
    std::map<std::string, std::string> code, readme;
    for (const NamedCounter& counter : unit.counters()) code[counter.name()] = counter.unit();
    for (const Histogram* histogram : unit.histograms()) code[histogram->name()] = histogram->unit();
    for (const NamedCounter& counter : port.counters()) code.erase(counter.name());
    const auto all = tables();
    for (const auto& [name, cells] : all.at("Statistics")) readme[name] = cells.at(1);
    CHECK(text(readme) == text(code));
}
