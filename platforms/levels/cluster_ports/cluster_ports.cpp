#include "heddle/platforms/levels/cluster_ports/cluster_ports.h"

namespace heddle {
namespace {

class ClusterPortsLevel : public Level {
public:
    ClusterPortsLevel(sc_core::sc_module_name name, const LevelSite& site) : Level(name) {
        const auto& plan = site.plan.part<ClusterPlan>();
        const unsigned cores = plan.parameters.cores;
        for (std::size_t end = 0; end < site.above.size(); end += cores) {
            ports_.push_back(plan.make(numbered("port", ports_.size()).c_str(), site.clocks["core"], plan.parameters));
            ports_.back()->join({Island::Kind::core, static_cast<unsigned>(end)});
            for (unsigned core = 0; core < cores; ++core)
                site.binder.bind(*site.above[end + core], ports_.back()->core_in[core]);
        }
    }
    OpenEnds open_ends() override {
        OpenEnds ends;
        for (const auto& port : ports_) ends.push_back(&port->noc_out);
        return ends;
    }
    std::vector<KernelBoundaryIn*> kernel_listeners() override {
        std::vector<KernelBoundaryIn*> listeners;
        for (const auto& port : ports_) listeners.push_back(&port->kernel_events_in);
        return listeners;
    }

private:
    std::vector<std::unique_ptr<ClusterPort>> ports_;
};

}  // namespace

void ClusterPorts::plan(PathPlan& plan) const {
    auto& cluster = plan.part<ClusterPlan>();
    cluster.parameters = parameters_;
    require(plan.own_network_ports || plan.l1_ends % plan.topology.clusters == 0, "topology.clusters",
            "is " + std::to_string(plan.topology.clusters) + ", which does not divide the " +
                std::to_string(plan.l1_ends) + " L1s that share the clusters' ports");
    cluster.parameters.cores = plan.own_network_ports ? 1 : plan.l1_ends / plan.topology.clusters;
    cluster.parameters.validate("cluster_port");
    cluster.make = [](const char* name, ClockDomain& clock, const ClusterPortParameters& parameters) {
        return std::make_unique<ClusterPort>(name, clock, parameters);
    };
    if (plan.own_network_ports) return plan.offer(Place::cluster, {"", {}});
    plan.offer(Place::cluster, {"", {{"clusters", "core", [](const char* name, const LevelSite& site) {
                                          return std::make_unique<ClusterPortsLevel>(name, site);
                                      }}}});
}

void ClusterPorts::add_use(PathUse& use, const BlockFigures& figures, const PathPlan&) const {
    const BlockFilter ports{"clusters", ""};
    PathStage& stage = use.stage("cluster port");
    stage.resources.push_back(
        {"requests", "1 per cycle and cluster", "", Resource::Kind::bandwidth,
         figures.use(ports, {"read_requests", "write_requests", "atomic_requests", "control_requests"}), 0, ""});
    stage.resources.push_back({"injection buffer",
                               std::to_string(parameters_.injection_buffer_packets) + " packets",
                               "cluster_port.injection_buffer_packets",
                               Resource::Kind::occupancy,
                               {},
                               figures.largest(ports, "injection_full_cycles"),
                               "request network"});
    stage.resources.push_back({"answers of the coalesced cache",
                               std::to_string(parameters_.response_buffer_packets) + " replies",
                               "cluster_port.response_buffer_packets",
                               Resource::Kind::occupancy,
                               {},
                               figures.largest(ports, "answers_full_cycles"),
                               "cluster port's reply bus"});
    use.add_reply_stage(
        {"cluster port",
         {{"reply bus", std::to_string(parameters_.bus_bytes) + " B per cycle and cluster", "cluster_port.bus_bytes",
           Resource::Kind::bandwidth, figures.use(ports, {"bus_busy_cycles"}), 0, ""}}});
}

}  // namespace heddle
