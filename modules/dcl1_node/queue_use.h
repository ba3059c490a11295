// How many entries of a queue are in use, and for how long all of them are. Both are found when an entry leaves, so
// that nothing is done per cycle, and are the same whether the sender of an entry was evaluated before or after the
// owner.
#pragma once

#include <algorithm>
#include <string>

#include "heddle/base/counter.h"
#include "heddle/base/registered_queue.h"

namespace heddle {

// An entry is in use from the cycle in which it can be seen to the one in which it leaves, both included.
class QueueUse {
public:
    QueueUse(Counter& occupancy, Counter& full) : occupancy_(occupancy), full_(full) {}

    template <class T>
    T pop(RegisteredQueue<T>& queue, Cycle now) {
        occupancy_ += cycles(queue.head_visible(), now + 1);
        if (queue.filled()) full_ += cycles(queue.visible(queue.capacity() - 1), now + 1);
        return queue.pop(now);
    }
    // Brings the counters up to now; to be called before they are read.
    template <class T>
    void settle(const RegisteredQueue<T>& queue, Cycle now) {
        for (std::size_t i = 0; i < queue.size(); ++i) occupancy_ += cycles(queue.visible(i), now);
        if (queue.filled()) full_ += cycles(queue.visible(queue.capacity() - 1), now);
        settled_ = std::max(settled_, now);
    }

private:
    // What has not been counted of [from, end).
    Cycle cycles(Cycle from, Cycle end) const {
        from = std::max(from, settled_);
        return end > from ? end - from : 0;
    }

    Counter &occupancy_, &full_;
    Cycle settled_ = 0;
};

}  // namespace heddle
