// The notifications that a load/store unit sends to the SM about an instruction before it responds to it.
#pragma once

#include <tlm>

namespace heddle {

// Ignorable phases of the base protocol (IEEE 1666-2011, 15.2.5), sent on the backward path between BEGIN_REQ and
// BEGIN_RESP. An initiator that does not know them returns TLM_ACCEPTED and loses nothing but time; BEGIN_RESP implies
// both.
TLM_DECLARE_EXTENDED_PHASE(LEFT_QUEUE);  // the instruction has left its instruction queue: its entry is free again
TLM_DECLARE_EXTENDED_PHASE(LEFT_UNIT);   // its last line request has gone to the L1: no later one can pass it

}  // namespace heddle
