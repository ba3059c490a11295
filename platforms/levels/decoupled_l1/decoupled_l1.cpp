#include "heddle/platforms/levels/decoupled_l1/decoupled_l1.h"

#include <algorithm>

#include "heddle/dcl1_node/dcl1_node.h"
#include "heddle/dcl1_node/home_selection.h"
#include "heddle/platforms/levels/cache_rows.h"
#include "heddle/platforms/levels/cores/cores.h"
#include "heddle/platforms/levels/crossbars/network_split.h"
#include "heddle/platforms/levels/first_crossbars/first_crossbars.h"
#include "heddle/platforms/path/cost_plan.h"

namespace heddle {
namespace {

class Dcl1NodesLevel : public Level {
public:
    Dcl1NodesLevel(sc_core::sc_module_name name, const LevelSite& site, Dcl1NodeParameters parameters,
                   const HomeLines& lines)
        : Level(name) {
        parameters.counts_prefetches = site.plan.prefetches;
        for (auto* end : site.above) {
            const std::string instance = numbered("node", nodes_.size());
            nodes_.push_back(std::make_unique<Dcl1Node>(instance.c_str(), site.clocks["core"], parameters, lines));
            nodes_.back()->join({Island::Kind::node, static_cast<unsigned>(nodes_.size() - 1)});
            site.binder.bind(*end, nodes_.back()->core_in);
        }
    }
    OpenEnds open_ends() override {
        OpenEnds ends;
        for (const auto& node : nodes_) ends.push_back(&node->memory_out);
        return ends;
    }
    std::vector<KernelBoundaryIn*> kernel_listeners() override {
        std::vector<KernelBoundaryIn*> listeners;
        for (const auto& node : nodes_) listeners.push_back(&node->kernel_events_in);
        return listeners;
    }
    std::vector<LineEventPort*> line_event_ports() override {
        std::vector<LineEventPort*> ports;
        for (const auto& node : nodes_) ports.push_back(&node->line_events_out);
        return ports;
    }

private:
    std::vector<std::unique_ptr<Dcl1Node>> nodes_;
};

std::string times(const CrossbarCount& count) {
    return std::to_string(count.crossbars) + " x (" + std::to_string(count.inputs) + " x " +
           std::to_string(count.outputs) + ")";
}

}  // namespace

Dcl1Topology DecoupledL1::topology(const PathPlan& plan) const {
    return {plan.topology.sms(), parameters_.nodes, parameters_.clusters, plan.address_map.slices()};
}

Dcl1NodeParameters DecoupledL1::node(const Dcl1Topology& topology) const {
    Dcl1NodeParameters node = node_;
    node.size_bytes = static_cast<unsigned>(std::uint64_t{topology.cores} * parameters_.bytes_per_sm / topology.nodes);
    return node;
}

void DecoupledL1::plan(PathPlan& plan) const {
    auto& first = plan.part<FirstCrossbarsPlan>();
    if (!active(plan)) {
        plan.offer(Place::l1, {"decoupled", {}});
        return;
    }
    const Dcl1Topology topology = this->topology(plan);
    topology.validate("decoupled_l1");
    require(std::uint64_t{topology.cores} * parameters_.bytes_per_sm % topology.nodes == 0, "decoupled_l1.bytes_per_sm",
            "of " + std::to_string(topology.cores) + " SMs cannot be dealt out evenly to " +
                std::to_string(topology.nodes) + " nodes");
    const std::uint64_t node_bytes = std::uint64_t{topology.cores} * parameters_.bytes_per_sm / topology.nodes;
    require(node_bytes <= L1CacheParameters::most_bytes, "decoupled_l1.bytes_per_sm",
            "makes nodes of " + std::to_string(node_bytes) + " B; expected at most " +
                std::to_string(L1CacheParameters::most_bytes) + " B");
    const Dcl1NodeParameters node = this->node(topology);
    const unsigned set_bytes = std::max(node.ways, 1u) * line_bytes;
    require(node.size_bytes > 0 && node.size_bytes % set_bytes == 0, "decoupled_l1.bytes_per_sm",
            "makes nodes of " + std::to_string(node.size_bytes) + " B, which are no whole number of sets of " +
                std::to_string(node.ways) + " ways (dcl1_node.ways) of " + std::to_string(line_bytes) + " B");
    node.validate("dcl1_node");
    const HomeSelection homes(plan.address_map, topology.nodes_per_cluster());
    plan.offer(Place::l1,
               {"decoupled",
                {first.level, {"l1", "core", [node, lines = HomeLines(homes)](const char* name, const LevelSite& site) {
                                   return std::make_unique<Dcl1NodesLevel>(name, site, node, lines);
                               }}}});
    plan_networks(plan, topology);
    plan_cost(plan, topology, node);
}

void DecoupledL1::plan_cost(PathPlan& plan, const Dcl1Topology& topology, const Dcl1NodeParameters& node) const {
    const CrossbarCount noc1 = topology.noc1();
    const CrossbarParameters& crossbar = plan.part<FirstCrossbarsPlan>().parameters;
    auto& cost = plan.part<CostPlan>();
    const CrossbarSetShape shape{noc1.crossbars, noc1.inputs, noc1.outputs};
    CrossbarShape crossbars = shape.cost(crossbar, noc1_link_mm);
    crossbars.direct_links = noc1.inputs == 1 && noc1.outputs == 1;
    cost.networks.push_back({"noc1", {crossbars}});
    cost.caches.push_back({"l1", {topology.nodes, static_cast<double>(node.size_bytes)}});
    cost.l1_caches = topology.nodes;
    cost.l1_network = CostPlan::L1Network{crossbar.flit_bytes, "noc1"};
    cost.queues = NodeQueues{topology.nodes, 4, node.queue_entries, line_bytes};
}

// SMs that share a port of the network share it with their nodes; otherwise each node has a port of its own, and the
// network can be cut into one crossbar for each range of slices.
void DecoupledL1::plan_networks(PathPlan& plan, const Dcl1Topology& topology) const {
    auto& first = plan.part<FirstCrossbarsPlan>();
    const CrossbarCount noc1 = topology.noc1();
    first.used = first.before_l1 = true;
    first.shape = {noc1.crossbars, noc1.inputs, noc1.outputs, false};
    first.route = [homes = HomeSelection(plan.address_map, noc1.outputs), nodes = noc1.outputs](
                      unsigned cluster, std::uint64_t address) { return cluster * nodes + homes.home(address); };
    plan.l1_ends = topology.nodes;
    plan.own_network_ports = plan.topology.sms_per_cluster == 1;
    if (!plan.own_network_ports || plan.path.network != "crossbar" || !topology.can_split()) return;
    topology.validate_split("decoupled_l1");
    plan.part<NetworkSplit>().crossbars = topology.nodes_per_cluster();
}

void DecoupledL1::check(const PathPlan& plan) const {
    if (!active(plan)) return;
    const auto& core = plan.part<CorePlan>();
    require(core.lsu_kind().l1_ports == 1, "lsu.pool",
            "is '" + core.pool + "', a unit for the banks of a private L1, but path.l1 is 'decoupled'");
}

std::vector<TotalSource> DecoupledL1::totals() const {
    const BlockFilter nodes{"l1", "dcl1_node"};
    std::vector<TotalSource> sources = cache_totals("l1", "l1");
    for (const char* counter : {"merges_same_core", "merges_other_core", "replies", "reply_bytes"})
        sources.push_back({std::string("dcl1_") + counter, nodes, counter});
    return sources;
}

std::vector<FigureSource> DecoupledL1::figures(const PathPlan&) const {
    return cache_figures("l1", "l1", {"accesses", "stores", "atomics"});
}

void DecoupledL1::write_path(TableWriter& table, const Totals& totals) const {
    write_cache_rows(table, totals, "L1", "l1");
}

void DecoupledL1::write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const {
    const Dcl1Topology topology = this->topology(plan);
    table.heading("Decoupled L1s (" + topology.name() + ")");
    table.row("nodes", std::to_string(topology.nodes),
              std::to_string(node(topology).size_bytes / 1024) + " KB each; a line has at most " +
                  std::to_string(topology.max_copies()) + " copies");
    table.row("NoC#1", times(topology.noc1()), with_decimals(plan.clock_mhz("noc1"), 0) + " MHz");
    if (plan.own_network_ports && plan.path.network == "crossbar")
        table.row("NoC#2", times(topology.noc2()), with_decimals(plan.clock_mhz("noc"), 0) + " MHz");
    table.row("merged misses", grouped(totals["dcl1_merges_same_core"] + totals["dcl1_merges_other_core"]),
              percent(ratio(totals["dcl1_merges_other_core"],
                            totals["dcl1_merges_same_core"] + totals["dcl1_merges_other_core"])) +
                  " with a miss of another SM");
    table.row("bytes to the SMs", grouped(totals["dcl1_reply_bytes"]),
              with_decimals(totals.ratio("dcl1_reply_bytes", "dcl1_replies"), 1) + " per reply");
}

}  // namespace heddle
