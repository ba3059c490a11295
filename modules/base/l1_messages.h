// The notification that an L1 sends to a load/store unit about a request before it responds to it.
#pragma once

#include <tlm>

namespace heddle {

// An ignorable phase of the base protocol (IEEE 1666-2011, 15.2.5), sent on the backward path between BEGIN_REQ and
// BEGIN_RESP by an L1 that serves requests of two sockets in an order of its own (l1_cache/README.md, store port): the
// request has been looked up, no later one can pass it. BEGIN_RESP implies it.
TLM_DECLARE_EXTENDED_PHASE(LOOKED_UP);

}  // namespace heddle
