// MECHANISMS 3.2: two SMs read one DRAM row; the second packet reaches the third router of the first one's way while
// the first is held there. Memory gets one Big Packet, so that the row is opened once.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>

#include "crossbar/traffic.h"
#include "heddle/memory_controller/memory_controller.h"
#include "kit/checking_binder.h"
#include "kit/waveform_file.h"
#include "mesh_router/memory_mesh.h"
#include "vcd.h"

using namespace heddle;
using heddle_bench::Kind;

namespace {

// 4 x 2 places, memory at the end of the first row. Initiators are numbered in the order of their places: a at place 0
// is at a distance of three links.
struct Scenario {
    Scenario(const std::string& hold, const std::string& routing) : mesh(clock, options(hold, routing), binder) {
        for (std::size_t i = 0; i < mesh.initiators.size(); ++i) {
            sms.push_back(
                std::make_unique<heddle_bench::ScriptedInitiator>(("sm_" + std::to_string(i)).c_str(), clock));
            binder.bind(sms.back()->out, mesh.initiators[i]->request_in);
        }
    }
    static MemoryMeshOptions options(const std::string& hold, const std::string& routing) {
        MemoryMeshOptions options;
        options.shape = {4, 2};
        options.memory_places = {3};
        options.router.routing = routing;
        options.coalescing.hold = hold;
        return options;
    }
    void run() {
        sc_core::sc_start(sc_core::sc_time(2, sc_core::SC_US));
        for (const auto& sm : sms) CHECK(sm->done.size() == sm->sent.size());
        CHECK(mesh.in_flight() == 0);
        CHECK(binder.violations().empty());
        CHECK(binder.outstanding() == 0);
    }
    const TargetInterface& memory_side() const { return *mesh.targets.front(); }
    const CoalescingStatistics& router(unsigned place) const {
        return *mesh.requests.router(place).coalescing_statistics();
    }
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    CheckingBinder binder;
    MemoryMesh mesh;
    std::vector<std::unique_ptr<heddle_bench::ScriptedInitiator>> sms;
};

struct WithSimpleMemory : Scenario {
    WithSimpleMemory(const std::string& hold, const std::string& routing) : Scenario(hold, routing) {
        binder.bind(mesh.targets.front()->memory_out, memory.in);
    }
    heddle_bench::Memory memory{"memory", clock};
};

struct WithDram : Scenario {
    explicit WithDram(const std::string& hold) : Scenario(hold, "xy"), dram("dram", clock, fifo()) {
        binder.bind(mesh.targets.front()->memory_out, dram.request_in);
    }
    static MemoryControllerParameters fifo() {
        MemoryControllerParameters parameters;
        parameters.scheduler = "fifo";
        return parameters;
    }
    MemoryController dram;
};

// A packet is sent in the cycle after its request, and is in the first router one cycle later.
constexpr Cycle a_sends = 10, a_at_third = a_sends + 2 + (5 + 2) + (5 + 4);

}  // namespace

TEST_CASE("a lone read is held 2, 4, 6 and 8 cycles") {
    WithSimpleMemory s("dynamic", "xy");
    s.sms[0]->script = {{a_sends, Kind::read, 0, 128}};
    s.run();
    const unsigned holds[] = {2, 4, 6, 8};
    for (unsigned place = 0; place < 4; ++place) {
        CHECK(s.router(place).held.value() == 1);
        CHECK(s.router(place).hold_cycles.value() == holds[place]);
        CHECK(s.router(place).table_packet_cycles.value() >= holds[place]);
    }
    CHECK(s.memory_side().request_hold_cycles.value() == 20);
    CHECK(s.memory_side().request_hops.value() == 4);
    CHECK(s.memory_side().request_latency_cycles.value() == 1 + 4 * 5 + 20);
}

TEST_CASE("micro-scenario: b at the third router joins a's packet") {
    WithSimpleMemory s("dynamic", "xy");
    s.sms[0]->script = {{a_sends, Kind::read, 0, 128}};
    s.sms[2]->script = {{a_at_third + 2 - 2, Kind::read, 512, 128}};  // in router 2 two cycles after a's
    s.run();
    CHECK(s.router(0).merges.value() + s.router(1).merges.value() + s.router(3).merges.value() == 0);
    CHECK(s.router(2).merges.value() == 1);
    CHECK(s.router(2).merged_packets.value() == 2);
    CHECK(s.router(2).big_packets.value() == 1);
    CHECK(s.router(2).released_requests.counts()[2] == 1);
    CHECK(s.router(3).released_requests.counts()[2] == 1);
    CHECK(s.memory_side().request_packets.value() == 1);
    CHECK(s.memory_side().requests.value() == 2);
    REQUIRE(s.memory.arrivals.size() == 2);
    CHECK(s.memory.arrivals[0].address == 0);  // in merge order
    CHECK(s.memory.arrivals[1].address == 512);
    CHECK(s.memory.arrivals[1].cycle == s.memory.arrivals[0].cycle + 1);
    // The earlier deadline is b's: 3 cycles after it came. The hop fields are b's too, whose rest of 7 cycles is
    // smaller than a's of 8.
    const Cycle released = a_at_third + 2 + 3, at_memory = released + 5 + 7 + 5;
    CHECK(s.memory_side().request_latency_cycles.value() ==
          (at_memory - (a_sends + 1)) + (at_memory - (a_at_third + 1)));
    CHECK(s.sms[0]->done.size() == 1);
    CHECK(s.sms[2]->done.size() == 1);
}

TEST_CASE("micro-scenario: b comes from the south, by yx") {
    WithSimpleMemory s("dynamic", "yx");
    // Place 6 is the sixth initiator; its packet is held 2 cycles there, and reaches router 2 in time.
    s.sms[0]->script = {{a_sends, Kind::read, 0, 128}};
    s.sms[5]->script = {{a_at_third - 2 - (5 + 2) + 3, Kind::read, 512, 128}};
    s.run();
    CHECK(s.router(2).merges.value() == 1);
    CHECK(s.router(6).held.value() == 1);
    CHECK(s.memory_side().request_packets.value() == 1);
    REQUIRE(s.memory.arrivals.size() == 2);
    CHECK(s.memory.arrivals[1].cycle == s.memory.arrivals[0].cycle + 1);
}

TEST_CASE("micro-scenario: b after a has gone on does not merge there") {
    WithSimpleMemory s("dynamic", "xy");
    s.sms[0]->script = {{a_sends, Kind::read, 0, 128}};
    s.sms[2]->script = {{a_at_third + 6 - 2, Kind::read, 512, 128}};
    s.run();
    CHECK(s.router(2).merges.value() == 0);
    CHECK(s.router(3).merges.value() == 1);  // but at memory's own router, which holds longest
}

TEST_CASE("micro-scenario: another row does not merge") {
    WithSimpleMemory s("dynamic", "xy");
    s.sms[0]->script = {{a_sends, Kind::read, 0, 128}};
    s.sms[2]->script = {{a_at_third, Kind::read, 1 << 20, 128}};
    s.run();
    CHECK(s.memory_side().request_packets.value() == 2);
    CHECK(s.memory_side().requests.value() == 2);
}

TEST_CASE("micro-scenario: the row is opened once") {
    WithDram s("dynamic");
    s.sms[0]->script = {{a_sends, Kind::read, 0, 128}};
    s.sms[2]->script = {{a_at_third, Kind::read, 512, 128}};
    // A third SM reads another row of the same bank, and would have come between them.
    s.sms[1]->script = {{a_at_third + 13, Kind::read, 1 << 20, 128}};
    s.run();
    CHECK(s.memory_side().request_packets.value() == 2);
    CHECK(s.dram.activates.value() == 2);
    CHECK(s.dram.row_hits.value() == 1);
}

TEST_CASE("the waveform shows a flit at each router in the cycle in which it comes and goes") {
    WithSimpleMemory s("dynamic", "xy");
    s.sms[0]->script = {{a_sends, Kind::read, 0, 128}};
    const std::string path = "mesh_scenario_" + std::to_string(getpid()) + ".vcd";
    WaveformFile waveform(path);
    s.run();
    waveform.close();
    const Vcd vcd(path);
    std::remove(path.c_str());
    const unsigned holds[] = {2, 4, 6, 8};
    const std::uint64_t cycle = s.clock.period().value();
    std::uint64_t comes = (a_sends + 2) * cycle;
    for (unsigned place = 0; place < 4; ++place) {
        CAPTURE(place);
        const std::string router = "requests.router_" + std::to_string(place) + ".";
        const std::uint64_t goes = comes + (4 + holds[place]) * cycle;
        CHECK(vcd.real_changes(router + "in_flits") ==
              Vcd::Changes{{0, 0}, {comes, place ? 8 : 16}, {comes + cycle, 0}});
        CHECK(vcd.real_changes(router + "table_packets") ==
              Vcd::Changes{{0, 0}, {comes, 1}, {comes + holds[place] * cycle, 0}});
        CHECK(vcd.real_changes(router + "out_flits") ==
              Vcd::Changes{{0, 0}, {goes, place < 3 ? 2 : 16}, {goes + cycle, 0}});
        comes = goes + cycle;
    }
}
