// The designs of MECHANISMS 5.3 with what the dc-l1 paper says of them (TARGETS.csv, rows dcl1).
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "heddle/energy/network_cost.h"
#include "heddle/energy/peak_bandwidth.h"

namespace heddle::testing {

constexpr double not_given = -1;

struct Design {
    std::string name;
    NetworkShape noc1, noc2;
    L1Reach reach;
    double printed_peak, printed_drop, true_drop;
    double area = not_given, static_power = not_given;  // against the baseline

    NetworkShape networks() const {
        NetworkShape all = noc1;
        all.insert(all.end(), noc2.begin(), noc2.end());
        return all;
    }
};

inline CrossbarShape crossbars(unsigned count, unsigned inputs, unsigned outputs, double link_mm = noc2_link_mm) {
    return {count, inputs, outputs, 32, link_mm, false};
}

inline L1Reach over_network(unsigned nodes, double mhz = 700) {
    return {nodes, true, 32, mhz, 700, 1400};
}

inline std::vector<Design> designs() {
    const auto near = [](unsigned count, unsigned inputs, unsigned outputs) {
        return crossbars(count, inputs, outputs, noc1_link_mm);
    };
    return {
        {"baseline", {}, {crossbars(1, 80, 32)}, {}, 10240, 1, 1, 1, 1},
        {"Pr80", {{80, 1, 1, 32, noc1_link_mm, true}}, {crossbars(1, 80, 32)}, over_network(80), 2560, 4, 8, 1, 1},
        {"Pr40", {near(40, 2, 1)}, {crossbars(1, 40, 32)}, over_network(40), 1280, 8, 16, 0.72, 0.96},
        {"Pr20", {near(20, 4, 1)}, {crossbars(1, 20, 32)}, over_network(20), 640, 16, 32, 0.46},
        {"Pr10", {near(10, 8, 1)}, {crossbars(1, 10, 32)}, over_network(10), 320, 32, 64, 0.33},
        {"Sh40", {near(1, 80, 40)}, {crossbars(1, 40, 32)}, over_network(40), 1280, 8, 16, 1.69, 1.57},
        {"Sh40+C5", {near(5, 16, 8)}, {crossbars(8, 5, 4)}, over_network(40), 1280, 8, 16, 0.55, 0.85},
        {"Sh40+C10", {near(10, 8, 4)}, {crossbars(4, 10, 8)}, over_network(40), 1280, 8, 16, 0.50, 0.84},
        {"Sh40+C20", {near(20, 4, 2)}, {crossbars(2, 20, 16)}, over_network(40), 1280, 8, 16, 0.55, 0.86},
        {"Sh40+C10+Boost", {near(10, 8, 4)}, {crossbars(4, 10, 8)}, over_network(40, 1400), 2560, 4, 8, 0.50, 0.84},
    };
}

inline Design design(const std::string& name) {
    for (const Design& candidate : designs())
        if (candidate.name == name) return candidate;
    throw std::logic_error("no design is called " + name);
}

}  // namespace heddle::testing
