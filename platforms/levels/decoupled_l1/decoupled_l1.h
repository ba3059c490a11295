// Decoupled L1s (MECHANISMS 5): the SMs have no data L1; nodes with a cache each stand between two networks. Above: the
// load/ store units' ports, one per SM; then crossbars (NoC#1, the level first_crossbars) to the nodes; below: one
// socket per node, for the clusters' ports or for NoC#2, which is the machine's network.
#pragma once

#include "heddle/dcl1_node/dcl1_node_parameters.h"
#include "heddle/platforms/levels/decoupled_l1/dcl1_topology.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

struct DecoupledL1Parameters {
    unsigned nodes = 24;  // two for each cluster of the default machine; MECHANISMS 5.3 has 40 in 10 for 80 SMs
    unsigned clusters = 12;
    unsigned bytes_per_sm = 16 * 1024;  // MECHANISMS 5.1

    template <class Visitor>
    void visit(Visitor& v) {
        v("nodes", nodes, "count", "nodes with a part of the L1 each");
        v("clusters", clusters, "count",
          "groups of neighbouring SMs and nodes; a line has one home in each: 1 is one L1 shared by all SMs, as many "
          "as "
          "nodes are private L1s of neighbouring SMs");
        v("bytes_per_sm", bytes_per_sm, "B", "L1 capacity of the machine over its SMs, dealt out to the nodes");
    }
};

class DecoupledL1 : public Feature {
public:
    std::string name() const override { return "decoupled_l1"; }
    std::string summary() const override {
        return "decoupled L1 caches: path.l1=decoupled; decoupled_l1.nodes and decoupled_l1.clusters shape them, "
               "dcl1_node.* is the node, noc1.* and clock.noc1_mhz are the crossbars between SMs and nodes";
    }
    void visit(ParameterSet& parameters) override {
        parameters.group("decoupled_l1", parameters_);
        parameters.group("dcl1_node", node_);
    }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override { return plan.path.l1 == "decoupled"; }
    std::vector<TotalSource> totals() const override;
    std::vector<FigureSource> figures(const PathPlan&) const override;
    void write_path(TableWriter& table, const Totals& totals) const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    Dcl1Topology topology(const PathPlan& plan) const;
    Dcl1NodeParameters node(const Dcl1Topology& topology) const;
    void plan_cost(PathPlan& plan, const Dcl1Topology& topology, const Dcl1NodeParameters& node) const;
    void plan_networks(PathPlan& plan, const Dcl1Topology& topology) const;

    DecoupledL1Parameters parameters_;
    Dcl1NodeParameters node_;
};

}  // namespace heddle
