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

// Those of one scheduler.
class OperandCollectors {
public:
    // `shared`: classes with one unit for all schedulers, as class bits; the first scheduler keeps account of them.
    OperandCollectors(const SmParameters& parameters, std::uint16_t shared, OperandCollectors* first)
        : count_(parameters.operand_collectors), to_unit_(parameters.operand_cycles - 2) {
        collector_free_[count_] = never;
        for (unsigned i = 0; i < issue_classes; ++i)
            classes_[i].unit_free =
                first && shared >> i & 1 ? first->classes_[i].unit_free : &classes_[i].own_unit_free;
    }
    OperandCollectors(const OperandCollectors&) = delete;
    OperandCollectors& operator=(const OperandCollectors&) = delete;

    // From when on a collector is free for instructions other than those of memory.
    Cycle free_from() const { return collector_free_[held_]; }
    // When its unit takes an instruction that gets a collector in the given cycle and keeps its unit for `interval`
    // cycles.
    Cycle pass(IssueClass what, Cycle collected, bool reads_registers, unsigned interval) {
        Class& own = classes_[static_cast<unsigned>(what)];
        const Cycle left = std::max(collected + reads_registers, own.register_free);
        const Cycle started = std::max(left + to_unit_, *own.unit_free);
        own.register_free = started;
        *own.unit_free = started + interval;
        take_collector(left);
        return started;
    }
    // When a memory instruction that issues now gets a collector.
    Cycle collected(Cycle now) const { return std::max(now + 1, collector_free_[0]); }
    // So many memory instructions of the scheduler wait for the LSU. Returns whether they hold all collectors.
    bool hold(unsigned waiting) {
        const unsigned held = waiting > 1 ? waiting - 1 : 0;
        held_ = std::min(held, count_ - 1);
        return held >= count_;
    }

private:
    struct Class {
        Cycle register_free = 0;     // the one behind the collectors
        Cycle* unit_free = nullptr;  // this scheduler's or the first one's
        Cycle own_unit_free = 0;
    };
    // The one that is free first.
    void take_collector(Cycle until) {
        unsigned i = 0;
        for (; i < SmParameters::max_collectors && collector_free_[i + 1] < until; ++i)
            collector_free_[i] = collector_free_[i + 1];
        collector_free_[i] = until;
    }

    const unsigned count_;
    unsigned held_ = 0;    // collectors of memory instructions
    const Cycle to_unit_;  // from a collector, if nothing has to be waited for
    std::array<Cycle, SmParameters::max_collectors + 1> collector_free_{};  // in the order of time, then never
    std::array<Class, issue_classes> classes_;
};

}  // namespace heddle
