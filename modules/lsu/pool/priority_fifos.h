// Queues with fixed priority between them, the lowest number first, and first in first out inside each. Plain C++.
#pragma once

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
    bool empty() const { return busy_ == 0; }
    unsigned size() const { return total_; }
    unsigned size(unsigned queue) const { return queues_[queue].count; }
    const T& head(unsigned queue) const { return at(queue, 0).item; }
    Cycle head_from(unsigned queue) const { return queues_[queue].head_from; }
    // The first cycle in which the i-th entry from the head may be popped, if those before it are.
    Cycle from(unsigned queue, unsigned i) const { return at(queue, i).from; }

    // `from`: the first cycle in which it may be popped.
    void push(unsigned queue, T item, Cycle from) {
        Queue& q = queues_[queue];
        if (q.count == 0) q.head_from = from;
        ring_[place(queue, q.count++)] = {item, from};
        busy_ |= std::uint64_t{1} << queue;
        ++total_;
    }
    T pop(unsigned queue) {
        Queue& q = queues_[queue];
        T item = at(queue, 0).item;
        --total_;
        if (--q.count == 0) {
            q.head = 0;  // starts over where the host has it in its cache
            busy_ &= ~(std::uint64_t{1} << queue);
        } else {
            q.head = q.head + 1 == entries_ ? 0 : q.head + 1;
            q.head_from = at(queue, 0).from;
        }
        return item;
    }
    // The queues whose heads may be popped, as a mask.
    std::uint64_t ready(Cycle now) const {
        std::uint64_t ready = 0;
        for (std::uint64_t left = busy_; left; left &= left - 1) {
            const std::uint64_t queue = left & -left;
            ready |= queues_[lowest(left)].head_from <= now ? queue : 0;
        }
        return ready;
    }
    // The queue of highest priority whose head may be popped.
    unsigned lowest_ready(Cycle now) const {
        for (std::uint64_t left = busy_; left; left &= left - 1)
            if (queues_[lowest(left)].head_from <= now) return lowest(left);
        return none;
    }
    static unsigned lowest(std::uint64_t queues) { return static_cast<unsigned>(__builtin_ctzll(queues)); }
    // The first cycle after `now` in which a head becomes ready that is not yet.
    Cycle next_ready(Cycle now) const {
        Cycle next = never;
        for (std::uint64_t left = busy_; left; left &= left - 1) {
            const Cycle from = queues_[lowest(left)].head_from;
            if (from > now && from < next) next = from;
        }
        return next;
    }

private:
    struct Queue {
        Cycle head_from = 0;  // of the first entry
        unsigned head = 0, count = 0;
    };
    struct Entry {
        T item{};
        Cycle from = 0;
    };
    std::size_t place(unsigned queue, unsigned i) const {
        const unsigned from_start = queues_[queue].head + i;
        return std::size_t{queue} * entries_ + (from_start < entries_ ? from_start : from_start - entries_);
    }
    const Entry& at(unsigned queue, unsigned i) const { return ring_[place(queue, i)]; }

    std::uint64_t busy_ = 0;  // queues that hold something
    HostLineArray<Queue> queues_;
    HostLineArray<Entry> ring_;
    unsigned total_ = 0;
    const unsigned entries_;
};

}  // namespace heddle
