// The SMs with their load/store units. Above: the CTA dispatcher's launches; below: each unit's ports to the L1.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "heddle/base/lsu_traits.h"
#include "heddle/lsu/lsu_base.h"
#include "heddle/lsu/lsu_parameters.h"
#include "heddle/platforms/path/feature.h"
#include "heddle/sm/sm_parameters.h"

namespace heddle {

// How a load/store unit's sending of line requests is told as a resource.
struct LsuSending {
    std::string name = "line requests", capacity = "1 per cycle", parameter;
    std::string counter = "line_requests";
    unsigned per_cycle = 1;  // the most that the counter grows in a cycle

    // Of a unit that may send each bank a line in the same cycle: a cycle in which it sends any is one that conflicts
    // keep the other banks from using.
    static LsuSending to_banks(unsigned banks, const std::string& parameter) {
        return {"sending to the banks", std::to_string(banks) + " banks", parameter, "active_cycles", 1};
    }
};

// A kind of load/store unit.
struct LsuKind {
    LsuTraits traits;       // what the SM must know of it
    unsigned l1_ports = 1;  // its ports to the L1
    std::function<std::unique_ptr<LsuBase>(const char* name, ClockDomain& clock)> make;
    bool store_port = false;  // the last of the ports is for stores
    LsuSending sending{};
};

struct CorePlan {
    SmParameters sm;
    LsuParameters lsu;
    std::string pool;                      // the key lsu.pool
    std::map<std::string, LsuKind> kinds;  // by the value of lsu.pool; features add theirs

    // Throws ParameterError for a pool that no feature has added.
    [[nodiscard]] const LsuKind& lsu_kind() const;
};

class Cores : public Feature {
public:
    std::string name() const override { return "cores"; }
    void visit(ParameterSet& parameters) override;
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool always_shown(const PathPlan& plan) const override { return plan.part<CorePlan>().pool != "none"; }
    std::vector<TotalSource> totals() const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    SmParameters sm_;
    struct {
        LsuParameters unit;
        std::string pool = "none";
        template <class Visitor>
        void visit(Visitor& v) {
            unit.visit(v);
            v("pool", pool, "name", "kind of the load/store unit; none: one instruction at a time, in order");
        }
    } lsu_;
};

}  // namespace heddle
