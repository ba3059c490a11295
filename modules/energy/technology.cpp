#include "heddle/energy/technology.h"

#include <algorithm>
#include <cmath>

namespace heddle {
namespace {

constexpr double smallest_sram = 8192;

// Looks at every value where it stands.
struct Validation {
    std::string prefix;

    void operator()(const char* key, double value, const char*, const char*) const {
        require(!std::isnan(value), prefix + key, "is missing; a technology file states every number");
        require(std::isfinite(value) && value >= 0, prefix + key,
                "is " + std::to_string(value) + ", expected a number that is not negative");
    }
    template <class Group>
    void group(const char* name, Group& nested) const {
        Validation inner{prefix + name + "."};
        nested.visit(inner);
    }
};

double power_law(double low, double high, double part) {
    return low * std::pow(high / low, part);
}

}  // namespace

SramEnergy Technology::sram_of(double bytes) const {
    if (bytes <= 0) return {0, 0, 0};
    const double doublings = std::log2(bytes / smallest_sram);
    const double index = std::clamp(std::floor(doublings), 0.0, sram_sizes - 2.0), part = doublings - index;
    const SramEnergy &low = sram[static_cast<unsigned>(index)], &high = sram[static_cast<unsigned>(index) + 1];
    return {power_law(low.read_pj, high.read_pj, part), power_law(low.write_pj, high.write_pj, part),
            power_law(low.leakage_mw, high.leakage_mw, part)};
}

void Technology::validate() {
    Validation validation;
    visit(validation);
    require(node_nm > 0, "node_nm", "is 0, expected the process in nm");
    require(dram.chip_bytes_per_cycle > 0, "dram.chip_bytes_per_cycle", "is 0, expected more");
    for (const SramEnergy& array : sram)
        require(array.read_pj > 0 && array.write_pj > 0 && array.leakage_mw > 0, "sram_8k to sram_1m",
                "have an energy or a leakage of 0, expected more");
}

}  // namespace heddle
