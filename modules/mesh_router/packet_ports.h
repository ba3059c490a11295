// How a network interface exchanges packets with its router: one flit per cycle each way.
#pragma once

#include <array>

#include "heddle/base/at_in.h"
#include "heddle/mesh_router/flit_link.h"
#include "heddle/mesh_router/mesh_router_parameters.h"
#include "heddle/mesh_router/round_robin.h"

namespace heddle {

// Cuts packets into flits. A packet takes a virtual channel of the router with a free slot, in turn.
class PacketSender {
public:
    PacketSender(AtOut& out, const MeshRouterParameters& parameters)
        : out_(out), link_(parameters.vcs * parameters.buffer_flits), vcs_(parameters.vcs) {
        credits_.fill(parameters.buffer_flits);
    }
    [[nodiscard]] bool idle() const { return packet_ == nullptr; }
    void start(MeshPacket* packet) {
        packet_ = packet;
        left_ = packet->flits;
        has_vc_ = false;
    }
    // Takes credits and sends a flit. Returns whether one was sent.
    bool tick(Cycle now) {
        link_.take_credits(out_, now, [&](unsigned vc) { ++credits_[vc]; });
        if (!packet_ || !out_.can_send(now) || !choose_channel()) return false;
        --credits_[vc_];
        const Flit flit{packet_, nullptr, static_cast<std::uint8_t>(vc_), left_ == packet_->flits, left_ == 1};
        out_.send(link_.make(flit), now);
        if (--left_ == 0) packet_ = nullptr;
        return true;
    }
    // When it next needs its owner: a flit that waits for a credit is woken by the credit.
    Cycle due(Cycle now, bool sent) const { return std::min(out_.due(now, false), sent && packet_ ? now + 1 : never); }
    std::size_t unacknowledged() const { return link_.unacknowledged(); }

private:
    // A packet stays in the channel of its head.
    bool choose_channel() {
        if (has_vc_) return credits_[vc_] > 0;
        unsigned free = 0;
        for (unsigned vc = 0; vc < vcs_; ++vc) free |= unsigned{credits_[vc] > 0} << vc;
        if (!free) return false;
        vc_ = round_robin(free, next_vc_);
        next_vc_ = vc_ + 1 == vcs_ ? 0 : vc_ + 1;
        return has_vc_ = true;
    }

    AtOut& out_;
    FlitLink link_;
    const unsigned vcs_;
    std::array<unsigned, RouterPipeline::max_vcs> credits_{};
    MeshPacket* packet_ = nullptr;
    unsigned left_ = 0, vc_ = 0, next_vc_ = 0;
    bool has_vc_ = false;
};

// Takes flits from the router and returns their credits at once. The last flit of a packet waits until there is room
// for the packet: then the network behind it is back-pressured.
class PacketReceiver {
public:
    explicit PacketReceiver(AtIn& in) : in_(in) {}
    // Calls arrived(packet) when the last flit of a packet is there and `room`. Returns whether a flit was taken.
    template <class Arrived>
    bool tick(Cycle now, bool room, Arrived arrived) {
        auto& flits = in_.requests();
        if (!flits.ready(now) || !in_.can_respond(now)) return false;
        const Flit& flit = flit_of(*flits.head(), in_);
        if (flit.tail && !room) return false;
        if (flit.tail) arrived(flit.packet);
        Payload* payload = flits.pop(now);
        payload->set_response_status(tlm::TLM_OK_RESPONSE);
        in_.respond(payload, now);
        in_.service(now);
        return true;
    }

private:
    AtIn& in_;
};

}  // namespace heddle
