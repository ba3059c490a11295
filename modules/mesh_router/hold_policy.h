// The detector of a coalescing router (MECHANISMS 3.3): how long a packet waits here for others. Plain C++.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "heddle/mesh_router/mesh_packet.h"

namespace heddle {

// none: nothing is held. dynamic: a total of D cycles per router of the way is dealt out so that routers near the
// destination get more. fixed: D cycles at every router. extra: D cycles for every packet at every router, and no
// merging (the paper's control experiment extra5cycle). slack: as dynamic, but no longer than the SM has other warps to
// issue.
enum class HoldPolicy : std::uint8_t { none, dynamic, fixed, extra, slack };
constexpr std::array<const char*, 5> hold_policy_names{"none", "dynamic", "fixed", "extra", "slack"};

inline HoldPolicy hold_policy(const std::string& name) {
    const auto found = std::find(hold_policy_names.begin(), hold_policy_names.end(), name);
    return static_cast<HoldPolicy>(found - hold_policy_names.begin());
}

// Router number `hop` of `hops`: share hop / (1 + ... + hops) of `per_hop` * hops cycles. Sums up to the whole exactly:
// what the first n routers hold is rounded down, not each of them.
constexpr unsigned dynamic_hold(unsigned per_hop, unsigned hop, unsigned hops) {
    const auto first = [&](unsigned n) { return per_hop * n * (n + 1) / (hops + 1); };
    return hop == 0 || hop > hops ? 0 : first(hop) - first(hop - 1);
}

class Detector {
public:
    Detector(HoldPolicy policy, unsigned per_hop) : policy_(policy), per_hop_(per_hop) {}

    bool merges() const { return policy_ != HoldPolicy::none && policy_ != HoldPolicy::extra; }
    // Cycles for which the packet, whose head is in this router, waits here; 0: it goes on at once.
    unsigned hold(const MeshPacket& packet) const {
        if (policy_ == HoldPolicy::extra) return per_hop_;
        if (policy_ == HoldPolicy::none || !packet.read_request) return 0;
        if (policy_ == HoldPolicy::fixed) return per_hop_;
        const unsigned share = dynamic_hold(per_hop_, packet.hop, packet.hops);
        return policy_ == HoldPolicy::slack ? std::min<unsigned>(share, packet.slack) : share;
    }
    // Of what it has been granted for its way: cycles that routers after this one will hold it.
    unsigned remaining(const MeshPacket& packet) const {
        if (packet.hop >= packet.hops) return 0;
        if (policy_ == HoldPolicy::fixed) return per_hop_ * (packet.hops - packet.hop);
        return per_hop_ * packet.hops - per_hop_ * packet.hop * (packet.hop + 1) / (packet.hops + 1);
    }

private:
    HoldPolicy policy_;
    unsigned per_hop_;
};

}  // namespace heddle
