// What a cluster may do with a request before it reaches the network: the place of a merge table or a shared cache
// (MECHANISMS 1.3, 1.4). Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/base/kernel_event.h"
#include "heddle/base/lane_access.h"

namespace tlm {
class tlm_generic_payload;
}

namespace heddle {

struct ClusterRequest {
    unsigned core = 0;
    std::uint64_t address = 0;
    unsigned bytes = 0;
    bool is_load = false;         // a plain load: no store, atomic, texture, constant or instruction access
    bool is_line = false;         // asks for every byte of one line
    bool changes_memory = false;  // a store or an atomic
    bool passes_caches = false;   // the program wants the L2's bytes (ld.global.cg)
    bool tracked = false;         // a reply: what the verdict on its request said
    AddressSpace space = AddressSpace::global;
    std::uint32_t cta = 0;
    std::uint32_t word_mask = 0;  // the 4-byte words of the line that the warp asked for
    Cycle at = 0;                 // when the filter is asked; an absorbed request keeps the cycle of its absorption
    tlm::tlm_generic_payload* payload = nullptr;  // identifies the request; not to be touched
};

struct FilterVerdict {
    enum Action {
        wait,    // neither request nor filter changes; the filter is asked again later
        inject,  // to the network; only if there is room
        absorb,  // the filter keeps the request and names it when a reply serves it
        serve    // from `line`, the 128 bytes of the request's line, valid until the next call
    };
    Action action = wait;
    const std::uint8_t* line = nullptr;
    bool tracked = false;       // travels with an injected packet; its reply shows it
    unsigned delay_cycles = 0;  // of the lookup, for an injected packet
};

class RequestFilter {
public:
    virtual ~RequestFilter() = default;
    // Whether any request could proceed while the injection buffer is full; if not, none is asked about then.
    virtual bool works_without_room() const { return true; }
    // `room`: the injection buffer can take a packet. A request that only needs a lookup may proceed without.
    virtual FilterVerdict on_request(const ClusterRequest& request, bool room) = 0;
    // The reply to an injected request: appends the absorbed requests that the same bus transaction serves. Their bytes
    // lie within the reply's. `data` are the reply's bytes, null if it failed.
    virtual void on_reply(const ClusterRequest& reply, const std::uint8_t* data,
                          std::vector<ClusterRequest>& served) = 0;
    // Bytes were changed by blocking or debug transport, which do not ask the filter.
    virtual void on_write_around(std::uint64_t /*address*/, unsigned /*bytes*/) {}
    // A kernel starts or ends in cycle `now`. What follows from it must show from the next cycle on only.
    virtual void on_kernel_boundary(KernelEvent, Cycle) {}
};

}  // namespace heddle
