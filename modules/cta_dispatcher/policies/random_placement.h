#pragma once

#include <numeric>
#include <random>

#include "heddle/cta_dispatcher/policies/cta_policy.h"

namespace heddle {

// random (MECHANISMS 4.2): the next CTA goes to a free slot chosen at random, every one as likely as another, so that
// the CTAs of a turnaround are spread over the SMs without order. The same seed gives the same choices.
class RandomPlacement final : public CtaPolicy {
public:
    explicit RandomPlacement(std::uint64_t seed) : random_(seed) {}

    void begin(const MachineShape&, const GridShape&, unsigned) override { next_cta_ = 0; }

    CtaDecision next(const std::vector<unsigned>& free_slots) override {
        const unsigned free = std::accumulate(free_slots.begin(), free_slots.end(), 0u);
        if (free == 0) return {};
        auto slot = static_cast<unsigned>(random_() % free);
        unsigned sm = 0;
        while (slot >= free_slots[sm]) slot -= free_slots[sm++];
        return Placement{sm, next_cta_++};
    }

    void retired(unsigned, std::uint32_t) override {}

private:
    std::mt19937_64 random_;
    std::uint32_t next_cta_ = 0;
};

}  // namespace heddle
