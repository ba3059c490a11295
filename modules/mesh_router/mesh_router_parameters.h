#pragma once

#include <string>

#include "heddle/base/parameters.h"
#include "heddle/mesh_router/mesh_packet_size.h"
#include "heddle/mesh_router/router_pipeline.h"

namespace heddle {

struct MeshRouterParameters {
    unsigned vcs = 1;            // MECHANISMS 3.1
    unsigned buffer_flits = 8;   // MECHANISMS 3.1
    unsigned flit_bytes = 32;    // MECHANISMS 3.1
    unsigned stages = 5;         // MECHANISMS 3.1: IB, RC, VA, SA, LT
    unsigned header_bytes = 8;   // MECHANISMS 3.2 [R]
    unsigned address_bytes = 8;  // MECHANISMS 3.2 [R]
    std::string routing = "xy";  // MECHANISMS 3.1: dimension order

    MeshPacketSize packet_size() const { return {header_bytes, address_bytes, flit_bytes}; }

    template <class Visitor>
    void visit(Visitor& v) {
        v("vcs", vcs, "", "virtual channels of every link");
        v("buffer_flits", buffer_flits, "flits", "buffer of a virtual channel, at routers and at network interfaces");
        v("flit_bytes", flit_bytes, "B", "width of a link: what it moves per cycle");
        v("stages", stages, "cycles", "cycles per router and link without contention");
        v("header_bytes", header_bytes, "B", "header of every packet");
        v("address_bytes", address_bytes, "B", "bytes of a packet for each request in it");
        v("routing", routing, "", "dimension order: xy (columns first) or yx");
    }
    void validate(const std::string& key) const {
        require_range(vcs, 1U, RouterPipeline::max_vcs, key + ".vcs");
        require_range(buffer_flits, 1U, 1024U, key + ".buffer_flits");
        require_range(flit_bytes, 1U, 4096U, key + ".flit_bytes");
        require_range(stages, 3U, 64U, key + ".stages");
        require_range(header_bytes, 0U, 4096U, key + ".header_bytes");
        require_range(address_bytes, 0U, 4096U, key + ".address_bytes");
        require_one_of(routing, mesh_routing_names, key + ".routing");
    }
};

// What a router's node does in its network. A GPU's clusters only send requests and only receive replies.
struct NodePorts {
    bool in = true;   // the node sends packets
    bool out = true;  // the node receives packets
};

// Where a router or a network interface stands.
struct MeshSite {
    MeshShape shape;
    unsigned place = 0;
    NodePorts node = {};

    void validate(const std::string& key) const {
        shape.validate(key);
        require(place < shape.places(), key + ".place",
                "is " + std::to_string(place) + ", the mesh has " + std::to_string(shape.places()) + " places");
    }
};

}  // namespace heddle
