#include "heddle/platforms/levels/l2_slices/l2_slices.h"

#include "heddle/l2_slice/l2_slice.h"
#include "heddle/platforms/levels/cache_rows.h"

namespace heddle {
namespace {

class L2SlicesLevel : public Level {
public:
    L2SlicesLevel(sc_core::sc_module_name name, const LevelSite& site, L2SliceParameters parameters) : Level(name) {
        parameters.address_map = site.plan.address_map;
        for (auto* end : site.above) {
            const std::string instance = numbered("slice", slices_.size());
            const unsigned group = site.plan.topology.sms() + static_cast<unsigned>(slices_.size());
            slices_.push_back(std::make_unique<L2Slice>(instance.c_str(), site.clocks["l2"], parameters));
            slices_.back()->evaluate_in_group(group);
            site.binder.bind(*end, slices_.back()->request_in);
        }
    }
    OpenEnds open_ends() override {
        OpenEnds ends;
        for (const auto& slice : slices_) ends.push_back(&slice->memory_out);
        return ends;
    }
    std::vector<DebugIn*> host_sockets() override {
        std::vector<DebugIn*> sockets;
        for (const auto& slice : slices_) sockets.push_back(&slice->host_in);
        return sockets;
    }
    std::vector<ControlSocket*> control_sockets() override {
        std::vector<ControlSocket*> sockets;
        for (const auto& slice : slices_) sockets.push_back(&slice->control_in);
        return sockets;
    }

private:
    std::vector<std::unique_ptr<L2Slice>> slices_;
};

}  // namespace

void L2Slices::plan(PathPlan& plan) const {
    clock_.plan(plan);
    parameters_.validate("l2_slice");
    plan.offer(Place::l2, {"true", {{"l2", "l2", [parameters = parameters_](const char* name, const LevelSite& site) {
                                         return std::make_unique<L2SlicesLevel>(name, site, parameters);
                                     }}}});
    plan.offer(Place::l2, {"false", {}});
}

std::vector<TotalSource> L2Slices::totals() const {
    return cache_totals("l2", "l2");
}

void L2Slices::write_path(TableWriter& table, const Totals& totals) const {
    write_cache_rows(table, totals, "L2", "l2");
}

}  // namespace heddle
