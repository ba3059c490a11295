#include "heddle/platforms/levels/mesh_noc/mesh_noc.h"

#include <algorithm>

#include "heddle/mesh_router/initiator_interface.h"
#include "heddle/mesh_router/mesh_grid.h"
#include "heddle/mesh_router/target_interface.h"
#include "heddle/platforms/levels/memory_controllers/dram_rows.h"
#include "heddle/platforms/path/cost_plan.h"

namespace heddle {
namespace {

// Of a network in which some nodes only send and others only receive.
std::vector<NodePorts> nodes_of(const MeshShape& shape, const std::vector<unsigned>& senders,
                                const std::vector<unsigned>& receivers) {
    std::vector<NodePorts> nodes(shape.places(), NodePorts{false, false});
    for (const unsigned place : senders) nodes[place].in = true;
    for (const unsigned place : receivers) nodes[place].out = true;
    return nodes;
}

MeshAddressing addressing(const MeshPlacement& placement, const PathPlan& plan) {
    const AddressSplitter splitter(plan.address_map);
    return {[splitter, memory = placement.memory](std::uint64_t address) { return memory[splitter.slice(address)]; },
            plan.part<DramRows>().key, [splitter](std::uint64_t address) { return splitter.rest_of_chunk(address); }};
}

// Says which node it is and where it stands, so that a waveform or a statistics file needs no list of places beside it.
std::string at_place(const char* name, std::size_t number, unsigned place) {
    return numbered(name, number) + "_at_" + std::to_string(place);
}

class MeshLevel : public Level {
public:
    MeshLevel(sc_core::sc_module_name name, const LevelSite& site, const MeshPlacement& placement,
              const MeshRouterParameters& router, const MeshInterfaceParameters& interface)
        : Level(name),
          requests_("requests", site.clocks["noc"], placement.shape,
                    nodes_of(placement.shape, placement.clusters, placement.memory), router,
                    site.plan.part<MeshPlan>().coalescing, site.binder),
          replies_("replies", site.clocks["noc"], placement.shape,
                   nodes_of(placement.shape, placement.memory, placement.clusters), router, {}, site.binder) {
        for (unsigned place = 0; place < placement.shape.places(); ++place)
            for (MeshGrid* grid : {&requests_, &replies_}) grid->router(place).join({Island::Kind::tile, place});
        for (const unsigned place : placement.clusters) add_cluster(site, placement, place, router, interface);
        for (const unsigned place : placement.memory) add_memory(site, placement, place, router, interface);
    }
    OpenEnds open_ends() override {
        OpenEnds ends;
        for (const auto& target : targets_) ends.push_back(&target->memory_out);
        return ends;
    }

private:
    void add_cluster(const LevelSite& site, const MeshPlacement& placement, unsigned place,
                     const MeshRouterParameters& router, const MeshInterfaceParameters& interface) {
        const std::size_t number = initiators_.size();
        initiators_.push_back(std::make_unique<InitiatorInterface>(
            at_place("cluster", number, place).c_str(), site.clocks["noc"], MeshSite{placement.shape, place}, router,
            interface, addressing(placement, site.plan), site.plan.part<MeshPlan>().coalescing));
        InitiatorInterface& initiator = *initiators_.back();
        initiator.join({Island::Kind::tile, place});
        site.binder.bind(*site.above[number], initiator.request_in);
        site.binder.bind(initiator.packet_out, requests_.router(place).in(MeshPort::node));
        site.binder.bind(replies_.router(place).out(MeshPort::node), initiator.packet_in);
    }
    void add_memory(const LevelSite& site, const MeshPlacement& placement, unsigned place,
                    const MeshRouterParameters& router, const MeshInterfaceParameters& interface) {
        targets_.push_back(std::make_unique<TargetInterface>(at_place("memory", targets_.size(), place).c_str(),
                                                             site.clocks["noc"], MeshSite{placement.shape, place},
                                                             router, interface));
        TargetInterface& target = *targets_.back();
        target.join({Island::Kind::tile, place});
        site.binder.bind(requests_.router(place).out(MeshPort::node), target.packet_in);
        site.binder.bind(target.packet_out, replies_.router(place).in(MeshPort::node));
    }

    MeshGrid requests_, replies_;
    std::vector<std::unique_ptr<InitiatorInterface>> initiators_;
    std::vector<std::unique_ptr<TargetInterface>> targets_;
};

}  // namespace

std::string MeshNoc::summary() const {
    return "mesh of routers instead of the crossbar: path.network=mesh; size and places in mesh.*, routers in "
           "mesh_router.*";
}

void MeshNoc::plan(PathPlan& plan) const {
    router_.validate("mesh_router");
    interface_.validate("mesh_interface");
    (void)plan.part<MeshPlan>();
    (void)plan.part<DramRows>();
    plan.offer(Place::network,
               {"mesh",
                {{"noc", "noc",
                  [mesh = mesh_, router = router_, interface = interface_](const char* name, const LevelSite& site) {
                      const auto clusters = static_cast<unsigned>(site.above.size());
                      return std::make_unique<MeshLevel>(
                          name, site, place_nodes(mesh, clusters, site.plan.address_map.slices(), "mesh"), router,
                          interface);
                  }}}});
    if (active(plan)) plan_cost(plan);
}

// A router has five ports each way: four neighbours and its own node. How long links are is for the technology to say.
void MeshNoc::plan_cost(PathPlan& plan) const {
    constexpr unsigned router_ports = 5;
    const unsigned routers = place_nodes(mesh_, plan.network_ends(), plan.address_map.slices(), "mesh").shape.places();
    plan.part<CostPlan>().meshes.push_back({"noc", {{routers, router_ports, router_ports, router_.flit_bytes, 0}}});
}

void MeshNoc::check(const PathPlan& plan) const {
    if (active(plan)) (void)place_nodes(mesh_, plan.network_ends(), plan.address_map.slices(), "mesh");
}

}  // namespace heddle
