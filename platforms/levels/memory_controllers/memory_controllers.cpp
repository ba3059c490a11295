#include "heddle/platforms/levels/memory_controllers/memory_controllers.h"

#include "heddle/base/ratio.h"
#include "heddle/memory_controller/memory_controller.h"

namespace heddle {
namespace {

class MemoryLevel : public Level {
public:
    MemoryLevel(sc_core::sc_module_name name, const LevelSite& site, MemoryControllerParameters parameters)
        : Level(name) {
        parameters.address_map = site.plan.address_map;
        parameters.ports = static_cast<unsigned>(site.above.size()) / site.plan.topology.memory_partitions;
        for (std::size_t end = 0; end < site.above.size(); end += parameters.ports) {
            const std::string instance = numbered("controller", controllers_.size());
            controllers_.push_back(
                std::make_unique<MemoryController>(instance.c_str(), site.clocks["dram"], parameters));
            controllers_.back()->evaluate_in_group(site.plan.topology.sms() + static_cast<unsigned>(end));
            for (unsigned port = 0; port < parameters.ports; ++port)
                site.binder.bind(*site.above[end + port], controllers_.back()->port_in(port));
        }
    }
    OpenEnds open_ends() override { return {}; }
    std::vector<DebugIn*> host_sockets() override {
        std::vector<DebugIn*> sockets;
        for (const auto& controller : controllers_) sockets.push_back(&controller->host_in);
        return sockets;
    }

private:
    std::vector<std::unique_ptr<MemoryController>> controllers_;
};

}  // namespace

void MemoryControllers::plan(PathPlan& plan) const {
    clock_.plan(plan);
    parameters_.validate("memory_controller");
    plan.offer(Place::memory,
               {"controllers", {{"memory", "dram", [parameters = parameters_](const char* name, const LevelSite& site) {
                                     return std::make_unique<MemoryLevel>(name, site, parameters);
                                 }}}});
    plan.offer(Place::memory, {"external", {}});
}

void MemoryControllers::check(const PathPlan& plan) const {
    require(active(plan) || plan.path.l2, "path.memory",
            "is external while path.l2 is false: a memory outside does not execute atomics, the L2 does");
}

std::vector<TotalSource> MemoryControllers::totals() const {
    const BlockFilter memory{"memory", "memory_controller"};
    return {{"dram_reads", memory, "reads"},       {"dram_writes", memory, "writes"},
            {"dram_row_hits", memory, "row_hits"}, {"dram_row_misses", memory, "row_misses"},
            {"dram_bytes", memory, "bytes"},       {"dram_bus_busy_cycles", memory, "bus_busy_cycles"}};
}

std::vector<UtilisationSource> MemoryControllers::utilisations() const {
    return {{"dram_utilisation", "dram_bus_busy_cycles", {"memory", "memory_controller"}}};
}

void MemoryControllers::write_path(TableWriter& table, const Totals& totals) const {
    table.row("DRAM reads", grouped(totals["dram_reads"]));
    table.row("DRAM writes", grouped(totals["dram_writes"]));
    const std::uint64_t rows = totals["dram_row_hits"] + totals["dram_row_misses"];
    if (!rows) return;
    table.row("DRAM row hit rate", percent(ratio(totals["dram_row_hits"], rows)));
    table.row("DRAM bandwidth", with_decimals(ratio(totals["dram_bytes"], totals.seconds()) / 1e9, 1) + " GB/s",
              "data bus busy " + percent(totals.utilisation("dram_utilisation")));
}

}  // namespace heddle
