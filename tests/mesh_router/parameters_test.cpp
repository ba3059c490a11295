// Parameters and places that make no sense are refused with the key that is wrong.
#include <catch2/catch.hpp>
#include <string>

#include "heddle/mesh_router/initiator_interface.h"
#include "heddle/mesh_router/mesh_grid.h"
#include "heddle/mesh_router/target_interface.h"

using namespace heddle;

namespace {

using Catch::StartsWith;

template <class Action>
std::string error_of(Action action) {
    try {
        action();
    } catch (const ParameterError& error) {
        return error.what();
    }
    return "accepted";
}

template <class Parameters, class Change>
std::string message(Change change) {
    Parameters parameters;
    change(parameters);
    return error_of([&] { parameters.validate("mesh"); });
}

struct Modules {
    std::string router(const MeshSite& site, const MeshRouterParameters& parameters = {},
                       const CoalescingParameters& coalescing = {}) {
        return error_of([&] { MeshRouter("router", clock, site, parameters, coalescing); });
    }
    std::string initiator(const MeshSite& site, const MeshAddressing& map,
                          const CoalescingParameters& coalescing = {}) {
        return error_of([&] { InitiatorInterface("initiator", clock, site, {}, {}, map, coalescing); });
    }
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    MeshAddressing addressing{[](std::uint64_t) { return 0U; }, {}, [](std::uint64_t) { return 128U; }};
};

}  // namespace

TEST_CASE("router parameters name the key that is wrong") {
    const auto wrong = [](auto change) { return message<MeshRouterParameters>(change); };
    CHECK(wrong([](auto&) {}) == "accepted");
    CHECK_THAT(wrong([](auto& p) { p.vcs = 0; }), StartsWith("mesh.vcs: is 0, must be from 1 to 8"));
    CHECK_THAT(wrong([](auto& p) { p.vcs = 9; }), StartsWith("mesh.vcs: "));
    CHECK_THAT(wrong([](auto& p) { p.buffer_flits = 0; }), StartsWith("mesh.buffer_flits: "));
    CHECK_THAT(wrong([](auto& p) { p.flit_bytes = 0; }), StartsWith("mesh.flit_bytes: "));
    CHECK_THAT(wrong([](auto& p) { p.stages = 2; }), StartsWith("mesh.stages: is 2, must be from 3"));
    CHECK_THAT(wrong([](auto& p) { p.header_bytes = 4097; }), StartsWith("mesh.header_bytes: "));
    CHECK_THAT(wrong([](auto& p) { p.address_bytes = 4097; }), StartsWith("mesh.address_bytes: "));
    CHECK_THAT(wrong([](auto& p) { p.routing = "zx"; }), StartsWith("mesh.routing: is 'zx', must be one of: xy, yx"));
}

TEST_CASE("interface and coalescing parameters name the key that is wrong") {
    const auto interface = [](auto change) { return message<MeshInterfaceParameters>(change); };
    CHECK(interface([](auto&) {}) == "accepted");
    CHECK_THAT(interface([](auto& p) { p.interface_packets = 0; }), StartsWith("mesh.interface_packets: "));
    CHECK_THAT(interface([](auto& p) { p.outstanding_lines = 0; }), StartsWith("mesh.outstanding_lines: "));
    CHECK_THAT(interface([](auto& p) { p.outstanding_lines = 65537; }), StartsWith("mesh.outstanding_lines: "));
    const auto wrong = [](auto change) { return message<CoalescingParameters>(change); };
    CHECK(wrong([](auto&) {}) == "accepted");
    CHECK_THAT(wrong([](auto& p) { p.hold = "dynamics"; }),
               StartsWith("mesh.hold: is 'dynamics', must be one of: none, dynamic, fixed, extra, slack"));
    CHECK_THAT(wrong([](auto& p) { p.delay_per_hop = 1001; }), StartsWith("mesh.delay_per_hop: "));
    CHECK_THAT(wrong([](auto& p) { p.table_entries = 0; }), StartsWith("mesh.table_entries: "));
    CHECK_THAT(wrong([](auto& p) { p.max_requests = 0; }), StartsWith("mesh.max_requests: "));
    CHECK_THAT(wrong([](auto& p) { p.deadline = "last"; }), StartsWith("mesh.deadline: is 'last', must be one of: "));
    CHECK_THAT(wrong([](auto& p) { p.slack_cycles_per_warp = 1001; }), StartsWith("mesh.slack_cycles_per_warp: "));
}

TEST_CASE("a place outside the mesh, or a mesh without places, is refused") {
    Modules modules;
    CHECK(modules.router({{2, 2}, 3}) == "accepted");
    CHECK_THAT(modules.router({{2, 2}, 4}), StartsWith("router.place: is 4, the mesh has 4 places"));
    CHECK_THAT(modules.router({{0, 2}, 0}), StartsWith("router.width: is 0"));
    CHECK_THAT(modules.router({{2, 33}, 0}), StartsWith("router.height: is 33"));
    CHECK_THAT(modules.initiator({{2, 2}, 4}, modules.addressing), StartsWith("initiator.place: is 4"));
    CHECK_THAT(error_of([&] {
                   TargetInterface("target", modules.clock, {{2, 2}, 7}, {}, {});
               }),
               StartsWith("target.place: is 7"));
}

TEST_CASE("a grid wants to know of every place whether it has a node") {
    Modules modules;
    Binder binder;
    CHECK_THAT(error_of([&] {
                   MeshGrid("grid", modules.clock, {2, 2}, std::vector<NodePorts>(3), {}, {}, binder);
               }),
               StartsWith("grid.nodes: tells of 3 places, the mesh has 4"));
}

TEST_CASE("an interface without an address map, or Big Packets beyond a header's size field, are refused") {
    Modules modules;
    CHECK(modules.initiator({{2, 2}, 0}, modules.addressing) == "accepted");
    MeshAddressing nowhere = modules.addressing;
    nowhere.place = {};
    CHECK_THAT(modules.initiator({{2, 2}, 0}, nowhere), StartsWith("initiator.addressing: "));
    MeshRouterParameters router;
    router.flit_bytes = 1;
    router.address_bytes = 4096;
    CoalescingParameters coalescing;
    coalescing.hold = "dynamic";
    CHECK_THAT(modules.router({{2, 2}, 0}, router, coalescing),
               StartsWith("router.max_requests: is 32, which is a packet of 131080 flits"));
    coalescing.max_requests = 8;
    CHECK(modules.router({{2, 2}, 0}, router, coalescing) == "accepted");
}

TEST_CASE("merging without a function that names the row of an address is refused") {
    Modules modules;
    CoalescingParameters coalescing;
    for (const auto& [hold, message] : {std::pair{"extra", "accepted"}, std::pair{"slack", "initiator.hold: is slack"},
                                        std::pair{"dynamic", "initiator.hold: is dynamic"}}) {
        coalescing.hold = hold;
        CHECK_THAT(modules.initiator({{2, 2}, 0}, modules.addressing, coalescing), StartsWith(message));
    }
    modules.addressing.row_key = [](std::uint64_t address) { return address / 2048; };
    CHECK(modules.initiator({{2, 2}, 0}, modules.addressing, coalescing) == "accepted");
}

TEST_CASE("a packet of more flits than its header can say is refused") {
    MeshPacket packet;
    packet.set_flits(65535, "node");
    CHECK(packet.flits == 65535);
    CHECK_THROWS_WITH(packet.set_flits(65536, "node"), StartsWith("node: a packet of 65536 flits"));
}
