// A peer that breaks the base protocol.
#pragma once

#include <systemc>

namespace heddle {

// Apart from the ports' code, which the host runs all the time: a message costs its function registers and room.
[[gnu::cold, gnu::noinline]] void report_protocol_error(const sc_core::sc_object& port, const char* what);

}  // namespace heddle
