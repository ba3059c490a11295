// What a cluster may do with a request before it reaches the network: the place of a merge table or a shared cache
// (MECHANISMS 1.3, 1.4). Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "base/lane_access.h"

namespace tlm {
class tlm_generic_payload;
}

namespace heddle {

struct ClusterRequest {
    unsigned core = 0;
    std::uint64_t address = 0;
    unsigned bytes = 0;
    bool is_load = false;  // a plain load: no store, atomic, texture, constant or instruction access
    AddressSpace space = AddressSpace::global;
    tlm::tlm_generic_payload* payload = nullptr;  // identifies the request; not to be touched
};

struct FilterVerdict {
    enum Action {
        wait,    // nothing happens to the request or in the filter: it is asked again later
        inject,  // to the network; only if there is room
        absorb,  // the filter keeps the request and names it when a reply serves it
        answer   // served from `line`, the 128 bytes of the request's line, valid until the next call
    };
    Action action = wait;
    const std::uint8_t* line = nullptr;
};

class RequestFilter {
public:
    virtual ~RequestFilter() = default;
    // Whether any request could proceed while the injection buffer is full; if not, none is asked about then.
    virtual bool works_without_room() const { return true; }
    // `room`: the injection buffer can take a packet. A request that only needs a look-up may proceed without.
    virtual FilterVerdict on_request(const ClusterRequest& request, bool room) = 0;
    // The reply to an injected request: appends the absorbed requests that the same bus transaction serves. Their bytes
    // lie within the reply's. `data` are the reply's bytes, null if it failed.
    virtual void on_reply(const ClusterRequest& reply, const std::uint8_t* data,
                          std::vector<ClusterRequest>& served) = 0;
};

// The baseline: every request goes to the network.
class PassAll : public RequestFilter {
public:
    bool works_without_room() const override { return false; }
    FilterVerdict on_request(const ClusterRequest&, bool room) override {
        return {room ? FilterVerdict::inject : FilterVerdict::wait, nullptr};
    }
    void on_reply(const ClusterRequest&, const std::uint8_t*, std::vector<ClusterRequest>&) override {}
};

}  // namespace heddle
