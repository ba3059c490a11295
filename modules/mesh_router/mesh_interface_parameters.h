#pragma once

#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

struct MeshInterfaceParameters {
    unsigned interface_packets = 8;     // as the crossbar's ejection buffers
    unsigned outstanding_lines = 2048;  // more than the SM's warps can have, so that it does not limit

    template <class Visitor>
    void visit(Visitor& v) {
        v("interface_packets", interface_packets, "packets",
          "packets that have left the network and wait at a node; the head blocks those behind it");
        v("outstanding_lines", outstanding_lines, "lines",
          "lines that a node can have requests for in a network whose packets may pass each other");
    }
    void validate(const std::string& key) const {
        require_range(interface_packets, 1U, 4096U, key + ".interface_packets");
        require_range(outstanding_lines, 1U, 65536U, key + ".outstanding_lines");
    }
};

}  // namespace heddle
