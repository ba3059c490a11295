// What the mesh says of itself: totals, rows of the table, use of its resources.
#include <utility>

#include "heddle/base/ratio.h"
#include "heddle/platforms/levels/mesh_noc/mesh_noc.h"

namespace heddle {
namespace {

const BlockFilter initiators{"noc", "mesh_initiator_interface"}, targets{"noc", "mesh_target_interface"},
    request_routers{"noc.requests", "mesh_router"}, reply_routers{"noc.replies", "mesh_router"};

}  // namespace

std::vector<TotalSource> MeshNoc::totals() const {
    return {{"noc_read_requests", initiators, "read_requests"},
            {"noc_flits", initiators, "request_flits"},
            {"noc_flits", targets, "reply_flits"},
            {"noc_request_flits", initiators, "request_flits"},
            {"noc_reply_flits", targets, "reply_flits"},
            {"noc_request_link_flits", request_routers, "flits"},
            {"noc_reply_link_flits", reply_routers, "flits"},
            {"noc_packet_hops", request_routers, "packets"},
            {"noc_packet_hops", reply_routers, "packets"},
            {"noc_requests", targets, "requests"},
            {"noc_request_latency_cycles", targets, "request_latency_cycles"},
            {"noc_replies", initiators, "replies"},
            {"noc_reply_latency_cycles", initiators, "reply_latency_cycles"},
            {"noc_fetch_cycles", initiators, "read_cycles"},
            {"noc_memory_cycles", targets, "read_cycles"},
            {"noc_memory_reads", targets, "reads"},
            {"noc_ready_warps", initiators, "ready_warps"},
            {"noc_order_wait_cycles", initiators, "order_wait_cycles"},
            {"noc_lines_full_cycles", initiators, "lines_full_cycles"},
            {"noc_interface_blocked_cycles", targets, "interface_blocked_cycles"}};
}

std::vector<UtilisationSource> MeshNoc::utilisations() const {
    return {{"noc_request_utilisation", "noc_request_link_flits", request_routers, CyclesOf::outputs},
            {"noc_reply_utilisation", "noc_reply_link_flits", reply_routers, CyclesOf::outputs}};
}

void MeshNoc::write_path(TableWriter& table, const Totals& totals) const {
    const auto mean = [&](const char* sum, const char* count) {
        return with_decimals(totals.ratio(sum, count), 1) + " cycles";
    };
    table.row("NoC read requests", grouped(totals["noc_read_requests"]));
    table.row("NoC flits", grouped(totals["noc_flits"]),
              "links busy: requests " + percent(totals.utilisation("noc_request_utilisation")) + ", replies " +
                  percent(totals.utilisation("noc_reply_utilisation")));
    table.row("NoC latency", mean("noc_request_latency_cycles", "noc_requests"),
              "of a request; " + mean("noc_reply_latency_cycles", "noc_replies") + " of a reply");
    table.row("fetch time", mean("noc_fetch_cycles", "noc_read_requests"),
              "of a load; " + mean("noc_memory_cycles", "noc_memory_reads") + " of it behind the network");
}

// Links are busy one cycle per flit: those between routers and to the nodes, and those by which nodes send.
PathStage MeshNoc::stage(const std::string& direction, const BlockFilter& routers, const Use& injection,
                         const BlockFigures& figures) const {
    const unsigned slots = router_.vcs * router_.buffer_flits;
    const std::string width = std::to_string(router_.flit_bytes) + " B per cycle and link";
    return {
        direction + " network",
        {{"injection links", width, "mesh_router.flit_bytes", Resource::Kind::bandwidth, injection, 0, ""},
         {"links", width, "mesh_router.flit_bytes", Resource::Kind::bandwidth,
          figures.ports(routers, "output_flits", CyclesOf::outputs), 0, ""},
         {"buffers", std::to_string(slots) + " flits per input", "mesh_router.buffer_flits", Resource::Kind::occupancy,
          figures.use(routers, {"buffered_flit_cycles"}, slots, CyclesOf::inputs), 0, ""}}};
}

// What holds up the nodes. Of what has no entries of its own, the time in which something waited for it is the use.
void MeshNoc::add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const {
    const auto waits = [&](const std::string& name, const std::string& capacity, const std::string& parameter,
                           const BlockFilter& nodes, const std::string& counter, const std::string& leads_to) {
        return Resource{name,
                        capacity,
                        parameter,
                        Resource::Kind::occupancy,
                        figures.use(nodes, {counter}),
                        figures.largest(nodes, counter),
                        leads_to};
    };
    const std::string below = plan.path.l2 ? "L2" : "memory controller";
    PathStage requests = stage("request", request_routers, figures.use(initiators, {"request_flits"}), figures);
    requests.resources.push_back(waits("order of a line", "a write and another request of a node, one after the other",
                                       "", initiators, "order_wait_cycles", ""));
    requests.resources.push_back(waits("lines in the network",
                                       std::to_string(interface_.outstanding_lines) + " per node",
                                       "mesh_interface.outstanding_lines", initiators, "lines_full_cycles", below));
    requests.resources.push_back(waits("interface queue",
                                       std::to_string(interface_.interface_packets) + " packets per memory node",
                                       "mesh_interface.interface_packets", targets, "interface_blocked_cycles", below));
    use.requests.push_back(std::move(requests));
    PathStage replies = stage("reply", reply_routers, figures.use(targets, {"reply_flits"}), figures);
    replies.resources.front().blocks = figures.largest(targets, "reply_wait_cycles");
    use.add_reply_stage(std::move(replies));
}

}  // namespace heddle
