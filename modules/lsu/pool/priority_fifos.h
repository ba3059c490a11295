// Queues with fixed priority between them, the lowest number first, and first in first out inside each. Plain C++.
#pragma once

#include <cstdint>

#include "heddle/base/cycle.h"
#include "heddle/base/host_line.h"
#include "heddle/base/registered_queue.h"

namespace heddle {

template <class T>
class PriorityFifos {
public:
    static constexpr unsigned none = ~0u;

    PriorityFifos(unsigned queues, unsigned entries)
        : queues_(make_host_line_array<Queue>(queues)),
          entries_(entries),
          ring_(make_host_line_array<Entry>(std::size_t{queues} * entries)),
          not_ready_(std::size_t{queues} * entries) {}

    bool full(unsigned queue) const { return queues_[queue].count == entries_; }
    bool empty() const { return total_ == 0; }
    unsigned size() const { return total_; }
    unsigned size(unsigned queue) const { return queues_[queue].count; }
    const T& head(unsigned queue) const { return at(queue, 0).item; }
    // The first cycle in which the i-th entry from the head may be popped, if those before it are.
    Cycle from(unsigned queue, unsigned i) const { return at(queue, i).from; }

    // `from`: the first cycle in which it may be popped; not before that of any pushed before.
    void push(unsigned queue, T item, Cycle from) {
        ring_[position(queue, queues_[queue].count++)] = {item, from};
        ++total_;
        if (from > ready_at_)
            not_ready_.push(queue, from);
        else
            ready_ |= std::uint64_t{1} << queue;
    }
    // Of a queue whose head is ready.
    T pop(unsigned queue) {
        Queue& q = queues_[queue];
        T item = at(queue, 0).item;
        --total_;
        --q.count;
        q.head = static_cast<std::uint16_t>(
            q.count == 0 || q.head + 1U == entries_ ? 0 : q.head + 1);  // an empty queue starts over
        if (q.count == 0 || at(queue, 0).from > ready_at_) ready_ &= ~(std::uint64_t{1} << queue);
        return item;
    }
    // The queues whose heads may be popped, as a mask. `now` must not decrease from call to call.
    std::uint64_t ready(Cycle now) {
        ready_at_ = now;
        while (not_ready_.ready(now)) ready_ |= std::uint64_t{1} << not_ready_.pop(now);
        return ready_;
    }
    // The same if ready(now) has been called in this cycle.
    std::uint64_t ready() const { return ready_; }
    // The queue of highest priority, the lowest number, whose head may be popped.
    unsigned lowest_ready(Cycle now) { return ready(now) ? lowest(ready_) : none; }
    // The first cycle after `now` in which one more entry may be popped.
    Cycle next_ready(Cycle now) {
        ready(now);
        return not_ready_.due(now, false);
    }
    static unsigned lowest(std::uint64_t queues) { return static_cast<unsigned>(__builtin_ctzll(queues)); }

private:
    struct Queue {
        std::uint16_t head = 0, count = 0;
    };
    struct Entry {
        T item{};
        Cycle from = 0;
    };
    std::size_t position(unsigned queue, unsigned i) const {
        const unsigned from_start = queues_[queue].head + i;
        return std::size_t{queue} * entries_ + (from_start < entries_ ? from_start : from_start - entries_);
    }
    const Entry& at(unsigned queue, unsigned i) const { return ring_[position(queue, i)]; }

    std::uint64_t ready_ = 0;
    Cycle ready_at_ = 0;  // the cycle that ready_ is valid for
    HostLineArray<Queue> queues_;
    unsigned total_ = 0;
    const unsigned entries_;
    HostLineArray<Entry> ring_;
    RegisteredQueue<unsigned> not_ready_;  // the queues of the entries that may not be popped yet, in order of time
};

}  // namespace heddle
