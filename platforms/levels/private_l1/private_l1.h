// An L1 data cache for each SM, or several of which each serves some of its CTA slots, or none. Above: the load/store
// units' ports, one per bank; below: one socket per SM.
#pragma once

#include "heddle/l1_cache/l1_cache_parameters.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

struct PrivateL1Plan {
    L1CacheParameters parameters;
    unsigned per_sm = 1;
};

class PrivateL1 : public Feature {
public:
    std::string name() const override { return "private_l1"; }
    void visit(ParameterSet& parameters) override { parameters.group("l1_cache", l1_); }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override { return plan.path.l1 == "private"; }
    std::vector<TotalSource> totals() const override;
    std::vector<FigureSource> figures(const PathPlan&) const override;
    void write_path(TableWriter& table, const Totals& totals) const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    unsigned caches(const PathPlan& plan) const { return plan.topology.sms() * l1_.per_sm; }
    std::vector<std::string> lookups() const;
    Resource lookup_bandwidth(const BlockFigures& figures) const;
    struct {
        L1CacheParameters cache;
        unsigned per_sm = 1;
        template <class Visitor>
        void visit(Visitor& v) {
            cache.visit(v);
            v("per_sm", per_sm, "caches",
              "L1 caches of an SM, each of size_bytes: a CTA uses the one of its slot's number modulo per_sm, and "
              "fetches "
              "what the others have; 2 in Maxwell and Pascal");
        }
    } l1_;
    const L1CacheParameters& parameters_ = l1_.cache;
};

}  // namespace heddle
