#include "heddle/platforms/levels/cores/cores.h"

#include "heddle/base/ratio.h"
#include "heddle/lsu/lsu.h"
#include "heddle/platforms/path/dispatch.h"
#include "heddle/sm/sm.h"

namespace heddle {
namespace {

struct Core : sc_core::sc_module {
    Core(sc_core::sc_module_name name, const LevelSite& site, unsigned sm_id)
        : sc_module(name),
          sm("sm", site.clocks["core"], site.plan.part<CorePlan>().sm, site.kernels, sm_id, site.plan.topology.sms(),
             site.plan.part<CorePlan>().lsu_kind().traits),
          lsu(site.plan.part<CorePlan>().lsu_kind().make("lsu", site.clocks["core"])) {
        site.binder.bind(*site.above[sm_id], sm.launch_in);
        site.binder.bind(sm.memory_out, lsu->warp_in);
        sm.join({Island::Kind::core, sm_id});
        lsu->join({Island::Kind::core, sm_id});
    }
    Sm sm;
    const std::unique_ptr<LsuBase> lsu;
};

class CoresLevel : public Level {
public:
    CoresLevel(sc_core::sc_module_name name, const LevelSite& site) : Level(name) {
        for (unsigned i = 0; i < site.above.size(); ++i)
            cores_.push_back(std::make_unique<Core>(numbered("core", i).c_str(), site, i));
    }
    OpenEnds open_ends() override {
        OpenEnds ends;
        for (const auto& core : cores_)
            for (unsigned port = 0; port < core->lsu->l1_ports(); ++port) ends.push_back(&core->lsu->l1_port(port));
        return ends;
    }
    OpenEnds side_ends() override {
        OpenEnds ends;
        for (const auto& core : cores_)
            for (AtOut* out : core->sm.core_cache_outs()) ends.push_back(out);
        return ends;
    }
    std::vector<AccessEventPort*> access_event_ports() override {
        std::vector<AccessEventPort*> ports;
        for (const auto& core : cores_) ports.push_back(&core->lsu->accesses_out);
        return ports;
    }
    std::uint64_t retired_warp_instructions() const override {
        std::uint64_t sum = 0;
        for (const auto& core : cores_) sum += core->sm.retired_warp_instructions();
        return sum;
    }
    void add_running_warps(RunningWarps& warps) const override {
        for (const auto& core : cores_) core->sm.add_running_warps(warps);
    }

private:
    std::vector<std::unique_ptr<Core>> cores_;
};

SmLimits limits_of(const SmParameters& sm) {
    return {sm.max_warps, sm.max_ctas, sm.registers, sm.shared_bytes, sm.reserved_shared_bytes};
}

}  // namespace

const LsuKind& CorePlan::lsu_kind() const {
    std::vector<std::string> names;
    for (const auto& kind : kinds) names.push_back(kind.first);
    require_one_of(pool, names, "lsu.pool");
    return kinds.at(pool);
}

void Cores::check(const PathPlan& plan) const {
    const auto& core = plan.part<CorePlan>();
    const LsuKind& kind = core.lsu_kind();
    require(!core.lsu.window_monitor || (core.pool == "none" && kind.l1_ports == 1), "lsu.window_monitor",
            "is true, which needs lsu.pool=none and one L1 for each SM (l1_cache.per_sm=1)");
}

void Cores::visit(ParameterSet& parameters) {
    parameters.group("sm", sm_);
    parameters.group("lsu", lsu_);
}

void Cores::plan(PathPlan& plan) const {
    sm_.validate("sm");
    lsu_.unit.validate("lsu");
    plan.part<DispatchPlan>().sm_limits = limits_of(sm_);
    auto& core = plan.part<CorePlan>();
    core.sm = sm_;
    core.lsu = lsu_.unit;
    core.pool = lsu_.pool;
    core.kinds["none"] = {{}, 1, [unit = lsu_.unit](const char* name, ClockDomain& clock) {
                              return std::make_unique<Lsu>(name, clock, unit);
                          }};
    plan.offer(Place::cores, {"", {{"cores", "core", [](const char* name, const LevelSite& site) {
                                        return std::make_unique<CoresLevel>(name, site);
                                    }}}});
}

std::vector<TotalSource> Cores::totals() const {
    const BlockFilter sm{"cores", "sm"}, lsu{"cores", "lsu"}, any{"cores", ""};
    std::vector<TotalSource> sources{{"lsu_instructions", any, "instructions"},
                                     {"lsu_line_requests", any, "line_requests"}};
    for (const char* counter : {"memory_waiting_cycles", "memory_waiting_instructions", "store_order_wait_cycles",
                                "load_order_wait_cycles", "instruction_queue_full_cycles"})
        sources.push_back({counter, sm, counter, true});
    for (const char* counter :
         {"memory_instructions", "memory_requests", "thread_requests", "window_requests_0", "window_requests_1",
          "window_requests_2", "window_requests_4", "window_requests_8", "window_requests_16", "window_requests_32",
          "window_requests_64", "window_requests_128"})
        sources.push_back({counter, lsu, counter, true});
    return sources;
}

void Cores::write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const {
    table.heading("Load/store units");
    table.row("memory instructions", grouped(totals["lsu_instructions"]));
    table.row("requests to the L1", grouped(totals["lsu_line_requests"]));
    if (totals.has("l1_misses"))
        table.row("L1 MPKI", with_decimals(1000 * totals.ratio("l1_misses", "thread_instructions"), 2),
                  "misses per 1000 thread instructions");
    if (!totals.has("memory_waiting_cycles")) return;
    const double sm_cycles = static_cast<double>(totals["cycles"]) * plan.topology.sms();
    table.row("instructions waiting", with_decimals(ratio(totals["memory_waiting_instructions"], sm_cycles), 2),
              "memory instructions per SM that could not issue, mean; at least one in " +
                  percent(ratio(totals["memory_waiting_cycles"], sm_cycles)) + " of cycles");
}

}  // namespace heddle
