#pragma once

#include "heddle/sm/warp_scheduler/warp_scheduler.h"

namespace heddle {

// Loose round-robin: the next warp in slot order that can issue.
class LrrScheduler final : public WarpScheduler {
public:
    LrrScheduler() : WarpScheduler(those_behind_it) {}
    void add(unsigned, unsigned) override {}
    void remove(unsigned) override {}

private:
    std::uint64_t choose(std::uint64_t ready) override { return ready; }
};

}  // namespace heddle
