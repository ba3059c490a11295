// The bus that carries replies to the cores of a cluster: one transaction at a time, to one core or to several.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/base/divisor.h"

namespace heddle {

// A broadcast takes as long as a unicast (MECHANISMS 1.1 [R]). A core that does not take its copy holds the bus. Nearly
// all replies have one receiver, so the first one is kept apart: on the host line with the rest of the bus.
template <class Reply>
class ReplyBus {
public:
    explicit ReplyBus(unsigned bytes_per_cycle) : bytes_per_cycle_(bytes_per_cycle) {}

    // Cycles for a reply with so many data bytes; an acknowledgement has none and takes one.
    unsigned cycles(unsigned bytes) const {
        return std::max(1U, static_cast<unsigned>(bytes_per_cycle_.quotient_rounded_up(bytes)));
    }
    bool free() const { return waiting_ == 0; }
    // The last beat has come, and not every receiver has taken its reply.
    bool delivers(Cycle now) const { return !free() && now >= last_; }
    // A reply takes the free bus; broadcast_to() in the same cycle names further receivers.
    void start(const Reply& reply, unsigned bytes, Cycle now) {
        first_ = reply;
        first_waits_ = true;
        waiting_ = receivers_ = 1;
        started_ = now;
        last_ = now + cycles(bytes) - 1;
    }
    void broadcast_to(const Reply& reply) {
        others_.push_back(reply);
        waiting_ = ++receivers_;
    }
    // Offers the reply to its receivers: take(reply) says whether one took it. Returns how many did.
    template <class Take>
    unsigned deliver(Take take) {
        unsigned taken = 0;
        if (first_waits_ && take(first_)) {
            first_waits_ = false;
            taken = 1;
        }
        if (!others_.empty()) {
            const auto rest = std::remove_if(others_.begin(), others_.end(), take);
            taken += static_cast<unsigned>(others_.end() - rest);
            others_.erase(rest, others_.end());
        }
        waiting_ -= taken;
        return taken;
    }
    // The current transaction, or the last one.
    const Reply& first() const { return first_; }
    unsigned receivers() const { return receivers_; }
    Cycle started() const { return started_; }
    Cycle due(Cycle now, bool progress) const {
        if (free()) return never;
        return last_ > now ? last_ : progress ? now + 1 : never;
    }

private:
    unsigned waiting_ = 0;  // receivers that have not taken it
    const Divisor bytes_per_cycle_;
    Reply first_;
    bool first_waits_ = false;
    unsigned receivers_ = 0;
    Cycle started_ = never, last_ = 0;  // last_: the cycle of the last beat
    std::vector<Reply> others_;
};

}  // namespace heddle
