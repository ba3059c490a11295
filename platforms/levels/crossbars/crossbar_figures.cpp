#include "heddle/platforms/levels/crossbars/crossbar_figures.h"

#include <algorithm>

#include "heddle/base/ratio.h"

namespace heddle {
namespace {

// `waiting`: flits of the packets of a port that have not crossed, on average. With virtual channels some of them are
// still on the link: a packet has as many flits in its channel as fit. It is an estimate, which takes all packets to be
// equally long: no more flits are counted than the buffers hold.
Resource input_buffers(const CrossbarParameters& parameters, const std::string& key, double waiting,
                       double packet_flits, unsigned ports) {
    const unsigned channels = parameters.virtual_channels, channel_flits = parameters.vc_buffer_flits;
    const unsigned flits = channels ? channels * channel_flits : parameters.input_buffer_flits;
    if (channels) waiting *= std::min(1.0, ratio(channel_flits, packet_flits));
    waiting = std::min<double>(flits, waiting);
    const std::string capacity =
        channels ? std::to_string(channels) + " VCs of " + std::to_string(channel_flits) + " flits per port"
                 : std::to_string(flits) + " flits per port";
    return {"input buffers",
            capacity,
            key + (channels ? ".vc_buffer_flits" : ".input_buffer_flits"),
            Resource::Kind::occupancy,
            {waiting / flits, waiting / flits, ports},
            0,
            ""};
}

// `carried`: bytes per cycle.
Resource group_links(unsigned bytes, const std::string& key, const Use& carried) {
    return {"links of groups",
            std::to_string(bytes) + " B per cycle and group",
            key,
            Resource::Kind::bandwidth,
            {carried.busiest / bytes, carried.mean / bytes, carried.instances},
            0,
            ""};
}

}  // namespace

std::vector<TotalSource> CrossbarFigures::totals() const {
    const BlockFilter crossbars{level_, "crossbar"};
    return {{level_ + "_read_requests", crossbars, "read_requests"},
            {level_ + "_flits", crossbars, "request_flits"},
            {level_ + "_flits", crossbars, "reply_flits"},
            {level_ + "_request_flits", crossbars, "request_flits"},
            {level_ + "_reply_flits", crossbars, "reply_flits"}};
}

std::vector<UtilisationSource> CrossbarFigures::utilisations(const CrossbarParameters& parameters) const {
    const BlockFilter crossbars{level_, "crossbar"};
    const bool both_sides = parameters.limits_inputs();
    return {{level_ + "_request_utilisation", level_ + "_request_flits", crossbars,
             both_sides ? CyclesOf::channels : CyclesOf::outputs},
            {level_ + "_reply_utilisation", level_ + "_reply_flits", crossbars,
             both_sides ? CyclesOf::channels : CyclesOf::inputs}};
}

// A link is busy one cycle per flit.
std::vector<FigureSource> CrossbarFigures::figures() const {
    const auto busiest = [crossbars = BlockFilter{level_, "crossbar"}](const char* flits) {
        return [crossbars, flits](const Totals&, const BlockFigures& blocks) {
            return blocks.buckets(crossbars, flits).busiest;
        };
    };
    return {{level_ + "_request_link_utilisation_max", "1",
             "busy part of the time of the most used link that requests leave the network by",
             busiest("request_output_flits")},
            {level_ + "_reply_link_utilisation_max", "1",
             "busy part of the time of the most used link that replies leave the network by",
             busiest("reply_output_flits")}};
}

void CrossbarFigures::write_rows(TableWriter& table, const Totals& totals) const {
    table.row(label_ + " read requests", grouped(totals[level_ + "_read_requests"]));
    table.row(label_ + " flits", grouped(totals[level_ + "_flits"]),
              "channels busy: requests " + percent(totals.utilisation(level_ + "_request_utilisation")) + ", replies " +
                  percent(totals.utilisation(level_ + "_reply_utilisation")));
}

// Ports are busy one cycle per flit, at both ends of a packet's way, unless inputs may send several flits at a time.
// The buffers' occupancy is that of Little's law: what packets wait or are on their way, summed, over time; of several
// crossbars, in the one that has most of them.
PathStage CrossbarFigures::stage_of(const std::string& direction, const BlockFigures& figures,
                                    const CrossbarParameters& parameters, const std::string& stage) const {
    const BlockFilter crossbars{level_, ""};
    const auto total = [&](const char* counter) { return figures.largest(crossbars, direction + counter); };
    const Use in = figures.buckets(crossbars, direction + "_input_flits"),
              out = figures.buckets(crossbars, direction + "_output_flits");
    const unsigned count = std::max(figures.use(crossbars, {direction + "_grants"}).instances, 1u);
    const unsigned inputs = std::max(in.instances / count, 1u), outputs = std::max(out.instances / count, 1u);
    const double flits = ratio(total("_busy_cycles"), total("_grants"));
    const double waiting = (total("_input_wait_cycles") + total("_busy_cycles")) * flits / inputs;
    const double granted = (total("_latency_cycles") - total("_input_wait_cycles")) / outputs;
    const auto occupancy = [](double used, unsigned entries, unsigned ports) {
        return Use{used / entries, used / entries, ports};
    };
    const bool own_width = direction == "request" && parameters.request_flit_bytes;
    const std::string key = key_ + (own_width ? ".request_flit_bytes" : ".flit_bytes");
    const std::string width =
        std::to_string(own_width ? parameters.request_flit_bytes : parameters.flit_bytes) + " B per cycle and port";
    PathStage found{direction + " " + stage,
                    {{"output ports", width, key, Resource::Kind::bandwidth, out, 0, ""},
                     input_buffers(parameters, key_, waiting, flits, in.instances),
                     {"ejection buffers", std::to_string(parameters.ejection_buffer_packets) + " packets per port",
                      key_ + ".ejection_buffer_packets", Resource::Kind::occupancy,
                      occupancy(granted, parameters.ejection_buffer_packets, out.instances), 0, ""}}};
    if (parameters.limits_inputs())
        found.resources.insert(found.resources.begin(),
                               {"input ports", width, key, Resource::Kind::bandwidth, in, 0, ""});
    if (const unsigned bytes = direction == "request" ? parameters.group.request_bytes : parameters.group.reply_bytes)
        found.resources.push_back(group_links(bytes, key_ + ".group." + direction + "_bytes",
                                              figures.buckets(crossbars, direction + "_link_bytes")));
    return found;
}

void CrossbarFigures::add_use(PathUse& use, const BlockFigures& figures, const CrossbarParameters& parameters,
                              const std::string& stage) const {
    use.requests.push_back(stage_of("request", figures, parameters, stage));
    use.add_reply_stage(stage_of("reply", figures, parameters, stage));
}

}  // namespace heddle
