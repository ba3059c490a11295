// Where the routers of a mesh stand, and which way a packet takes. Plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

// The ports of a router: its four neighbours and its node.
enum class MeshPort : std::uint8_t { north, east, south, west, node };
constexpr unsigned mesh_ports = 5;
constexpr std::array<const char*, mesh_ports> mesh_port_names{"north", "east", "south", "west", "node"};

constexpr MeshPort opposite(MeshPort port) {
    switch (port) {
        case MeshPort::north:
            return MeshPort::south;
        case MeshPort::east:
            return MeshPort::west;
        case MeshPort::south:
            return MeshPort::north;
        case MeshPort::west:
            return MeshPort::east;
        default:
            return MeshPort::node;
    }
}

// Dimension-order routing: all of one dimension before the other. No cycle of buffers that wait for each other can
// arise.
enum class MeshRouting : std::uint8_t { xy, yx };
constexpr std::array<const char*, 2> mesh_routing_names{"xy", "yx"};
inline MeshRouting mesh_routing(const std::string& name) {
    return name == "yx" ? MeshRouting::yx : MeshRouting::xy;
}

// Place p of a mesh is in row p / width, column p % width; row 0 is the northernmost, column 0 the westernmost.
struct MeshShape {
    unsigned width = 6, height = 6;

    unsigned places() const { return width * height; }
    unsigned column(unsigned place) const { return place % width; }
    unsigned row(unsigned place) const { return place / width; }
    bool has_neighbour(unsigned place, MeshPort port) const {
        switch (port) {
            case MeshPort::north:
                return row(place) > 0;
            case MeshPort::east:
                return column(place) + 1 < width;
            case MeshPort::south:
                return row(place) + 1 < height;
            case MeshPort::west:
                return column(place) > 0;
            default:
                return false;
        }
    }
    unsigned neighbour(unsigned place, MeshPort port) const {
        switch (port) {
            case MeshPort::north:
                return place - width;
            case MeshPort::east:
                return place + 1;
            case MeshPort::south:
                return place + width;
            case MeshPort::west:
                return place - 1;
            default:
                return place;
        }
    }
    // The routers on the way, the first and the last included.
    unsigned routers_between(unsigned from, unsigned to) const {
        const auto distance = [](unsigned a, unsigned b) { return a > b ? a - b : b - a; };
        return distance(column(from), column(to)) + distance(row(from), row(to)) + 1;
    }
    // The port by which a packet leaves the router at `here`.
    MeshPort next_port(unsigned here, unsigned destination, MeshRouting routing) const {
        const unsigned x = column(here), y = row(here), to_x = column(destination), to_y = row(destination);
        const bool along_x = routing == MeshRouting::xy ? x != to_x : y == to_y && x != to_x;
        if (along_x) return to_x > x ? MeshPort::east : MeshPort::west;
        if (y != to_y) return to_y > y ? MeshPort::south : MeshPort::north;
        return MeshPort::node;
    }

    static constexpr unsigned max_side = 32;
    void validate(const std::string& key) const {
        require_range(width, 1U, max_side, key + ".width");
        require_range(height, 1U, max_side, key + ".height");
    }
};

}  // namespace heddle
