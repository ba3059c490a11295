// The memory controllers with their DRAM, or none: then the path ends in sockets of the GPU. Above: the same number of
// sockets for each controller.
#pragma once

#include "heddle/memory_controller/memory_controller_parameters.h"
#include "heddle/platforms/path/feature.h"
#include "heddle/platforms/path/level_clock.h"

namespace heddle {

class MemoryControllers : public Feature {
public:
    std::string name() const override { return "memory_controllers"; }
    void visit(ParameterSet& parameters) override {
        parameters.group("clock", clock_);
        parameters.group("memory_controller", parameters_);
    }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override { return plan.path.memory == "controllers"; }
    std::vector<TotalSource> totals() const override;
    std::vector<UtilisationSource> utilisations() const override;
    void write_path(TableWriter& table, const Totals& totals) const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    // The parameters as a controller of the machine gets them.
    MemoryControllerParameters with_map(const AddressMap& map) const;
    // See dram_rows.h.
    std::function<std::uint64_t(std::uint64_t)> row_key(const AddressMap& map) const;

    LevelClock clock_{"dram", "dram_mhz", "command clock of the memory controllers"};
    MemoryControllerParameters parameters_;
};

}  // namespace heddle
