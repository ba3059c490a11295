// The rules of MECHANISMS 1.3 and 1.4, one by one, at the unit's sockets.
#include "heddle/icc_unit/icc_unit.h"

#include <catch2/catch.hpp>

#include <tlm_utils/simple_initiator_socket.h>

#include "icc_unit/scripted_sm.h"

using namespace heddle_bench;

namespace {

IccParameters without_cache() {
    IccParameters parameters;
    parameters.coalesced_cache = false;
    return parameters;
}

IccParameters off() {
    IccParameters parameters = without_cache();
    parameters.merge_table = false;
    return parameters;
}

// When a load sent in 1 is answered.
Cycle lone_load(const IccParameters& parameters) {
    IccBench b(parameters, 1);
    b.sms[3]->script = {{1, Kind::read, 0x1000}};
    CHECK(b.run() == 0);
    return b.sms[3]->done.at(0).cycle;
}

using Lines = std::vector<std::uint64_t>;

// Says that a kernel starts or ends.
struct KernelEvents : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<KernelEvents> socket{"socket"};
    explicit KernelEvents(sc_core::sc_module_name name) : sc_module(name) {}
    tlm::tlm_response_status send(std::uint32_t event) {
        Payload payload;
        payload.set_write();
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&event));
        payload.set_data_length(4);
        payload.set_streaming_width(4);
        sc_core::sc_time delay;
        socket->b_transport(payload, delay);
        return payload.get_response_status();
    }
};

}  // namespace

// 7 is what tests/cluster_port finds for the plain port.
TEST_CASE("a lone load with table and cache off is answered in the plain port's cycle") {
    CHECK(lone_load(off()) == 7);
}

TEST_CASE("a lone load takes one cycle more with the unit on") {
    CHECK(lone_load({}) == 8);
}

TEST_CASE("a lone load takes two cycles more when cache and table are looked up one after the other") {
    IccParameters serial;
    serial.icc_serial_lookup = true;
    CHECK(lone_load(serial) == 9);
}

TEST_CASE("without a cache there is nothing to look up before the table") {
    IccParameters serial = without_cache();
    serial.icc_serial_lookup = true;
    CHECK(lone_load(serial) == 8);
}

TEST_CASE("stores and atomics take no look-up") {
    IccBench b({}, 1);
    b.sms[0]->script = {{1, Kind::write, 0x1000}};
    b.sms[1]->script = {{20, Kind::atomic, 0x1000}};
    CHECK(b.run() == 0);
    CHECK(b.sms[0]->done[0].cycle == 6);
    CHECK(b.sms[1]->done[0].cycle == 26);
    CHECK(b.unit.icc.lookups.value() == 0);
}

TEST_CASE("loads of four SMs become one request and one broadcast") {
    IccBench b;
    b.preset(0x1000, 0xa5);
    for (unsigned i = 0; i < 4; ++i) b.sms[i]->script = {{1 + 20 * i, Kind::read, 0x1000}};
    CHECK(b.run() == 0);
    CHECK(b.arrivals() == Lines{0x1000});
    for (unsigned i = 0; i < 4; ++i) {
        CHECK(b.sms[i]->done[0].cycle == b.sms[0]->done[0].cycle);
        CHECK(b.sms[i]->done[0].first_byte == 0xa5);  // each has its own copy, to the last byte
        CHECK(b.sms[i]->done[0].last_byte == 0xa5);
    }
    CHECK(b.unit.icc.mt_allocations.value() == 1);
    CHECK(b.unit.icc.mt_hits.value() == 3);
    CHECK(b.unit.icc.merged_replies.value() == 1);
    CHECK(b.unit.icc.sm_list_at_reply.counts() == std::vector<std::uint64_t>{0, 0, 0, 0, 1, 0});
    CHECK(b.unit.bus_busy_cycles.value() == 2);  // as long as a unicast
    CHECK(b.unit.icc.mt_max_entries.value() == 1);
}

TEST_CASE("the entry lives until the reply, and merged loads wait for the rest of its life") {
    IccBench b(without_cache());
    b.sms[0]->script = {{1, Kind::read, 0x1000}};
    b.sms[1]->script = {{101, Kind::read, 0x1000}};
    CHECK(b.run() == 0);
    const std::uint64_t life = b.unit.icc.mt_entry_cycles.value();
    // Taken 2, sent on 3, seen by the memory 4, answered 184, in the FIFO and on the bus 185.
    CHECK(life == 185 - 2);
    CHECK(b.unit.icc.merged_cycles.value() == life - 100);
    CHECK(b.unit.icc.mt_entry_lifetime.counts()[life / 32] == 1);
    CHECK(b.unit.icc.merged_latency.counts()[(life - 100) / 32] == 1);
}

TEST_CASE("a merge is possible while the first request still waits in the injection buffer") {
    IccBench b;
    b.memory.blocked_until = 300;
    b.sms[0]->script = {{1, Kind::write, 0x5000},
                        {2, Kind::write, 0x5080},
                        {3, Kind::write, 0x5100},
                        {4, Kind::write, 0x5180},
                        {5, Kind::read, 0x1000}};
    b.sms[1]->script = {{50, Kind::read, 0x1000}};
    CHECK(b.run() == 0);
    CHECK(b.unit.icc.mt_hits.value() == 1);
    CHECK(b.arrivals().size() == 5);
}

TEST_CASE("a merge needs no room in the injection buffer") {
    ClusterPortParameters port;
    port.injection_buffer_packets = 1;
    IccBench b({}, 1, port);
    b.memory.blocked_until = 500;
    b.sms[0]->script = {{1, Kind::read, 0x1000}};
    for (unsigned i = 0; i < 8; ++i) b.sms[1]->script.push_back({2, Kind::write, 0x5000 + i * 128});
    b.sms[2]->script = {{100, Kind::read, 0x1000}};
    sc_core::sc_start(400 * b.clock.period());
    CHECK(b.unit.core_in[1].requests().size() == 2);  // stores wait for room
    CHECK(b.unit.icc.mt_hits.value() == 1);
    CHECK(b.run() == 0);
    CHECK(b.sms[2]->done[0].cycle == b.sms[0]->done[0].cycle);
}

TEST_CASE("after the reply the next load starts anew when there is no cache") {
    IccBench b(without_cache());
    b.sms[0]->script = {{1, Kind::read, 0x1000}};
    b.sms[1]->script = {{20, Kind::read, 0x1000}, {300, Kind::read, 0x1000}};
    CHECK(b.run() == 0);
    CHECK(b.arrivals() == Lines{0x1000, 0x1000});
    CHECK(b.unit.icc.cc_lookups.value() == 0);
}

TEST_CASE("a line that two SMs asked for is kept, one that a single SM asked for is not") {
    IccBench b;
    b.preset(0x1000, 0x11);
    b.sms[0]->script = {{1, Kind::read, 0x1000}, {2, Kind::read, 0x2000}};
    b.sms[1]->script = {{20, Kind::read, 0x1000}};
    b.sms[2]->script = {{300, Kind::read, 0x1000}, {320, Kind::read, 0x2000}};
    CHECK(b.run() == 0);
    CHECK(b.arrivals() == Lines{0x1000, 0x2000, 0x2000});
    CHECK(b.unit.icc.cc_inserts.value() == 1);
    CHECK(b.unit.icc.cc_hits.value() == 1);
    CHECK(b.sms[2]->done[0].cycle == 304);  // taken 301, on the bus 302 and 303
    CHECK(b.sms[2]->done[0].first_byte == 0x11);
}

TEST_CASE("two requests of one SM are one requester: merged, not kept") {
    IccBench b;
    b.sms[0]->script = {{1, Kind::read, 0x1000}, {5, Kind::read, 0x1000}, {300, Kind::read, 0x1000}};
    CHECK(b.run() == 0);
    CHECK(b.arrivals().size() == 2);
    CHECK(b.unit.icc.mt_hits.value() == 1);
    CHECK(b.unit.icc.cc_inserts.value() == 0);
}

TEST_CASE("a cache hit neither needs the merge table nor room in the injection buffer") {
    ClusterPortParameters port;
    port.injection_buffer_packets = 1;
    IccBench b({}, 180, port);
    b.sms[0]->script = {{1, Kind::read, 0x1000}};
    b.sms[1]->script = {{10, Kind::read, 0x1000}};
    for (unsigned i = 0; i < 300; ++i) b.sms[3]->script.push_back({400, Kind::write, 0x8000 + i * 128});
    b.sms[2]->script = {{500, Kind::read, 0x1000}};
    sc_core::sc_start(390 * b.clock.period());
    b.memory.blocked_until = 1000;
    CHECK(b.run() == 0);
    CHECK(b.unit.icc.cc_hits.value() == 1);
    CHECK(b.unit.icc.mt_lookups.value() == 2);
    CHECK(b.unit.injection_full_cycles.value() > 0);
    CHECK(b.sms[2]->done[0].cycle < 520);
}

TEST_CASE("other spaces, loads past the caches and parts of a line go by") {
    IccBench b;
    const auto both = [&](const ScriptedSm::Item& item) {
        for (unsigned i = 0; i < 2; ++i) {
            b.sms[i]->script.push_back(item);
            b.sms[i]->script.back().at += 4 * i;
        }
    };
    both({1, Kind::read, 0x1000, 0, AddressSpace::local});
    both({20, Kind::read, 0x2000, 0, AddressSpace::texture});
    both({40, Kind::read, 0x3000, 0, AddressSpace::constant});
    both({60, Kind::read, 0x4000, 0, AddressSpace::global, true});
    both({80, Kind::read, 0x5000, 0, AddressSpace::global, false, 64});
    both({100, Kind::read, 0x6000, 0, AddressSpace::global, false, 128, AccessKind::instruction});
    CHECK(b.run() == 0);
    CHECK(b.arrivals().size() == 12);
    CHECK(b.unit.icc.lookups.value() == 0);
    CHECK(b.unit.icc.bypassed_loads.value() == 10);  // an instruction fetch is no load
    CHECK(b.unit.injected_requests.value() == 12);
}

TEST_CASE("a full table sends loads untracked, and nothing is evicted or lost") {
    IccParameters p;
    p.merge_table_entries = 2;
    IccBench b(p);
    b.sms[0]->script = {{1, Kind::read, 0x1000}, {2, Kind::read, 0x2000}, {3, Kind::read, 0x3000}};
    b.sms[1]->script = {{20, Kind::read, 0x3000}, {21, Kind::read, 0x1000}};
    CHECK(b.run() == 0);
    CHECK(b.arrivals() == Lines{0x1000, 0x2000, 0x3000, 0x3000});
    CHECK(b.unit.icc.mt_full_bypasses.value() == 2);
    CHECK(b.unit.icc.mt_hits.value() == 1);
    CHECK(b.unit.icc.mt_max_entries.value() == 2);
}

TEST_CASE("a load that waits for the injection buffer has changed neither table nor counters") {
    ClusterPortParameters port;
    port.injection_buffer_packets = 1;
    IccBench b({}, 1, port);
    b.memory.blocked_until = 500;
    b.sms[0]->script = {{1, Kind::write, 0x5000},
                        {2, Kind::write, 0x5080},
                        {3, Kind::write, 0x5100},
                        {4, Kind::write, 0x5180},
                        {5, Kind::read, 0x1000}};
    sc_core::sc_start(400 * b.clock.period());
    CHECK(b.unit.core_in[0].requests().size() == 1);  // the load stands at the port
    CHECK(b.unit.mechanism().merge_table().used() == 0);
    CHECK(b.unit.icc.lookups.value() == 0);
    CHECK(b.run() == 0);
    CHECK(b.unit.icc.lookups.value() == 1);
    CHECK(b.unit.icc.mt_allocations.value() == 1);
}

TEST_CASE("with table and cache off every request goes to the network, in the plain port's cycles") {
    IccBench b(off(), 1);
    for (unsigned i = 0; i < 5; ++i) b.sms[i]->script = {{1, Kind::read, 0x1000}};
    CHECK(b.run() == 0);
    CHECK(b.arrivals().size() == 5);
    for (unsigned i = 0; i < 5; ++i) CHECK(b.sms[i]->done[0].cycle == 7 + 2 * i);  // as the plain port's test
    CHECK(b.unit.icc.lookups.value() == 0);
}

TEST_CASE("answers of the cache and replies of the network take turns on the bus") {
    IccBench b({}, 20);
    b.sms[0]->script = {{1, Kind::read, 0x1000}};
    b.sms[1]->script = {{2, Kind::read, 0x1000}};
    for (unsigned i = 0; i < 8; ++i) {
        b.sms[2]->script.push_back({100, Kind::read, 0x4000 + i * 128});
        b.sms[3]->script.push_back({120, Kind::read, 0x1000});
    }
    CHECK(b.run() == 0);
    CHECK(b.unit.icc.cc_hits.value() == 8);
    // Were one side preferred, it would be through eight transactions of two cycles before the other.
    const auto last = [](const ScriptedSm& sm) { return static_cast<int>(sm.done.back().cycle); };
    CHECK(std::abs(last(*b.sms[2]) - last(*b.sms[3])) < 12);
}

TEST_CASE("start and end of a kernel empty the cache from the next cycle on") {
    IccBench b;
    KernelEvents control("control");
    control.socket.bind(b.unit.kernel_events_in);
    b.sms[0]->script = {{1, Kind::read, 0x1000}, {600, Kind::read, 0x1000}};
    b.sms[1]->script = {{10, Kind::read, 0x1000}, {300, Kind::read, 0x1000}, {605, Kind::read, 0x1000}};
    sc_core::sc_start(400 * b.clock.period());
    CHECK(b.unit.icc.cc_hits.value() == 1);
    CHECK(control.send(2) == tlm::TLM_GENERIC_ERROR_RESPONSE);
    CHECK(control.send(1) == tlm::TLM_OK_RESPONSE);
    sc_core::sc_start(250 * b.clock.period());
    // Again while the line is outstanding: nobody merges, and the reply is not kept.
    CHECK(control.send(0) == tlm::TLM_OK_RESPONSE);
    b.sms[0]->script.push_back({660, Kind::read, 0x1000});
    b.sms[0]->wake_at(660);
    CHECK(b.run() == 0);
    CHECK(b.unit.icc.cc_dropped_lines.value() == 1);
    CHECK(b.unit.icc.cc_refused_inserts.value() == 1);
    CHECK(b.arrivals().size() == 3);
}

TEST_CASE("lines that the end of the last kernel drops are counted, though no request follows") {
    IccBench b;
    KernelEvents control("control");
    control.socket.bind(b.unit.kernel_events_in);
    b.sms[0]->script = {{1, Kind::read, 0x1000}};
    b.sms[1]->script = {{10, Kind::read, 0x1000}};
    sc_core::sc_start(400 * b.clock.period());
    REQUIRE(b.unit.icc.cc_inserts.value() == 1);
    CHECK(control.send(1) == tlm::TLM_OK_RESPONSE);
    b.unit.settle_counters();
    CHECK(b.unit.icc.cc_dropped_lines.value() == 0);
    sc_core::sc_start(2 * b.clock.period());
    b.unit.settle_counters();
    CHECK(b.unit.icc.cc_dropped_lines.value() == 1);
}
