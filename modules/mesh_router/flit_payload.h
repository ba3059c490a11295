// A flit as a transaction: one link carries it, and its response is the credit for the buffer slot that it took.
#pragma once

#include <typeinfo>

#include "heddle/base/payload_pool.h"
#include "heddle/mesh_router/mesh_packet.h"

namespace heddle {

// To TLM an ignore command without data: what it carries are the end-to-end transactions of its packet.
struct FlitPayload : PooledPayload {
    using PooledPayload::PooledPayload;
    void renew() { access.clear(); }
    Flit flit;
};

[[noreturn, gnu::cold]] void refuse_transaction(const sc_core::sc_object& port);

// The flit of a transaction that came by `port`. Only routers and network interfaces make them, and a bridge that
// passes copies on loses what they carry.
inline const Flit& flit_of(const Payload& payload, const sc_core::sc_object& port) {
    if (typeid(payload) != typeid(FlitPayload)) refuse_transaction(port);
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

// Around a blocking or debug call: the payload has the extension during the call.
class BoundFor {
public:
    BoundFor(Payload& payload, unsigned place) : payload_(payload), destination_(place) {
        payload_.set_extension(&destination_);
    }
    ~BoundFor() { payload_.clear_extension(&destination_); }
    BoundFor(const BoundFor&) = delete;
    BoundFor& operator=(const BoundFor&) = delete;

private:
    Payload& payload_;
    MeshDestination destination_;
};

}  // namespace heddle
