// Issued memory instructions that wait for the load/store unit: in one order for the whole SM, or in a queue of each
// scheduler, which take turns. Plain C++.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/base/registered_queue.h"

namespace heddle {

template <class Instruction>
class MemoryQueue {
public:
    MemoryQueue(unsigned schedulers, unsigned entries, bool in_turn) {
        for (unsigned queue = 0; queue < (in_turn ? schedulers : 1); ++queue)
            queues_.emplace_back(std::max<std::size_t>(std::size_t{entries} * (in_turn ? 1 : schedulers), 1));
    }

    // `visible`: from when on the instruction can leave. It stands behind those that can leave earlier.
    void insert(unsigned scheduler, Instruction* instruction, Cycle visible) {
        queue_of(scheduler).insert(instruction, visible);
        earliest_ = std::min(earliest_, visible);
    }
    // The same, behind all others.
    void push(unsigned scheduler, Instruction* instruction, Cycle visible) {
        queue_of(scheduler).push(instruction, visible);
        earliest_ = earliest_head();
    }
    bool ready(Cycle now) const { return earliest_ <= now; }
    // The first cycle in which one can leave; never if there is none.
    Cycle head_visible() const { return earliest_; }
    Instruction* pop(Cycle now) {
        do last_ = last_ + 1 == queues_.size() ? 0 : last_ + 1;
        while (!queues_[last_].ready(now));
        Instruction* const instruction = queues_[last_].pop(now);
        earliest_ = earliest_head();
        return instruction;
    }
    // When it next needs its owner (see Ticked::sleep_or_continue).
    Cycle due(Cycle now, bool progress, bool link_open) const {
        Cycle next = never;
        for (const auto& queue : queues_) next = std::min(next, queue.due(now, progress, link_open));
        return next;
    }

private:
    RegisteredQueue<Instruction*>& queue_of(unsigned scheduler) { return queues_[queues_.size() == 1 ? 0 : scheduler]; }
    Cycle earliest_head() const {
        Cycle earliest = never;
        for (const auto& queue : queues_) earliest = std::min(earliest, queue.head_visible());
        return earliest;
    }

    std::vector<RegisteredQueue<Instruction*>> queues_;
    std::size_t last_ = 0;  // whose turn it was
    Cycle earliest_ = never;
};

}  // namespace heddle
