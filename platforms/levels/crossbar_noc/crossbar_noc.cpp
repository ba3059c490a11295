#include "heddle/platforms/levels/crossbar_noc/crossbar_noc.h"

#include "heddle/crossbar/crossbar.h"

namespace heddle {
namespace {

CrossbarParameters with_ports(CrossbarParameters parameters, std::size_t inputs, unsigned outputs) {
    parameters.inputs = static_cast<unsigned>(inputs);
    parameters.outputs = outputs;
    return parameters;
}

class CrossbarLevel : public Level {
public:
    CrossbarLevel(sc_core::sc_module_name name, const LevelSite& site, const CrossbarParameters& parameters)
        : Level(name),
          crossbar_("crossbar", site.clocks["noc"],
                    with_ports(parameters, site.above.size(), site.plan.address_map.slices()), site.plan.address_map) {
        for (unsigned input = 0; input < site.above.size(); ++input)
            site.binder.bind(*site.above[input], crossbar_.in[input]);
    }
    OpenEnds open_ends() override {
        OpenEnds ends;
        for (auto& out : crossbar_.out) ends.push_back(out.get());
        return ends;
    }

private:
    Crossbar crossbar_;
};

}  // namespace

void CrossbarNoc::plan(PathPlan& plan) const {
    clock_.plan(plan);
    parameters_.validate("crossbar");
    plan.offer(Place::network,
               {"crossbar", {{"noc", "noc", [parameters = parameters_](const char* name, const LevelSite& site) {
                                  return std::make_unique<CrossbarLevel>(name, site, parameters);
                              }}}});
}

std::vector<TotalSource> CrossbarNoc::totals() const {
    const BlockFilter noc{"noc", "crossbar"};
    return {{"noc_read_requests", noc, "read_requests"},
            {"noc_flits", noc, "request_flits"},
            {"noc_flits", noc, "reply_flits"},
            {"noc_request_flits", noc, "request_flits"},
            {"noc_reply_flits", noc, "reply_flits"}};
}

std::vector<UtilisationSource> CrossbarNoc::utilisations() const {
    const BlockFilter noc{"noc", "crossbar"};
    return {{"noc_request_utilisation", "noc_request_flits", noc, true},
            {"noc_reply_utilisation", "noc_reply_flits", noc, true}};
}

void CrossbarNoc::write_path(TableWriter& table, const Totals& totals) const {
    table.row("NoC read requests", grouped(totals["noc_read_requests"]));
    table.row("NoC flits", grouped(totals["noc_flits"]),
              "channels busy: requests " + percent(totals.utilisation("noc_request_utilisation")) + ", replies " +
                  percent(totals.utilisation("noc_reply_utilisation")));
}

}  // namespace heddle
