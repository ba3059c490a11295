// Which CTA goes to which SM, and when. Plain C++: policies know the grid, clusters, SMs and free slots, nothing of
// sockets.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "heddle/cta_dispatcher/gpc_parameters.h"
#include "heddle/cta_dispatcher/grid_shape.h"

namespace heddle {

constexpr unsigned no_agent = ~0u;

struct Placement {
    unsigned sm = 0;            // cluster * sms_per_cluster + SM in the cluster
    std::uint32_t cta = 0;      // as the kernel sees it
    unsigned agent = no_agent;  // of the SM, where agents run CTAs
};

// What a policy decides when it is asked for the next CTA. A placement may come with a delay, such as the overhead of
// an agent that fetches its next task: the slot is taken at once, the launch is sent that many cycles later, and
// launches to other SMs go on meanwhile. A delay without a placement means that the policy wants to be asked again, but
// not before so many cycles have passed.
struct CtaDecision {
    CtaDecision() = default;  // nothing for now: asked again when something has changed
    CtaDecision(const Placement& where, unsigned delay = 0) : placement(where), delay_cycles(delay) {}
    static CtaDecision not_before(unsigned cycles) {
        CtaDecision decision;
        decision.delay_cycles = cycles;
        return decision;
    }

    std::optional<Placement> placement;
    unsigned delay_cycles = 0;
};

class CtaPolicy {
public:
    virtual ~CtaPolicy() = default;

    // A kernel begins on an empty machine; each SM can hold `slots_per_sm` of its CTAs.
    virtual void begin(const MachineShape& machine, const GridShape& grid, unsigned slots_per_sm) = 0;
    // The next CTA to launch, where and when. `free_slots[sm]` says what room there is. A placement is binding: the
    // caller takes the slot before it asks again, and asks no more when every CTA has been placed.
    virtual CtaDecision next(const std::vector<unsigned>& free_slots) = 0;
    // A CTA that takes the place of one that has retired without a launch by the hardware, such as the next task of an
    // agent: no launch rate holds it up. Asked before next(), until there is none.
    virtual CtaDecision follow_up() { return {}; }
    // This CTA has retired; its slot on the SM is free again.
    virtual void retired(unsigned sm, std::uint32_t cta) = 0;
    // Slots that are empty although there are CTAs for them, because the policy waits for a whole block of slots.
    virtual unsigned held_back_slots(const std::vector<unsigned>&) const { return 0; }
};

// What policies are made with.
struct CtaPolicyOptions {
    unsigned block_size = 2;  // dist_block
    std::uint64_t seed = 1;   // random
    GpcParameters gpcs;       // h200
};

// Throws ParameterError for an unknown name.
std::unique_ptr<CtaPolicy> make_cta_policy(const std::string& name, const CtaPolicyOptions& options = {});
const std::vector<std::string>& cta_policy_names();

}  // namespace heddle
