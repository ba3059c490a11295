// Queues with fixed priority between them, the lowest number first, and first in first out inside each. Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/cycle.h"
#include "base/host_line.h"

namespace heddle {

template <class T>
class PriorityFifos {
public:
    static constexpr unsigned none = ~0u;

    PriorityFifos(unsigned queues, unsigned entries)
        : queues_(make_host_line_array<Queue>(queues)),
          ring_(make_host_line_array<Entry>(std::size_t{queues} * entries)),
          entries_(entries) {}

    bool full(unsigned queue) const { return queues_[queue].count == entries_; }
    bool empty() const { return total_ == 0; }
    unsigned size() const { return total_; }
    unsigned size(unsigned queue) const { return queues_[queue].count; }
    const T& head(unsigned queue) const { return at(queue, 0).item; }
    Cycle head_from(unsigned queue) const { return queues_[queue].head_from; }
    // The first cycle in which the i-th entry from the head may be popped, if those before it are.
    Cycle from(unsigned queue, unsigned i) const { return at(queue, i).from; }

    // `from`: the first cycle in which it may be popped.
    void push(unsigned queue, T item, Cycle from) {
        Queue& q = queues_[queue];
        if (q.count == 0) set_head(queue, from);
        ring_[place(queue, q.count++)] = {item, from};
        ++total_;
    }
    T pop(unsigned queue) {
        Queue& q = queues_[queue];
        T item = at(queue, 0).item;
        --total_;
        ready_ &= ~(std::uint64_t{1} << queue);
        if (--q.count == 0) {
            q.head = 0;  // starts over where the host has it in its cache
        } else {
            q.head = q.head + 1 == entries_ ? 0 : q.head + 1;
            set_head(queue, at(queue, 0).from);
        }
        return item;
    }
    // The queues whose heads may be popped, as a mask. Here and below, `now` never goes back.
    std::uint64_t ready(Cycle now) {
        if (now >= next_from_) find_ready(now);
        return ready_;
    }
    // The queue of highest priority, the lowest number, whose head may be popped.
    unsigned lowest_ready(Cycle now) { return ready(now) ? lowest(ready_) : none; }
    // The first cycle after `now` in which a head becomes ready that is not yet.
    Cycle next_ready(Cycle now) {
        ready(now);
        return next_from_;
    }
    static unsigned lowest(std::uint64_t queues) { return static_cast<unsigned>(__builtin_ctzll(queues)); }

private:
    struct Queue {
        Cycle head_from = 0;  // of the first entry
        unsigned head = 0, count = 0;
    };
    struct Entry {
        T item{};
        Cycle from = 0;
    };
    void set_head(unsigned queue, Cycle from) {
        queues_[queue].head_from = from;
        waiting_ |= std::uint64_t{1} << queue;
        next_from_ = std::min(next_from_, from);
    }
    void find_ready(Cycle now) {
        next_from_ = never;
        for (std::uint64_t left = waiting_; left; left &= left - 1) {
            const Cycle from = queues_[lowest(left)].head_from;
            if (from <= now)
                ready_ |= left & -left;
            else
                next_from_ = std::min(next_from_, from);
        }
        waiting_ &= ~ready_;
    }
    std::size_t place(unsigned queue, unsigned i) const {
        const unsigned from_start = queues_[queue].head + i;
        return std::size_t{queue} * entries_ + (from_start < entries_ ? from_start : from_start - entries_);
    }
    const Entry& at(unsigned queue, unsigned i) const { return ring_[place(queue, i)]; }

    std::uint64_t ready_ = 0, waiting_ = 0;  // queues whose heads were found ready, or not yet
    Cycle next_from_ = never;                // the earliest head of the latter
    HostLineArray<Queue> queues_;
    HostLineArray<Entry> ring_;
    unsigned total_ = 0;
    const unsigned entries_;
};

}  // namespace heddle
