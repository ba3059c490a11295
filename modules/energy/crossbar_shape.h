// What a network on the chip consists of, as its cost sees it: crossbars, or links that lead from one end to another
// without one. Plain C++.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/base/parameters.h"

namespace heddle {

// Several crossbars of one build. A crossbar of `inputs` x `outputs` stands for the request and the reply network
// together, as the tables of MECHANISMS 5.3 count them.
struct CrossbarShape {
    unsigned count = 1;
    unsigned inputs = 1;
    unsigned outputs = 1;
    unsigned flit_bytes = 32;         // width of a channel
    double link_mm = 0;               // from a port to what is attached to it
    bool direct_links = false;        // `count` links from one end to the other, no switch between them (Pr80)
    unsigned request_flit_bytes = 0;  // of requests, if they have channels of another width

    unsigned request_width() const { return request_flit_bytes ? request_flit_bytes : flit_bytes; }
    double crosspoints() const { return direct_links ? 0 : 1.0 * count * inputs * outputs; }
    double ports() const { return direct_links ? 0 : 1.0 * count * (inputs + outputs); }

    void validate(const std::string& key) const {
        require_range(count, 1u, 1u << 20, key + ".count");
        require_range(inputs, 1u, 1u << 16, key + ".inputs");
        require_range(outputs, 1u, 1u << 16, key + ".outputs");
        require_range(flit_bytes, 1u, 4096u, key + ".flit_bytes");
        require_range(request_flit_bytes, 0u, 4096u, key + ".request_flit_bytes");
        require_range(link_mm, 0.0, 1000.0, key + ".link_mm");
    }
};

using NetworkShape = std::vector<CrossbarShape>;

// The lengths of the links that the dc-l1 paper gives (section 8, "conservative estimations").
constexpr double noc1_link_mm = 3.3;
constexpr double noc2_link_mm = 12.3;

}  // namespace heddle
