#include "heddle/platforms/features/packet_coalescing/packet_coalescing_feature.h"

#include "heddle/platforms/levels/memory_controllers/dram_rows.h"
#include "heddle/platforms/levels/mesh_noc/mesh_noc.h"

namespace heddle {
namespace {

const BlockFilter routers{"noc.requests", "mesh_router"};

}  // namespace

std::string PacketCoalescingFeature::summary() const {
    return "packet coalescing in the routers of a mesh: path.network=mesh with packet_coalescing.hold=dynamic, fixed "
           "or slack; extra is the control experiment that delays packets and merges none";
}

void PacketCoalescingFeature::plan(PathPlan& plan) const {
    parameters_.validate("packet_coalescing");
    plan.part<MeshPlan>().coalescing = parameters_;
}

void PacketCoalescingFeature::check(const PathPlan& plan) const {
    if (!parameters_.active()) return;
    require(plan.path.network == "mesh", "packet_coalescing.hold",
            "is " + parameters_.hold + ", but the network is path.network=" + plan.path.network +
                ": only the routers of a mesh hold packets");
    require(!parameters_.merges() || plan.part<DramRows>().key, "packet_coalescing.hold",
            "is " + parameters_.hold + ", but memory is outside (path.memory=" + plan.path.memory +
                "): the routers do not know its rows; extra holds packets and needs none");
}

std::vector<TotalSource> PacketCoalescingFeature::totals() const {
    std::vector<TotalSource> sources;
    for (const char* counter : {"hold_candidates", "held_packets", "hold_cycles", "merges", "merged_packets",
                                "big_packets", "table_packet_cycles", "grant_held_cycles"})
        sources.push_back({std::string("coalescing_") + counter, routers, counter, true});
    return sources;
}

void PacketCoalescingFeature::write_section(TableWriter& table, const Totals& totals, const PathPlan&) const {
    table.heading("Packet coalescing");
    table.row("held packets", grouped(totals["coalescing_held_packets"]),
              percent(totals.ratio("coalescing_held_packets", "coalescing_hold_candidates")) +
                  " of those to be held; the others found the table full, or too many requests to their row");
    // Loads only are held for others, but everything is delayed where nothing merges.
    const bool loads = parameters_.merges();
    const char* const held = loads ? "noc_read_requests" : "noc_requests";
    table.row("hold time", with_decimals(totals.ratio("coalescing_hold_cycles", held), 1) + " cycles",
              std::string("per ") + (loads ? "load" : "request") + ", over all routers of its way");
    table.row("merged loads", grouped(totals["coalescing_merged_packets"]),
              percent(totals.ratio("coalescing_merged_packets", "noc_read_requests")) +
                  " of loads share a packet when they arrive");
    table.row("Big Packets", grouped(totals["coalescing_big_packets"]),
              "packets of several requests that left a table");
    table.row("grants held", grouped(totals["coalescing_grant_held_cycles"]), "cycles in which a kept output was idle");
}

}  // namespace heddle
