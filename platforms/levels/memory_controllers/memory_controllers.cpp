#include "heddle/platforms/levels/memory_controllers/memory_controllers.h"

#include <algorithm>

#include "heddle/base/ratio.h"
#include "heddle/memory_controller/bank_map.h"
#include "heddle/memory_controller/memory_controller.h"
#include "heddle/platforms/levels/memory_controllers/dram_rows.h"
#include "heddle/platforms/path/cost_plan.h"

namespace heddle {
namespace {

// More than a machine has.
constexpr std::uint64_t max_partitions = 1024;

class MemoryLevel : public Level {
public:
    MemoryLevel(sc_core::sc_module_name name, const LevelSite& site, MemoryControllerParameters parameters)
        : Level(name) {
        parameters.address_map = site.plan.address_map;
        parameters.ports = static_cast<unsigned>(site.above.size()) / site.plan.topology.memory_partitions;
        for (std::size_t end = 0; end < site.above.size(); end += parameters.ports) {
            const std::string instance = numbered("controller", controllers_.size());
            parameters.refresh_ahead_cycles =
                static_cast<unsigned>(std::uint64_t{parameters.timing.refi_cycles} * end / site.above.size());
            controllers_.push_back(
                std::make_unique<MemoryController>(instance.c_str(), site.clocks["dram"], parameters));
            controllers_.back()->join({Island::Kind::partition, static_cast<unsigned>(end)});
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

// What requests wait for at the ports.
Resource queue_use(const MemoryControllerParameters& parameters, const BlockFigures& figures) {
    const BlockFilter controllers{"memory", ""};
    const auto used = figures.use(controllers, {"queue_occupancy_sum"}, parameters.queue_capacity());
    if (parameters.has_bank_queues())
        return {"bank queues",
                std::to_string(parameters.bank_queue_entries) + " per bank",
                "memory_controller.bank_queue_entries",
                Resource::Kind::occupancy,
                used,
                figures.largest(controllers, "interface_blocked_bank_full_cycles"),
                "DRAM"};
    return {"queue",
            std::to_string(parameters.queue_entries) + " per controller",
            "memory_controller.queue_entries",
            Resource::Kind::occupancy,
            used,
            figures.largest(controllers, "interface_blocked_queue_full_cycles"),
            "DRAM"};
}

}  // namespace

void MemoryControllers::plan(PathPlan& plan) const {
    clock_.plan(plan);
    parameters_.validate("memory_controller");
    with_map(plan.address_map).validate_slice_banks("memory_controller");
    if (active(plan)) {
        plan.part<DramRows>().key = row_key(plan.address_map);
        plan.part<CostPlan>().dram_bytes_per_cycle =
            1.0 * plan.topology.memory_partitions * parameters_.bus_bytes_per_cycle;
    }
    plan.offer(Place::memory,
               {"controllers", {{"memory", "dram", [parameters = parameters_](const char* name, const LevelSite& site) {
                                     return std::make_unique<MemoryLevel>(name, site, parameters);
                                 }}}});
    plan.offer(Place::memory, {"external", {}});
}

MemoryControllerParameters MemoryControllers::with_map(const AddressMap& map) const {
    MemoryControllerParameters parameters = parameters_;
    parameters.address_map = map;
    return parameters;
}

std::function<std::uint64_t(std::uint64_t)> MemoryControllers::row_key(const AddressMap& map) const {
    return [banks = with_map(map).bank_map(), splitter = AddressSplitter(map)](std::uint64_t address) {
        const std::uint64_t local = splitter.local(address);
        return (banks.row(local) * banks.banks.value() + banks.bank(local)) * max_partitions +
               splitter.partition(address);
    };
}

void MemoryControllers::check(const PathPlan& plan) const {
    require(active(plan) || plan.path.l2, "path.memory",
            "is external while path.l2 is false: a memory outside does not execute atomics, the L2 does");
}

std::vector<TotalSource> MemoryControllers::totals() const {
    const BlockFilter memory{"memory", "memory_controller"};
    return {{"dram_reads", memory, "reads"},
            {"dram_writes", memory, "writes"},
            {"dram_row_hits", memory, "row_hits"},
            {"dram_row_misses", memory, "row_misses"},
            {"dram_bytes", memory, "bytes"},
            {"dram_bus_busy_cycles", memory, "bus_busy_cycles"},
            {"dram_bank_idle_cycles", memory, "bank_idle_cycles"},
            {"dram_service_cycles", memory, "service_sum"}};
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

void MemoryControllers::add_use(PathUse& use, const BlockFigures& figures, const PathPlan&) const {
    const BlockFilter controllers{"memory", ""};
    const DramTiming& timing = parameters_.timing;
    use.stage("memory controller").resources.push_back(queue_use(parameters_, figures));
    PathStage& dram = use.stage("DRAM");
    dram.resources.push_back({"data bus",
                              std::to_string(parameters_.bus_bytes_per_cycle) + " B per cycle and controller",
                              "memory_controller.bus_bytes_per_cycle", Resource::Kind::bandwidth,
                              figures.use(controllers, {"bus_busy_cycles"}), 0, ""});
    dram.resources.push_back(
        {"activates",
         "one in " + std::to_string(timing.rrd_cycles) + " cycles and " +
             (timing.pseudo_channels > 1 ? "pseudo-channel" : "controller"),
         "memory_controller.rrd_cycles", Resource::Kind::bandwidth,
         figures.use(controllers, {"activates"}, 1.0 * timing.pseudo_channels / std::max(timing.rrd_cycles, 1u)), 0,
         ""});
    dram.resources.push_back({"bank", "one row in " + std::to_string(timing.rc_cycles) + " cycles",
                              "memory_controller.rc_cycles", Resource::Kind::bandwidth,
                              figures.buckets(controllers, "bank_activates", timing.rc_cycles), 0, ""});
}

}  // namespace heddle
