// A hardware FIFO whose outputs are registered: what is pushed in cycle t shows at t+1 or later, and a slot popped in t
// can be used again at t+1. So neither end sees whether the other was evaluated before or after it in the same cycle.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/cycle.h"

namespace heddle {

template <class T>
class RegisteredQueue {
public:
    explicit RegisteredQueue(std::size_t capacity) : capacity_(capacity) {
        std::size_t size = 1;
        while (size < capacity) size *= 2;
        entries_.resize(size);
        mask_ = size - 1;
    }

    bool empty() const { return head_ == tail_; }
    std::size_t size() const { return tail_ - head_; }
    std::size_t capacity() const { return capacity_; }
    bool full(Cycle now) const { return size() + (last_pop_ == now ? popped_ : 0) >= capacity_; }
    // For a queue inside a module, whose own tick is at both ends and does things in the order it likes.
    bool filled() const { return size() >= capacity_; }
    // How many more can be pushed in this cycle.
    std::size_t room(Cycle now) const {
        const std::size_t used = size() + (last_pop_ == now ? popped_ : 0);
        return used < capacity_ ? capacity_ - used : 0;
    }

    // `visible`: the first cycle in which the entry may be seen; entries are seen in the order of their pushes.
    void push(T item, Cycle visible) { entries_[tail_++ & mask_] = {std::move(item), visible}; }

    bool ready(Cycle now) const { return head_ != tail_ && entries_[head_ & mask_].visible <= now; }
    T& head() { return entries_[head_ & mask_].item; }
    const T& head() const { return entries_[head_ & mask_].item; }
    // The i-th entry from the head, for reports and look-ahead.
    const T& at(std::size_t i) const { return entries_[(head_ + i) & mask_].item; }
    T pop(Cycle now) {
        if (last_pop_ != now) {
            last_pop_ = now;
            popped_ = 0;
        }
        ++popped_;
        return std::move(entries_[head_++ & mask_].item);
    }

    // When this queue next needs its owner (see Ticked::sleep_or_continue).
    Cycle due(Cycle now, bool progress) const {
        if (empty()) return never;
        const Cycle visible = entries_[head_ & mask_].visible;
        if (visible > now) return visible;
        return progress ? now + 1 : never;
    }
    // The same for a queue whose head can only go when its way out is open: while a peer keeps it shut, the peer's call
    // will wake the owner.
    Cycle due(Cycle now, bool progress, bool way_out_open) const { return way_out_open ? due(now, progress) : never; }

private:
    struct Entry {
        T item{};
        Cycle visible = 0;
    };
    std::vector<Entry> entries_;
    std::size_t capacity_, mask_, head_ = 0, tail_ = 0, popped_ = 0;
    Cycle last_pop_ = never;
};

}  // namespace heddle
