// The load/store unit for an L1 whose sectors lie in banks (l1_cache.sector_banks).
#pragma once

#include "heddle/platforms/path/feature.h"

namespace heddle {

class SectorsFeature : public Feature {
public:
    std::string name() const override { return "sectors"; }
    std::string summary() const override;
    void visit(ParameterSet&) override {}  // the banks are the cache's
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override;
};

}  // namespace heddle
