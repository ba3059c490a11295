// Clusters, SMs and slots around a policy, without time: hands out what the policy gives and remembers it.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "heddle/cta_dispatcher/policies/cta_policy.h"

namespace heddle {

using Ctas = std::vector<std::uint32_t>;

inline CtaPolicyOptions in_blocks_of(unsigned ctas) {
    CtaPolicyOptions options;
    options.block_size = ctas;
    return options;
}

struct PolicyMachine {
    PolicyMachine(const std::string& name, const MachineShape& machine, unsigned slots, std::uint32_t ctas,
                  const CtaPolicyOptions& options = {})
        : policy(make_cta_policy(name, options)), shape(machine), free(shape.sms(), slots), placed(shape.sms()) {
        policy->begin(shape, GridShape{ctas}, slots);
    }
    std::optional<Placement> launch() {
        const auto placement = policy->next(free).placement;
        if (placement) {
            REQUIRE(free.at(placement->sm) > 0);
            --free[placement->sm];
            placed[placement->sm].push_back(placement->cta);
        }
        return placement;
    }
    // Until the policy pauses.
    PolicyMachine& fill() {
        while (launch()) {
        }
        return *this;
    }
    PolicyMachine& retire(unsigned sm, unsigned times = 1) {
        for (unsigned i = 0; i < times; ++i) {
            ++free[sm];
            policy->retired(sm, 0);  // the policies here do not ask which CTA it was
        }
        return *this;
    }
    unsigned held_back() const { return policy->held_back_slots(free); }

    std::unique_ptr<CtaPolicy> policy;
    MachineShape shape;
    std::vector<unsigned> free;
    std::vector<Ctas> placed;
};

using Placed = std::vector<Ctas>;

}  // namespace heddle
