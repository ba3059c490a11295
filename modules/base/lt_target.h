// The loosely timed side of a module with target sockets: what virtual prototypes and debuggers call.
#pragma once

#include "heddle/base/gpu_access.h"

namespace heddle {

class LtTarget {
public:
    // Serves the access at once and adds the nominal, uncontended latency to `delay`. Same data, same counters.
    virtual void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) = 0;
    // Reads or writes without moving time or counters; returns the number of bytes done.
    virtual unsigned serve_debug(Payload& payload, unsigned port) = 0;

protected:
    ~LtTarget() = default;
};

}  // namespace heddle
