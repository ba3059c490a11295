// Replies that wait for a copy of their line from the other half of the L2: who waits for one that is on its way may
// leave before replies that began to wait earlier. Plain C++.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/base/payload_forward.h"

namespace heddle {

class LateReplies {
public:
    explicit LateReplies(std::size_t capacity) : capacity_(capacity) {}

    bool empty() const { return replies_.empty(); }
    bool filled() const { return replies_.size() >= capacity_; }
    void push(Payload* reply, Cycle arrival) {
        replies_.push_back({arrival, pushed_++, reply});
        std::push_heap(replies_.begin(), replies_.end(), later);
    }
    [[nodiscard]] bool ready(Cycle now) const { return !empty() && replies_.front().arrival <= now; }
    // The one whose copy comes first; of those that wait for the same one, in the order of their pushes.
    Payload* pop() {
        std::pop_heap(replies_.begin(), replies_.end(), later);
        Payload* const reply = replies_.back().payload;
        replies_.pop_back();
        return reply;
    }

    // When the replies next need their owner (see Ticked::sleep_or_continue).
    Cycle due(Cycle now, bool progress) const {
        if (empty()) return never;
        if (replies_.front().arrival > now) return replies_.front().arrival;
        return progress ? now + 1 : never;
    }

private:
    struct Reply {
        Cycle arrival;
        std::uint64_t place;
        Payload* payload;
    };
    static bool later(const Reply& reply, const Reply& other) {
        return reply.arrival != other.arrival ? reply.arrival > other.arrival : reply.place > other.place;
    }

    const std::size_t capacity_;
    std::uint64_t pushed_ = 0;
    std::vector<Reply> replies_;
};

}  // namespace heddle
