#include "heddle/platforms/features/banked/banked_feature.h"

#include <algorithm>

#include "heddle/lsu/pool/banked/banked_lsu.h"
#include "heddle/platforms/levels/cores/cores.h"
#include "heddle/platforms/levels/private_l1/private_l1.h"

namespace heddle {
namespace {

constexpr const char* sending_name = "sending to the banks";

}  // namespace

std::string BankedFeature::summary() const {
    return "an L1 of several banks, one line request per bank and cycle: lsu.pool=banked with l1_cache.banks=8; needs "
           "path.l1=private";
}

void BankedFeature::plan(PathPlan& plan) const {
    auto& core = plan.part<CorePlan>();
    const L1CacheParameters& l1 = plan.part<PrivateL1Plan>().parameters;
    core.kinds["banked"] = {
        parameters_.traits(),
        l1.banks,
        [unit = core.lsu, pool = parameters_, banks = l1.bank_index()](const char* instance, ClockDomain& clock) {
            return std::make_unique<BankedLsu>(instance, clock, unit, pool, banks);
        },
        false,
        // A pass is one that conflicts keep other banks from using. Each lane makes one in pass_cycles, and the unit
        // one in a cycle.
        {sending_name, std::to_string(l1.banks) + " banks", "l1_cache.banks", "lane_cycles",
         std::min(parameters_.in_turn, parameters_.pass_cycles)}};
}

void BankedFeature::check(const PathPlan& plan) const {
    const unsigned banks = plan.part<PrivateL1Plan>().parameters.banks;
    if (active(plan)) {
        require(plan.path.l1 == "private", "lsu.pool",
                "is 'banked', a unit for the banks of a private L1, but path.l1 is '" + plan.path.l1 + "'");
        parameters_.validate("lsu.banked");
    } else {
        const auto unused = [](const char* key, unsigned value, unsigned otherwise) {
            require(value == otherwise, key, "is " + std::to_string(value) + ", which needs lsu.pool=banked");
        };
        unused("lsu.banked.data_banks", parameters_.data_banks, 0);
        unused("lsu.banked.pass_cycles", parameters_.pass_cycles, 1);
        unused("lsu.banked.in_turn", parameters_.in_turn, 1);
        unused("lsu.banked.in_sight", parameters_.in_sight, 1);
        require(banks == 1, "l1_cache.banks",
                "is " + std::to_string(banks) + ", which needs a load/store unit for banks: lsu.pool=banked");
    }
}

bool BankedFeature::active(const PathPlan& plan) const {
    return plan.part<CorePlan>().pool == "banked";
}

std::vector<TotalSource> BankedFeature::totals() const {
    const BlockFilter l1{"l1", "l1_cache"}, lsu{"cores", "banked_lsu"};
    return {{"l1_served_requests", l1, "served_requests", true},
            {"l1_serving_cycles", l1, "serving_cycles", true},
            {"l1_miss_port_conflicts", l1, "miss_port_conflicts", true},
            {"banked_instructions", lsu, "instructions", true},
            {"banked_line_requests", lsu, "line_requests", true},
            {"banked_active_cycles", lsu, "active_cycles", true},
            {"banked_conflict_cycles", lsu, "bank_conflict_cycles", true}};
}

void BankedFeature::write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const {
    table.heading("Banks of the L1");
    if (plan.part<PrivateL1Plan>().parameters.banks > 1) {
        table.row("served per cycle", with_decimals(totals.ratio("l1_served_requests", "l1_serving_cycles"), 2),
                  "requests per cycle in which the L1 served any");
        table.row("miss port conflicts", grouped(totals["l1_miss_port_conflicts"]), "request-cycles");
    }
    table.row("bank conflicts", grouped(totals["banked_conflict_cycles"]), "request-cycles");
}

// The passes take the banks of the data where these need more of them than the lines do.
void BankedFeature::add_use(PathUse& use, const BlockFigures& figures, const PathPlan&) const {
    const BlockFilter units{"cores", "banked_lsu"};
    if (2 * figures.largest(units, "data_bank_lane_cycles") <= figures.largest(units, "lane_cycles")) return;
    for (Resource& resource : use.stage("LSU").resources) {
        if (resource.name != sending_name) continue;
        resource.name = "passes through the data banks";
        resource.capacity = std::to_string(parameters_.data_banks) + " data banks";
        resource.parameter = "lsu.banked.data_banks";
    }
}

}  // namespace heddle
