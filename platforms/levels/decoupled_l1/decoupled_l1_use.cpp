// How far the nodes' caches and queues were used.
#include "heddle/platforms/levels/decoupled_l1/decoupled_l1.h"

namespace heddle {

void DecoupledL1::add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const {
    const BlockFilter nodes{"l1", "dcl1_node"};
    const Dcl1NodeParameters node = this->node(topology(plan));
    const auto stalled = [&](const char* counter) { return figures.largest(nodes, counter); };
    // Of what is not an entry of its own, the time in which it is used up is the use.
    const auto stalls = [&](const char* counter) { return figures.use(nodes, {counter}); };
    PathStage& stage = use.stage("L1");
    stage.resources.push_back({"accesses", "1 per cycle and node", "decoupled_l1.nodes", Resource::Kind::bandwidth,
                               figures.use(nodes, {"port_busy_cycles"}), stalled("port_stall_cycles"), ""});
    stage.resources.push_back({"MSHRs", std::to_string(node.outstanding_lines()) + " per node",
                               "dcl1_node.mshr_entries", Resource::Kind::occupancy,
                               figures.use(nodes, {"mshr_occupancy_cycles"}, node.outstanding_lines()),
                               stalled("mshr_stall_cycles"), ""});
    stage.resources.push_back({"merges of a line", std::to_string(node.mshr_merges) + " requests per line",
                               "dcl1_node.mshr_merges", Resource::Kind::occupancy, stalls("merge_stall_cycles"),
                               stalled("merge_stall_cycles"), ""});
    stage.resources.push_back({"ways of a set", std::to_string(node.ways) + " ways", "dcl1_node.ways",
                               Resource::Kind::occupancy, stalls("way_stall_cycles"), stalled("way_stall_cycles"), ""});
    stage.resources.push_back(
        {"queue to the L2 (Q3)", std::to_string(node.queue_entries) + " per node", "dcl1_node.queue_entries",
         Resource::Kind::occupancy, figures.use(nodes, {"q3_occupancy_cycles"}, node.queue_entries),
         stalled("miss_queue_stall_cycles"), plan.own_network_ports ? "request network" : "cluster port"});
    stage.resources.push_back({"queue to the SMs (Q2)", std::to_string(node.queue_entries) + " per node",
                               "dcl1_node.queue_entries", Resource::Kind::occupancy,
                               figures.use(nodes, {"q2_occupancy_cycles"}, node.queue_entries),
                               stalled("reply_queue_stall_cycles"), "reply network 1"});
}

}  // namespace heddle
