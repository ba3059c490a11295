// A peer that breaks the base protocol.
#pragma once

#include <systemc>

namespace heddle {

// Not inline in the ports' code, which is hot: a message would cost it registers and instruction cache.
[[gnu::cold, gnu::noinline]] void report_protocol_error(const sc_core::sc_object& port, const char* what);

}  // namespace heddle
