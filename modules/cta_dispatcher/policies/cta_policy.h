// Which CTA goes to which SM, and when. Plain C++: policies know clusters, SMs and free slots, nothing of time or
// sockets.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

struct MachineShape {
    unsigned clusters = 1;
    unsigned sms_per_cluster = 1;
    unsigned sms() const { return clusters * sms_per_cluster; }
    unsigned cluster_of(unsigned sm) const { return sm / sms_per_cluster; }
};

struct Placement {
    unsigned sm = 0;  // cluster * sms_per_cluster + SM in the cluster
    std::uint32_t cta = 0;
};

class CtaPolicy {
public:
    virtual ~CtaPolicy() = default;

    // A kernel of `ctas` CTAs begins on an empty machine; each SM can hold `slots_per_sm` of them.
    virtual void begin(const MachineShape& machine, std::uint32_t ctas, unsigned slots_per_sm) = 0;
    // The next CTA to launch and where, or nothing for now. `free_slots[sm]` says what room there is. A placement is
    // binding: the caller takes the slot before it asks again.
    virtual std::optional<Placement> next(const std::vector<unsigned>& free_slots) = 0;
    // A CTA of this SM has retired; its slot is free again.
    virtual void retired(unsigned sm) = 0;
    // Slots that stand empty although there are CTAs for them, because the policy waits for a whole block of slots.
    virtual unsigned held_back_slots(const std::vector<unsigned>&) const { return 0; }
};

// Throws ParameterError for an unknown name. `block_size` is for dist_block.
std::unique_ptr<CtaPolicy> make_cta_policy(const std::string& name, unsigned block_size);
const std::vector<std::string>& cta_policy_names();

}  // namespace heddle
