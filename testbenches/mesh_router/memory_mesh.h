// A request and a reply network with network interfaces at their nodes: memories at some places, initiators at the
// rest.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "heddle/mesh_router/initiator_interface.h"
#include "heddle/mesh_router/mesh_grid.h"
#include "heddle/mesh_router/target_interface.h"

namespace heddle {

struct MemoryMeshOptions {
    MeshShape shape{3, 2};
    std::vector<unsigned> memory_places{0, 4};
    MeshRouterParameters router;
    MeshInterfaceParameters interface;
    CoalescingParameters coalescing;
    unsigned row_bytes = 2048;
};

// Memories take turns every 256 B of address; a row is row_bytes of one memory.
struct MemoryMesh {
    static constexpr unsigned piece_bytes = 256;

    MemoryMesh(ClockDomain& clock, const MemoryMeshOptions& options, Binder& binder)
        : requests("requests", clock, options.shape, nodes(options, true), options.router, options.coalescing, binder),
          replies("replies", clock, options.shape, nodes(options, false), options.router, {}, binder) {
        for (unsigned place = 0; place < options.shape.places(); ++place)
            if (!has_memory(options, place)) add_initiator(clock, options, {options.shape, place}, binder);
        for (unsigned place : options.memory_places) add_target(clock, options, {options.shape, place}, binder);
    }
    // Whatever has not come to its end.
    std::size_t in_flight() const {
        std::size_t sum = 0;
        for (const MeshGrid* grid : {&requests, &replies})
            for (unsigned place = 0; place < grid->places(); ++place) sum += grid->router(place).in_flight();
        for (const auto& initiator : initiators) sum += initiator->in_flight();
        for (const auto& target : targets) sum += target->in_flight();
        return sum;
    }

    MeshGrid requests, replies;
    std::vector<std::unique_ptr<InitiatorInterface>> initiators;
    std::vector<std::unique_ptr<TargetInterface>> targets;

private:
    static bool has_memory(const MemoryMeshOptions& options, unsigned place) {
        const auto& places = options.memory_places;
        return std::find(places.begin(), places.end(), place) != places.end();
    }
    // Memories receive requests and send replies, the others the other way round.
    static std::vector<NodePorts> nodes(const MemoryMeshOptions& options, bool request_network) {
        std::vector<NodePorts> nodes;
        for (unsigned place = 0; place < options.shape.places(); ++place) {
            const bool receives = has_memory(options, place) == request_network;
            nodes.push_back({!receives, receives});
        }
        return nodes;
    }
    static MeshAddressing addressing(const MemoryMeshOptions& options) {
        const std::vector<unsigned> places = options.memory_places;
        const std::uint64_t row_pieces = options.row_bytes / piece_bytes;
        return {[places](std::uint64_t address) { return places[address / piece_bytes % places.size()]; },
                [places, row_pieces](std::uint64_t address) {
                    const std::uint64_t piece = address / piece_bytes;
                    return piece / places.size() / row_pieces * places.size() + piece % places.size();
                },
                [](std::uint64_t address) { return static_cast<unsigned>(piece_bytes - address % piece_bytes); }};
    }
    void add_initiator(ClockDomain& clock, const MemoryMeshOptions& options, const MeshSite& site, Binder& binder) {
        const std::string name = "initiator_interface_" + std::to_string(initiators.size());
        initiators.push_back(std::make_unique<InitiatorInterface>(
            name.c_str(), clock, site, options.router, options.interface, addressing(options), options.coalescing));
        binder.bind(initiators.back()->packet_out, requests.router(site.place).in(MeshPort::node));
        binder.bind(replies.router(site.place).out(MeshPort::node), initiators.back()->packet_in);
    }
    void add_target(ClockDomain& clock, const MemoryMeshOptions& options, const MeshSite& site, Binder& binder) {
        const std::string name = "target_interface_" + std::to_string(targets.size());
        targets.push_back(
            std::make_unique<TargetInterface>(name.c_str(), clock, site, options.router, options.interface));
        binder.bind(requests.router(site.place).out(MeshPort::node), targets.back()->packet_in);
        binder.bind(targets.back()->packet_out, replies.router(site.place).in(MeshPort::node));
    }
};

}  // namespace heddle
