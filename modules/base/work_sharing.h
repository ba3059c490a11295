// What a clock domain needs to let several host threads call the modules of a cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/clock_domain.h"
#include "heddle/base/stage_plan.h"
#include "heddle/base/thread_choice.h"
#include "heddle/base/thread_shares.h"

namespace heddle {

struct ClockDomain::WorkSharing {
    WorkSharing(const StagePlan& plan, unsigned modules, unsigned threads)
        : shares(plan, modules, threads), due((modules + 63) / 64), busy(threads) {}

    // In a cycle that is not shared, only the first lane is needed as soon as the others can hold nothing any more.
    std::size_t lanes_in_use(Cycle now) const { return now < one_lane_from ? busy.size() : 1; }
    static void begin_cycle(Lane& lane, Cycle now) {
        lane.upcoming_busy = false;
        lane.upcoming_due = lane.wheel.due(now + 1);
    }

    // A wheel holds nothing for longer than it has slots, and lanes but the first are filled in shared cycles only.
    Cycle one_lane_from = 0;
    ThreadShares shares;
    ThreadChoice choice;
    std::vector<std::uint64_t> due;  // in the running cycle
    // How long each thread worked in the cycles that were measured, in nanoseconds.
    struct alignas(2 * host_line_bytes) Busy {
        double time = 0;
    };
    std::vector<Busy> busy;
    bool measures = false;
    unsigned cycles = 0;  // with several threads
};

}  // namespace heddle
