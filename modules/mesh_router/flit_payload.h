// A flit as a transaction: one link carries it, and its response is the credit for the buffer slot that it took.
#pragma once

#include "heddle/base/payload_pool.h"
#include "heddle/mesh_router/mesh_packet.h"

namespace heddle {

// To TLM an ignore command without data: what it carries are the end-to-end transactions of its packet.
struct FlitPayload : PooledPayload {
    using PooledPayload::PooledPayload;
    void renew() { access.clear(); }
    Flit flit;
};

inline const Flit& flit_of(const Payload& payload) {
    return static_cast<const FlitPayload&>(payload).flit;
}

// Names the place that a blocking or debug access goes to, while routers pass it on.
struct MeshDestination : tlm::tlm_extension<MeshDestination> {
    explicit MeshDestination(unsigned destination) : place(destination) {}
    tlm::tlm_extension_base* clone() const override { return new MeshDestination(place); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        place = static_cast<const MeshDestination&>(other).place;
    }
    unsigned place;
};

}  // namespace heddle
