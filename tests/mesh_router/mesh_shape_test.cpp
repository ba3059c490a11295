#include "heddle/mesh_router/mesh_shape.h"

#include <catch2/catch.hpp>

#include "heddle/mesh_router/mesh_packet_size.h"

using namespace heddle;

namespace {

// Follows a packet; returns the routers on its way, or 0 if it turns back or leaves the mesh.
unsigned routers_visited(const MeshShape& shape, unsigned from, unsigned to, MeshRouting routing) {
    unsigned here = from, routers = 1, turns = 0;
    bool last_along_x = true;
    for (MeshPort port; (port = shape.next_port(here, to, routing)) != MeshPort::node; ++routers) {
        if (!shape.has_neighbour(here, port)) return 0;
        const bool along_x = port == MeshPort::east || port == MeshPort::west;
        if (routers > 1 && along_x != last_along_x) {
            ++turns;
            if (along_x != (routing == MeshRouting::yx)) return 0;  // the second dimension is x only with yx
        }
        last_along_x = along_x;
        here = shape.neighbour(here, port);
        if (routers > 100) return 0;
    }
    return here == to && turns <= 1 ? routers : 0;
}

}  // namespace

TEST_CASE("places count along the rows, row 0 in the north") {
    const MeshShape shape{4, 3};
    CHECK(shape.places() == 12);
    CHECK(shape.column(6) == 2);
    CHECK(shape.row(6) == 1);
    CHECK(shape.neighbour(6, MeshPort::north) == 2);
    CHECK(shape.neighbour(6, MeshPort::east) == 7);
    CHECK(shape.neighbour(6, MeshPort::south) == 10);
    CHECK(shape.neighbour(6, MeshPort::west) == 5);
    CHECK_FALSE(shape.has_neighbour(3, MeshPort::north));
    CHECK_FALSE(shape.has_neighbour(3, MeshPort::east));
    CHECK(shape.has_neighbour(3, MeshPort::south));
    CHECK(shape.has_neighbour(3, MeshPort::west));
    CHECK_FALSE(shape.has_neighbour(8, MeshPort::south));
    CHECK_FALSE(shape.has_neighbour(8, MeshPort::west));
}

TEST_CASE("a neighbour's neighbour on the opposite side is oneself") {
    const MeshShape shape{4, 3};
    for (unsigned place = 0; place < shape.places(); ++place)
        for (MeshPort port : {MeshPort::north, MeshPort::east, MeshPort::south, MeshPort::west})
            if (shape.has_neighbour(place, port)) {
                const unsigned other = shape.neighbour(place, port);
                REQUIRE(shape.has_neighbour(other, opposite(port)));
                REQUIRE(shape.neighbour(other, opposite(port)) == place);
            }
    CHECK(opposite(MeshPort::node) == MeshPort::node);
}

TEST_CASE("dimension order: the shortest way, one turn, the right dimension first") {
    for (const MeshShape shape : {MeshShape{4, 3}, MeshShape{1, 5}, MeshShape{7, 1}, MeshShape{1, 1}})
        for (MeshRouting routing : {MeshRouting::xy, MeshRouting::yx})
            for (unsigned from = 0; from < shape.places(); ++from)
                for (unsigned to = 0; to < shape.places(); ++to)
                    REQUIRE(routers_visited(shape, from, to, routing) == shape.routers_between(from, to));
    const MeshShape shape{6, 6};
    CHECK(shape.routers_between(0, 35) == 11);
    CHECK(shape.next_port(0, 35, MeshRouting::xy) == MeshPort::east);
    CHECK(shape.next_port(0, 35, MeshRouting::yx) == MeshPort::south);
    CHECK(mesh_routing("xy") == MeshRouting::xy);
    CHECK(mesh_routing("yx") == MeshRouting::yx);
}

TEST_CASE("flits of a packet: a header, 8 B per request, data") {
    const MeshPacketSize size;
    CHECK(size.request_flits(1, 0) == 1);
    CHECK(size.request_flits(3, 0) == 1);
    CHECK(size.request_flits(4, 0) == 2);
    CHECK(size.request_flits(32, 0) == 9);
    CHECK(size.request_flits(1, 16) == 1);
    CHECK(size.request_flits(1, 17) == 2);
    CHECK(size.request_flits(1, 128) == 5);
    CHECK(size.reply_flits(0) == 1);
    CHECK(size.reply_flits(24) == 1);
    CHECK(size.reply_flits(25) == 2);
    CHECK(size.reply_flits(128) == 5);
}

TEST_CASE("a packet without header and addresses is still one flit") {
    const MeshPacketSize ideal{0, 0, 32};
    CHECK(ideal.request_flits(5, 0) == 1);
    CHECK(ideal.reply_flits(0) == 1);
    CHECK(ideal.reply_flits(128) == 4);
}
