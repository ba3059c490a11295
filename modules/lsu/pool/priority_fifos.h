// Queues with fixed priority between them, the lowest number first, and first in first out inside each. Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "base/cycle.h"

namespace heddle {

template <class T>
class PriorityFifos {
public:
    static constexpr unsigned none = ~0u;

    PriorityFifos(unsigned queues, unsigned entries)
        : queues_(queues), entries_(entries), ring_(std::size_t{queues} * entries) {}

    bool full(unsigned queue) const { return queues_[queue].count == entries_; }
    bool empty() const { return busy_ == 0; }
    unsigned size() const { return total_; }
    unsigned size(unsigned queue) const { return queues_[queue].count; }
    const T& head(unsigned queue) const { return at(queue, queues_[queue].head).item; }

    // `from`: the first cycle in which it may be popped.
    void push(unsigned queue, T item, Cycle from) {
        Queue& q = queues_[queue];
        at(queue, (q.head + q.count++) % entries_) = {item, from};
        busy_ |= std::uint64_t{1} << queue;
        ++total_;
    }
    T pop(unsigned queue) {
        Queue& q = queues_[queue];
        T item = at(queue, q.head).item;
        q.head = (q.head + 1) % entries_;
        if (--q.count == 0) busy_ &= ~(std::uint64_t{1} << queue);
        --total_;
        return item;
    }
    // The queue of highest priority, the lowest number, whose head may be popped; `skip` are queues to pass by.
    unsigned lowest_ready(Cycle now, std::uint64_t skip = 0) const {
        for (std::uint64_t left = busy_ & ~skip; left; left &= left - 1) {
            const unsigned queue = static_cast<unsigned>(__builtin_ctzll(left));
            if (at(queue, queues_[queue].head).from <= now) return queue;
        }
        return none;
    }
    // The first cycle after `now` in which a head becomes ready that is not yet.
    Cycle next_ready(Cycle now) const {
        Cycle next = never;
        for (std::uint64_t left = busy_; left; left &= left - 1) {
            const unsigned queue = static_cast<unsigned>(__builtin_ctzll(left));
            const Cycle from = at(queue, queues_[queue].head).from;
            if (from > now && from < next) next = from;
        }
        return next;
    }

private:
    struct Queue {
        unsigned head = 0, count = 0;
    };
    struct Entry {
        T item{};
        Cycle from = 0;
    };
    Entry& at(unsigned queue, unsigned place) { return ring_[std::size_t{queue} * entries_ + place]; }
    const Entry& at(unsigned queue, unsigned place) const { return ring_[std::size_t{queue} * entries_ + place]; }

    std::vector<Queue> queues_;
    unsigned entries_;
    std::vector<Entry> ring_;
    std::uint64_t busy_ = 0;  // queues that hold something
    unsigned total_ = 0;
};

}  // namespace heddle
