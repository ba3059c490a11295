#include "heddle/platforms/levels/crossbar_noc/crossbar_noc.h"

#include <algorithm>

#include "heddle/base/ratio.h"
#include "heddle/crossbar/crossbar.h"

namespace heddle {
namespace {

CrossbarParameters with_ports(CrossbarParameters parameters, std::size_t inputs, unsigned outputs) {
    parameters.inputs = static_cast<unsigned>(inputs);
    parameters.outputs = outputs;
    return parameters;
}

// `waiting`: flits of the packets of a port that have not crossed, on average. With virtual channels some of them are
// still on the link: a packet has as many flits in its channel as fit, and no more are counted than all channels hold.
Resource input_buffers(const CrossbarParameters& parameters, double waiting, double packet_flits, unsigned ports) {
    const unsigned channels = parameters.virtual_channels, channel_flits = parameters.vc_buffer_flits;
    const unsigned flits = channels ? channels * channel_flits : parameters.input_buffer_flits;
    if (channels) waiting = std::min<double>(flits, waiting * std::min(1.0, ratio(channel_flits, packet_flits)));
    const std::string capacity = channels ? std::to_string(channels) + " VCs of " + std::to_string(channel_flits)
                                          : std::to_string(parameters.input_buffer_flits);
    return {"input buffers",
            capacity + " flits per port",
            channels ? "crossbar.vc_buffer_flits" : "crossbar.input_buffer_flits",
            Resource::Kind::occupancy,
            {waiting / flits, waiting / flits, ports},
            0,
            ""};
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
    return {{"noc_request_utilisation", "noc_request_flits", noc, CyclesOf::channels},
            {"noc_reply_utilisation", "noc_reply_flits", noc, CyclesOf::channels}};
}

void CrossbarNoc::write_path(TableWriter& table, const Totals& totals) const {
    table.row("NoC read requests", grouped(totals["noc_read_requests"]));
    table.row("NoC flits", grouped(totals["noc_flits"]),
              "channels busy: requests " + percent(totals.utilisation("noc_request_utilisation")) + ", replies " +
                  percent(totals.utilisation("noc_reply_utilisation")));
}

// Ports are busy one cycle per flit, at both ends of a packet's way. The buffers' occupancy is that of Little's law:
// what packets wait or are on their way, summed, over time.
PathStage CrossbarNoc::stage(const std::string& direction, const BlockFigures& figures) const {
    const BlockFilter noc{"noc", ""};
    const auto total = [&](const char* counter) { return figures.largest(noc, direction + counter); };
    const Use in = figures.buckets(noc, direction + "_input_flits"),
              out = figures.buckets(noc, direction + "_output_flits");
    const double flits = ratio(total("_busy_cycles"), total("_grants"));
    const double waiting = (total("_input_wait_cycles") + total("_busy_cycles")) * flits / std::max(in.instances, 1u);
    const double granted = (total("_latency_cycles") - total("_input_wait_cycles")) / std::max(out.instances, 1u);
    const auto occupancy = [](double used, unsigned entries, unsigned ports) {
        return Use{used / entries, used / entries, ports};
    };
    const std::string width = std::to_string(parameters_.flit_bytes) + " B per cycle and port";
    return {direction + " network",
            {{"input ports", width, "crossbar.flit_bytes", Resource::Kind::bandwidth, in, 0, ""},
             {"output ports", width, "crossbar.flit_bytes", Resource::Kind::bandwidth, out, 0, ""},
             input_buffers(parameters_, waiting, flits, in.instances),
             {"ejection buffers", std::to_string(parameters_.ejection_buffer_packets) + " packets per port",
              "crossbar.ejection_buffer_packets", Resource::Kind::occupancy,
              occupancy(granted, parameters_.ejection_buffer_packets, out.instances), 0, ""}}};
}

void CrossbarNoc::add_use(PathUse& use, const BlockFigures& figures, const PathPlan&) const {
    use.requests.push_back(stage("request", figures));
    use.add_reply_stage(stage("reply", figures));
}

}  // namespace heddle
