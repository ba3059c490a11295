// Where instructions wait between issue and unit. Each scheduler has a register for each class of instructions, then a
// few operand collectors that all classes share, and then a register for each class again. An instruction that waits
// for its unit keeps a register or a collector from the others. Plain C++.
//
//   issue --> [register of the class] --> [collector] --> [register of the class] --> unit
//
// How long memory instructions wait for the LSU is not known in advance: the first of a scheduler waits in the register
// before the LSU, the next ones hold collectors. All other times are known when an instruction issues.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "heddle/base/cycle.h"
#include "heddle/sm/sm_parameters.h"
#include "heddle/sm/warp_sets.h"

namespace heddle {

class OperandCollectors {
public:
    // `shared`: classes with one unit for all schedulers, as class bits. No collectors: instructions never wait here.
    OperandCollectors(const SmParameters& parameters, std::uint16_t shared)
        : count_(parameters.operand_collectors), stages_(parameters.operand_cycles), shared_(shared) {}

    explicit operator bool() const { return count_ != 0; }

    struct Passage {
        Cycle collected;  // it leaves the register behind the issue for a collector
        Cycle waited;     // later than if it had not waited for anything
    };
    // Of an instruction that issues now and keeps its unit for `interval` cycles.
    Passage pass(IssueClass what, unsigned scheduler, bool reads_registers, unsigned interval, Cycle now) {
        const auto number = static_cast<unsigned>(what);
        Places& places = places_[scheduler];
        Class& of_class = places.classes[number];
        Cycle& unit_free = (shared_ >> number & 1 ? places_[0].classes[number] : of_class).unit_free;
        const Cycle collected = std::max(now + 1, places.collector_free[places.held]);
        const Cycle left = std::max(collected + reads_registers, of_class.register_free);
        const Cycle started = std::max(left + stages_ - 2, unit_free);
        of_class.register_free = started;
        unit_free = started + interval;
        // The next instruction needs a collector two cycles from now at the earliest.
        if (left > now + 2) take_collector(places, left);
        return {collected, started - (now + stages_ - 1 + reads_registers)};
    }
    // When a memory instruction that issues now gets a collector.
    Cycle collected(unsigned scheduler, Cycle now) const {
        return std::max(now + 1, places_[scheduler].collector_free[0]);
    }
    // So many memory instructions of the scheduler wait for the LSU. Returns whether they hold all collectors.
    bool hold(unsigned scheduler, unsigned waiting) {
        const unsigned held = waiting > 1 ? waiting - 1 : 0;
        places_[scheduler].held = std::min(held, count_ - 1);
        return held >= count_;
    }

private:
    struct Class {
        Cycle register_free = 0;  // the one behind the collectors
        Cycle unit_free = 0;      // of a unit that the schedulers share: only the first one's is used
    };
    struct Places {
        std::array<Cycle, SmParameters::max_collectors> collector_free{};  // the first count_, in the order of time
        unsigned held = 0;                                                 // collectors of memory instructions
        std::array<Class, issue_classes> classes;
    };
    void take_collector(Places& places, Cycle until) {
        unsigned i = 0;
        for (; i + 1 < count_ && places.collector_free[i + 1] < until; ++i)
            places.collector_free[i] = places.collector_free[i + 1];
        places.collector_free[i] = until;
    }

    const unsigned count_;
    const unsigned stages_;
    const std::uint16_t shared_;
    std::array<Places, SmParameters::max_schedulers> places_;
};

}  // namespace heddle
