// How many flits a packet has (MECHANISMS 3.2: a header of 8 B and 8 B per request). Plain C++.
#pragma once

#include <algorithm>

#include "heddle/base/divisor.h"

namespace heddle {

struct MeshPacketSize {
    unsigned header_bytes = 8, address_bytes = 8;
    Divisor flit_bytes = 32;

    unsigned request_flits(unsigned requests, unsigned data_bytes) const {
        return flits(header_bytes + requests * address_bytes + data_bytes);
    }
    unsigned reply_flits(unsigned data_bytes) const { return flits(header_bytes + data_bytes); }

private:
    // At least one: with sizes of 0 ("ideal") something still has to be sent.
    unsigned flits(unsigned bytes) const {
        return std::max(1U, static_cast<unsigned>(flit_bytes.quotient_rounded_up(bytes)));
    }
};

}  // namespace heddle
