// Issued memory instructions that wait for the load/store unit: in one order for the whole SM, or in a queue of each
// scheduler, which take turns. Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/base/host_line.h"
#include "heddle/base/registered_queue.h"

namespace heddle {

template <class Instruction>
class MemoryQueue {
public:
    MemoryQueue(unsigned schedulers, unsigned entries, bool in_turn) {
        for (unsigned queue = 0; queue < (in_turn ? schedulers : 1); ++queue)
            queues_.emplace_back(std::max<std::size_t>(std::size_t{entries} * (in_turn ? 1 : schedulers), 1));
    }

    // `visible`: from when on the instruction can leave. It stands behind those that can leave earlier. One that
    // `keeps_place`, a store or an atomic, leaves behind all that were issued before it, from whichever scheduler:
    // warps on both sides of a barrier rely on that. Returns from when on it can leave.
    Cycle insert(unsigned scheduler, Instruction* instruction, Cycle visible, bool keeps_place) {
        Queue& queue = queue_of(scheduler);
        if (keeps_place && !queue.empty()) visible = std::max(visible, queue.visible(queue.size() - 1));
        queue.insert({instruction, ++issued_, keeps_place}, visible);
        earliest_ = earliest_head();
        return visible;
    }
    // The same, behind all others of its queue.
    void push(unsigned scheduler, Instruction* instruction, Cycle visible, bool keeps_place) {
        queue_of(scheduler).push({instruction, ++issued_, keeps_place}, visible);
        earliest_ = earliest_head();
    }
    bool ready(Cycle now) const { return earliest_ <= now; }
    // The first cycle in which one can leave; never if there is none.
    Cycle head_visible() const { return earliest_; }
    Instruction* pop(Cycle now) {
        do last_ = last_ + 1 == queues_.size() ? 0 : last_ + 1;
        while (!queues_[last_].ready(now) || has_to_wait(queues_[last_]));
        Queue& queue = queues_[last_];
        Instruction* const instruction = queue.pop(now).instruction;
        if (!queue.empty()) prefetch_host_line(queue.head().instruction);  // looked at next
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
    struct Entry {
        Instruction* instruction = nullptr;
        std::uint64_t number = 0;  // in the order of issue
        bool keeps_place = false;
    };
    using Queue = RegisteredQueue<Entry>;

    Queue& queue_of(unsigned scheduler) { return queues_[queues_.size() == 1 ? 0 : scheduler]; }
    // For what was issued before its head. Each of several queues is in the order of issue.
    bool has_to_wait(const Queue& queue) const {
        if (queues_.size() == 1 || !queue.head().keeps_place) return false;
        return std::any_of(queues_.begin(), queues_.end(), [&queue](const Queue& other) {
            return !other.empty() && other.head().number < queue.head().number;
        });
    }
    Cycle earliest_head() const {
        Cycle earliest = never;
        for (const Queue& queue : queues_)
            if (queue.head_visible() < earliest && !has_to_wait(queue)) earliest = queue.head_visible();
        return earliest;
    }

    std::vector<Queue> queues_;
    std::size_t last_ = 0;      // whose turn it was
    std::uint64_t issued_ = 0;  // so many so far
    Cycle earliest_ = never;
};

}  // namespace heddle
