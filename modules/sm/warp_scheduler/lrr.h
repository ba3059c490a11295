#pragma once

#include "heddle/sm/warp_scheduler/warp_scheduler.h"

namespace heddle {

// Loose round-robin: the next warp in slot order that can issue.
class LrrScheduler final : public WarpScheduler {
public:
    void add(unsigned, unsigned) override {}
    void remove(unsigned) override {}
    unsigned pick(std::uint64_t ready) override {
        const std::uint64_t after = ready & after_last_;
        const unsigned slot = static_cast<unsigned>(__builtin_ctzll(after ? after : ready));
        after_last_ = ~std::uint64_t{1} << slot;
        return slot;
    }

private:
    std::uint64_t after_last_ = 0;  // the slots behind the one that issued last
};

}  // namespace heddle
