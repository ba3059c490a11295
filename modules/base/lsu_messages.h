// What a load/store unit tells the SM about an instruction before it answers it, and what both know of its queues.
#pragma once

#include <tlm>

namespace heddle {

// Ignorable phases of the base protocol (IEEE 1666-2011, 15.2.5), sent on the backward path between BEGIN_REQ and
// BEGIN_RESP. An initiator that does not know them returns TLM_ACCEPTED and loses nothing but time; BEGIN_RESP implies
// both.
TLM_DECLARE_EXTENDED_PHASE(LEFT_QUEUE);  // the instruction has left its instruction queue: the place is free again
TLM_DECLARE_EXTENDED_PHASE(LEFT_UNIT);   // its last line request has gone to the L1: later ones cannot pass it

// The instruction queue of a warp: neighbours share one, low warps have low queues (MECHANISMS 2.2.1 [R]).
inline unsigned queue_of_warp(unsigned warp, unsigned warps, unsigned queues) {
    return warp < warps ? warp * queues / warps : queues - 1;
}

}  // namespace heddle
