// The bus that carries replies to the cores of a cluster: one transaction at a time, to one core or to several.
#pragma once

#include <algorithm>
#include <vector>

#include "base/cycle.h"

namespace heddle {

// A broadcast takes as long as a unicast (MECHANISMS 1.1 [R]). A core that does not take its copy holds the bus.
template <class Reply>
class ReplyBus {
public:
    explicit ReplyBus(unsigned bytes_per_cycle) : bytes_per_cycle_(bytes_per_cycle) {}

    // Cycles for a reply with so many data bytes; an acknowledgement has none and takes one.
    unsigned cycles(unsigned bytes) const {
        return std::max(1U, bytes / bytes_per_cycle_ + (bytes % bytes_per_cycle_ != 0));
    }
    bool free() const { return receivers_.empty(); }
    std::vector<Reply>& receivers() { return receivers_; }
    const std::vector<Reply>& receivers() const { return receivers_; }
    // The receivers were filled in before.
    void start(unsigned bytes, Cycle now) {
        started_ = now;
        last_ = now + cycles(bytes) - 1;
    }
    // Hands the reply to those who take it: deliver(reply) says whether it did. Returns the number of those.
    template <class Deliver>
    unsigned deliver(Cycle now, Deliver take) {
        if (free() || now < last_) return 0;
        const auto rest = std::remove_if(receivers_.begin(), receivers_.end(), take);
        const auto taken = static_cast<unsigned>(receivers_.end() - rest);
        receivers_.erase(rest, receivers_.end());
        return taken;
    }
    Cycle started() const { return started_; }
    Cycle due(Cycle now, bool progress) const {
        if (free()) return never;
        return last_ > now ? last_ : progress ? now + 1 : never;
    }

private:
    const unsigned bytes_per_cycle_;
    std::vector<Reply> receivers_;
    Cycle started_ = 0, last_ = 0;  // the cycle of the last beat
};

}  // namespace heddle
