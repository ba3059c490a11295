// The caches of a core beside its data cache: instructions, constants, textures. Their misses and the core's data
// requests share one link. Above: one socket per core, and the SMs' side sockets; below: one socket per core.
#pragma once

#include "heddle/lsu/lsu_parameters.h"
#include "heddle/platforms/path/feature.h"
#include "heddle/read_only_cache/read_only_cache_parameters.h"

namespace heddle {

struct CoreCachesPlan {
    ReadOnlyCacheParameters instruction, constant, texture;
    bool has_instruction = false, has_constant = false, has_texture = false;

    bool any() const { return has_instruction || has_constant || has_texture; }
};

class CoreCaches : public Feature {
public:
    CoreCaches();
    std::string name() const override { return "core_caches"; }
    std::string summary() const override {
        return "instruction, constant and texture caches of the cores: sm.instruction_fetch, sm.constant_cache, "
               "sm.texture_cache";
    }
    void visit(ParameterSet& parameters) override;
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override { return plan.part<CoreCachesPlan>().any(); }
    std::vector<TotalSource> totals() const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    ReadOnlyCacheParameters instruction_, constant_, texture_;
};

}  // namespace heddle
