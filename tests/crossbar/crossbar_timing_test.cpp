// Cycles computed by hand. Sources send in cycle t; the crossbar sees it in t+1 and grants in the same cycle; k flits
// arrive latency + k - 1 cycles later and are handed over in that cycle; the memory sees it one later.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <sstream>

#include "kit/waveform_file.h"
#include "scripted_crossbar.h"
#include "vcd.h"

using namespace heddle_bench;

namespace {

constexpr std::uint64_t to(unsigned output, unsigned n = 0) {
    return output * 256 + n * 4 * 256;
}

using System = ScriptedCrossbar;
using Cycles = std::vector<Cycle>;

}  // namespace

TEST_CASE("a lone read: one flit there, three flits back") {
    System s({});
    s.sources[0]->script = {{1, Kind::read, to(2), 128}};
    s.run();
    // sent 1, granted 2, at the output 6, seen 7; answered 8, granted 9, whole at the input 9 + 4 + 2, seen 16
    CHECK(s.arrivals(2) == Cycles{7});
    REQUIRE(s.sources[0]->done.size() == 1);
    CHECK(s.sources[0]->done[0].cycle == 16);
    const auto& requests = s.crossbar->request_statistics();
    const auto& replies = s.crossbar->reply_statistics();
    CHECK(requests.reads.value() == 1);
    CHECK(requests.flits.value() == 1);
    CHECK(requests.latency_cycles.value() == 4);
    CHECK(replies.reads.value() == 1);
    CHECK(replies.flits.value() == 3);
    CHECK(replies.busy_cycles.value() == 3);
    CHECK(replies.latency_cycles.value() == 6);
    CHECK(requests.input_flits.counts() == std::vector<std::uint64_t>{1, 0, 0});
    CHECK(replies.input_flits.counts() == std::vector<std::uint64_t>{0, 0, 3, 0});
    CHECK(requests.output_flits.counts() == std::vector<std::uint64_t>{0, 0, 1, 0});
    CHECK(replies.output_flits.counts() == std::vector<std::uint64_t>{3, 0, 0});
}

TEST_CASE("a lone write: three flits there, one back (atomic and control packet beside it)") {
    System s({});
    s.sources[0]->script = {{1, Kind::write, to(0), 128}};
    s.sources[1]->script = {{1, Kind::atomic, to(1), 64}};
    s.sources[2]->script = {{1, Kind::control, to(3), 128}};
    s.run();
    CHECK(s.arrivals(0) == Cycles{9});
    CHECK(s.sources[0]->done[0].cycle == 16);  // answered 10, granted 11, whole 15
    CHECK(s.arrivals(1) == Cycles{8});         // 72 B: two flits
    CHECK(s.sources[1]->done[0].cycle == 16);  // answered 9, granted 10, whole 15
    CHECK(s.arrivals(3) == Cycles{7});
    CHECK(s.sources[2]->done[0].cycle == 14);
    CHECK(s.crossbar->request_statistics().writes.value() == 1);
    CHECK(s.crossbar->request_statistics().atomics.value() == 1);
    CHECK(s.crossbar->request_statistics().controls.value() == 1);
    CHECK(s.crossbar->reply_statistics().controls.value() == 1);
    CHECK(s.crossbar->request_statistics().flits.value() == 6);
}

TEST_CASE("requests may have channels of a width of their own") {
    CrossbarParameters parameters;
    parameters.request_flit_bytes = 34;
    System s(parameters);
    s.sources[0]->script = {{1, Kind::write, to(0), 128}};
    s.sources[1]->script = {{1, Kind::read, to(1), 128}};
    s.run();
    CHECK(s.arrivals(0) == Cycles{10});        // 136 B: four flits
    CHECK(s.sources[0]->done[0].cycle == 17);  // answered 11, granted 12, whole 16
    CHECK(s.sources[1]->done[0].cycle == 16);  // three flits back, as without it
    CHECK(s.crossbar->request_statistics().flits.value() == 4 + 1);
    CHECK(s.crossbar->reply_statistics().flits.value() == 1 + 3);
}

TEST_CASE("packets for one output are serialised by their flits") {
    System s({});
    for (auto& source : s.sources) source->script = {{1, Kind::write, to(1), 128}};
    s.run();
    CHECK(s.arrivals(1) == Cycles{9, 12, 15});
    const auto& requests = s.crossbar->request_statistics();
    CHECK(requests.conflicts.value() == 3);  // two losers in the first round, one in the second
    CHECK(requests.input_wait_cycles.value() == 3 + 6);
    CHECK(requests.busy_cycles.value() == 9);
}

TEST_CASE("one input sends one flit per cycle, to whatever outputs") {
    System s({});
    s.sources[0]->script = {{1, Kind::write, to(0), 128},
                            {2, Kind::read, to(1), 128},
                            {3, Kind::read, to(2), 128},
                            {4, Kind::read, to(3), 4}};
    s.run();
    CHECK(s.arrivals(0) == Cycles{9});
    CHECK(s.arrivals(1) == Cycles{10});  // granted when the write's last flit has left, in 5
    CHECK(s.arrivals(2) == Cycles{11});
    CHECK(s.arrivals(3) == Cycles{12});
}

TEST_CASE("single-flit packets flow at one per cycle with the default buffers") {
    System s({});
    for (unsigned i = 0; i < 100; ++i) s.sources[0]->script.push_back({1, Kind::read, to(0, i), 4});
    s.run();
    const Cycles cycles = s.arrivals(0);
    REQUIRE(cycles.size() == 100);
    CHECK(cycles.back() - cycles.front() == 99);
}

TEST_CASE("a packet larger than the input buffer is let in alone") {
    CrossbarParameters p;
    p.input_buffer_flits = 3;
    System s(p);
    std::vector<unsigned char> bytes(1024);
    s.sources[0]->script = {{1, Kind::write, to(0), 128}, {1, Kind::control, to(0), 4}};
    // A long write of a foreign initiator: the memory refuses it, but it must get there and back.
    tlm::tlm_generic_payload big;
    struct Manager : tlm::tlm_mm_interface {
        void free(tlm::tlm_generic_payload*) override {}
    } manager;
    big.set_mm(&manager);
    big.set_command(tlm::TLM_WRITE_COMMAND);
    big.set_address(to(1));
    big.set_data_ptr(bytes.data());
    big.set_data_length(1024);
    big.set_streaming_width(1024);
    big.acquire();
    struct Sender : Ticked {
        AtOut out{*this, "out", 2};
        Payload* payload = nullptr;
        bool answered = false;
        Sender(sc_core::sc_module_name n, ClockDomain& d) : Ticked(n, d) {}
        void start_of_simulation() override { wake_at(1); }
        void tick(Cycle now) override {
            if (payload) out.send(std::exchange(payload, nullptr), now);
            if (out.responses().ready(now)) {
                out.responses().pop(now);
                answered = true;
            }
            out.service(now);
            sleep_or_continue(true, now, out);
        }
    };
    CrossbarParameters one = p;
    one.inputs = 1;
    one.outputs = 1;
    Crossbar small("small", s.clock, one, RouteFunction([](std::uint64_t) { return 0U; }));
    Sender sender("sender", s.clock);
    Memory memory("memory", s.clock);
    sender.payload = &big;
    sender.out.bind(small.in[0]);
    small.out[0].bind(memory.in);
    s.run();
    CHECK(sender.answered);
    CHECK_FALSE(big.is_response_ok());
    CHECK(memory.arrivals.at(0).cycle == 2 + 4 + 17 - 1 + 1);  // 1032 B: 17 flits
    CHECK(big.get_ref_count() == 1);
    big.release();
}

TEST_CASE("a blocked output does not hold up others behind virtual output queues") {
    System s({});
    s.memories[0]->blocked_until = 500;
    for (unsigned i = 0; i < 18; ++i) s.sources[0]->script.push_back({1, Kind::read, to(0, i), 4});
    s.sources[0]->script.push_back({1, Kind::read, to(1), 4});
    s.run();
    REQUIRE(s.arrivals(1).size() == 1);
    CHECK(s.arrivals(1)[0] < 40);
    CHECK(s.arrivals(0).size() == 18);
}

TEST_CASE("a blocked output holds up others behind a FIFO, but not other inputs") {
    CrossbarParameters p;
    p.virtual_output_queues = false;
    System s(p);
    s.memories[0]->blocked_until = 500;
    for (unsigned i = 0; i < 18; ++i) s.sources[0]->script.push_back({1, Kind::read, to(0, i), 4});
    s.sources[0]->script.push_back({1, Kind::read, to(1), 4});
    s.sources[1]->script = {{30, Kind::read, to(2), 4}};
    s.run();
    REQUIRE(s.arrivals(1).size() == 1);
    CHECK(s.arrivals(1)[0] > 500);
    CHECK(s.arrivals(2) == Cycles{36});
}

TEST_CASE("replies of one memory are serialised, whoever they are for") {
    System s({});
    s.sources[0]->script = {{1, Kind::read, to(0), 128}};
    s.sources[1]->script = {{1, Kind::read, to(0, 1), 128}};
    s.run();
    CHECK(s.sources[0]->done[0].cycle == 16);
    CHECK(s.sources[1]->done[0].cycle == 19);  // answered 9, seen 10, granted when the input is free, 12
}

TEST_CASE("virtual channels: a lone read and a lone write take as long as without") {
    CrossbarParameters p;
    p.virtual_channels = 4;
    p.vc_buffer_flits = 2;  // shorter than the packets
    System s(p);
    s.sources[0]->script = {{1, Kind::read, to(2), 128}};
    s.sources[1]->script = {{1, Kind::write, to(0), 128}};
    s.run();
    CHECK(s.arrivals(2) == Cycles{7});
    CHECK(s.arrivals(0) == Cycles{9});
    CHECK(s.sources[0]->done.at(0).cycle == 16);
    CHECK(s.sources[1]->done.at(0).cycle == 16);
    const auto& replies = s.crossbar->reply_statistics();
    CHECK(replies.latency_cycles.value() == 6 + 4);
    CHECK(replies.input_wait_cycles.value() == 0);
    CHECK(replies.busy_cycles.value() == 4);
    CHECK(replies.input_flits.counts() == std::vector<std::uint64_t>{1, 0, 3, 0});
    CHECK(replies.output_flits.counts() == std::vector<std::uint64_t>{3, 1, 0});
}

TEST_CASE("virtual channels: packets for one output take turns by flits") {
    CrossbarParameters p;
    p.virtual_channels = 4;
    System s(p, 2, 2);
    for (auto& source : s.sources) source->script = {{1, Kind::write, to(1), 128}};
    s.run();
    // Granted 2, 4, 6 and 3, 5, 7: the last flits arrive in 10 and 11, and are seen one later. Without: 9 and 12.
    CHECK(s.arrivals(1) == Cycles{11, 12});
    const auto& requests = s.crossbar->request_statistics();
    CHECK(requests.conflicts.value() == 5);
    CHECK(requests.input_wait_cycles.value() == 2 + 3);
    CHECK(requests.busy_cycles.value() == 6);
}

TEST_CASE("virtual channels: the link delivers one flit per cycle") {
    CrossbarParameters p;
    p.virtual_channels = 2;
    System s(p);
    s.sources[0]->script = {{1, Kind::write, to(0), 128}, {2, Kind::read, to(1), 128}, {3, Kind::read, to(2), 128}};
    s.run();
    CHECK(s.arrivals(0) == Cycles{9});
    CHECK(s.arrivals(1) == Cycles{10});  // enters behind the write's last flit, in 5
    CHECK(s.arrivals(2) == Cycles{11});
}

TEST_CASE("virtual channels: single-flit packets flow at one per cycle through one channel of one flit") {
    CrossbarParameters p;
    p.virtual_channels = 1;
    p.vc_buffer_flits = 1;
    System s(p);
    for (unsigned i = 0; i < 100; ++i) s.sources[0]->script.push_back({1, Kind::read, to(0, i), 4});
    s.run();
    const Cycles cycles = s.arrivals(0);
    REQUIRE(cycles.size() == 100);
    CHECK(cycles.back() - cycles.front() == 99);
}

TEST_CASE("virtual channels: a blocked output holds up others only when its channel is full") {
    CrossbarParameters p;
    p.virtual_channels = 2;
    p.ejection_buffer_packets = 1;
    System s(p);
    s.memories[0]->blocked_until = 500;
    s.memories[3]->blocked_until = 500;
    // What the link to the memory holds, one in the ejection buffer, four in the channel; one more stays on the link.
    for (unsigned i = 0; i < 5; ++i) s.sources[0]->script.push_back({1, Kind::read, to(0, i), 4});
    s.sources[0]->script.push_back({1, Kind::read, to(1), 4});
    for (unsigned i = 0; i < 12; ++i) s.sources[1]->script.push_back({1, Kind::read, to(3, i), 4});
    s.sources[1]->script.push_back({1, Kind::read, to(1, 1), 4});
    s.sources[2]->script = {{30, Kind::read, to(2), 4}};
    s.run();
    REQUIRE(s.arrivals(1).size() == 2);
    CHECK(s.arrivals(1)[0] < 40);
    CHECK(s.arrivals(1)[1] > 500);
    CHECK(s.arrivals(2) == Cycles{36});
    CHECK(s.arrivals(0).size() == 5);
    CHECK(s.arrivals(3).size() == 12);
}

TEST_CASE("virtual channels: the waveform shows which input's flit crosses in each cycle") {
    CrossbarParameters p;
    p.virtual_channels = 4;
    System s(p, 2, 2);
    for (auto& source : s.sources) source->script = {{1, Kind::write, to(1), 128}};
    const std::string path = "crossbar_vcs_" + std::to_string(getpid()) + ".vcd";
    WaveformFile waveform(path);
    s.run();
    waveform.close();
    const Vcd vcd(path);
    std::remove(path.c_str());
    const std::uint64_t cycle = s.clock.period().value();
    for (unsigned at = 2; at < 8; ++at) {
        CAPTURE(at);
        CHECK(vcd.value_at("crossbar.request_out_1_busy", at * cycle) == 1);
        CHECK(vcd.value_at("crossbar.request_out_1_grant", at * cycle) == at % 2);
    }
    CHECK(vcd.value_at("crossbar.request_out_1_busy", 8 * cycle) == 0);
    // Input 1 begins one cycle later: before the crossing its buffer has one flit, then two of which one goes.
    CHECK(vcd.value_at("crossbar.request_in_1_flits", 2 * cycle) == 1);
    CHECK(vcd.value_at("crossbar.request_in_1_flits", 4 * cycle) == 2);
    CHECK(vcd.value_at("crossbar.request_in_1_valid", 7 * cycle) == 1);
    CHECK(vcd.value_at("crossbar.request_in_1_flits", 8 * cycle) == 0);
    CHECK(vcd.value_at("crossbar.request_in_1_valid", 8 * cycle) == 0);
    CHECK(vcd.value_at("crossbar.request_out_1_packets", 4 * cycle) == 2);
    CHECK(vcd.value_at("crossbar.request_out_1_valid", 9 * cycle) == 0);
    CHECK(vcd.value_at("crossbar.request_out_1_valid", 10 * cycle) == 1);
}
