// The clock of a level as a parameter: a key of the group `clock`.
#pragma once

#include <string>

#include "heddle/platforms/path/path_plan.h"

namespace heddle {

struct LevelClock {
    LevelClock(const char* clock_name, const char* clock_key, const char* what)
        : name(clock_name), key(clock_key), meaning(what) {}

    const char* name;
    const char* key;
    const char* meaning;
    double mhz = 1400;  // MECHANISMS 1.1: the icc paper's GPU runs at one frequency

    template <class Visitor>
    void visit(Visitor& v) {
        v(key, mhz, "MHz", meaning);
    }
    void plan(PathPlan& plan) const {
        require_range(mhz, 1.0, 100000.0, std::string("clock.") + key);
        plan.set_clock(name, mhz);
    }
};

}  // namespace heddle
