#pragma once

#include "heddle/sm/warp_scheduler/warp_scheduler.h"

namespace heddle {

// Loose round-robin: the next warp in slot order that can issue.
class LrrScheduler final : public WarpScheduler {
public:
    void add(unsigned, unsigned) override {}
    void remove(unsigned) override {}
    unsigned pick(std::uint64_t ready) override {
        const std::uint64_t after = last_ < 63 ? ready >> (last_ + 1) << (last_ + 1) : 0;
        return last_ = static_cast<unsigned>(__builtin_ctzll(after ? after : ready));
    }

private:
    unsigned last_ = 63;
};

}  // namespace heddle
