#include "heddle/cluster_port/cluster_port.h"

#include <array>
#include <catch2/catch.hpp>

#include "bench.h"
#include "in_child.h"

using namespace heddle_bench;

TEST_CASE("a lone read takes the bus for two cycles on its way back") {
    Bench b;
    b.cores[3]->script = {{1, Kind::read, 0x100, 128}};
    CHECK(b.run() == 0);
    // sent 1, taken and sent on 2, seen 3, answered 4, in the FIFO 5, on the bus 5 and 6, seen 7
    CHECK(b.arrivals() == Cycles{3});
    CHECK(b.cores[3]->done[0].cycle == 7);
    CHECK(b.port.read_requests.value() == 1);
    CHECK(b.port.responses.value() == 1);
    CHECK(b.port.bus_busy_cycles.value() == 2);
    CHECK(b.port.outstanding_cycles.value() == 6 - 2);
}

TEST_CASE("an acknowledgement takes one bus cycle, an atomic's old values take theirs") {
    Bench b;
    b.cores[0]->script = {{1, Kind::write, 0x100, 128}};
    b.cores[1]->script = {{20, Kind::atomic, 0x100, 128}};
    b.cores[2]->script = {{40, Kind::control, 0x100, 128}};
    b.cores[4]->script = {{60, Kind::read, 0x100, 65}};
    CHECK(b.run() == 0);
    CHECK(b.cores[0]->done[0].cycle == 6);
    CHECK(b.cores[1]->done[0].cycle == 26);
    CHECK(b.cores[2]->done[0].cycle == 45);
    CHECK(b.cores[4]->done[0].cycle == 66);
    CHECK(b.port.write_requests.value() == 1);
    CHECK(b.port.atomic_requests.value() == 1);
    CHECK(b.port.control_requests.value() == 1);
    CHECK(b.port.bus_busy_cycles.value() == 1 + 2 + 1 + 2);
}

TEST_CASE("one request per cycle, round-robin over the cores") {
    Bench b;
    for (unsigned core = 0; core < 5; ++core)
        for (unsigned i = 0; i < 4; ++i) b.cores[core]->script.push_back({1, Kind::write, core * 0x1000 + i * 128, 4});
    CHECK(b.run() == 0);
    std::vector<std::uint64_t> expected;
    for (unsigned i = 0; i < 4; ++i)
        for (unsigned core = 0; core < 5; ++core) expected.push_back(core * 0x1000 + i * 128);
    CHECK(b.addresses() == expected);
    CHECK(b.arrivals().front() == 3);
    CHECK(b.arrivals().back() == 22);
}

TEST_CASE("replies share the bus: two cycles for each line, whoever it is for") {
    Bench b;
    for (unsigned core = 0; core < 5; ++core) b.cores[core]->script = {{1, Kind::read, core * 128, 128}};
    CHECK(b.run() == 0);
    for (unsigned core = 0; core < 5; ++core) CHECK(b.cores[core]->done[0].cycle == 7 + 2 * core);
    CHECK(b.port.bus_busy_cycles.value() == 10);
}

TEST_CASE("a full injection buffer holds the cores back, and the cycles are counted") {
    Bench b;
    b.memory.blocked_until = 100;
    for (unsigned i = 0; i < 20; ++i) b.cores[0]->script.push_back({1, Kind::write, i * 128, 4});
    CHECK(b.run() == 0);
    // Three go out (two into the memory's queue, END_REQ of the third is withheld), eight fill the buffer from 5 to 12.
    // The memory takes one in 100, and gives END_REQ in 101; the port sends in 102 and fills the entry again.
    CHECK(b.port.injection_full_cycles.value() == 102 - 13);
    CHECK(b.arrivals().size() == 20);
    CHECK(b.port.injected_requests.value() == 20);
}

TEST_CASE("b_transport and transport_dbg pass with nominal latency and the same bytes") {
    Bench b;
    struct Foreign : sc_core::sc_module, tlm::tlm_bw_transport_if<> {
        tlm::tlm_initiator_socket<32> socket{"socket"};
        unsigned responses = 0;
        explicit Foreign(sc_core::sc_module_name name) : sc_module(name) { socket.bind(*this); }
        tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) override {
            if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
            ++responses;
            payload.release();
            return tlm::TLM_COMPLETED;
        }
        void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
    } foreign("foreign");
    ClusterPortParameters one;
    one.cores = 1;
    ClusterPort port("second", b.clock, one);
    Memory memory("second_memory", b.clock);
    foreign.socket.bind(port.core_in[0]);
    port.noc_out.bind(memory.in);

    std::array<unsigned char, 128> bytes{1, 2, 3}, back{};
    struct Manager : tlm::tlm_mm_interface {
        void free(Payload* payload) override {
            payload->reset();
            ++freed;
        }
        unsigned freed = 0;
    } manager;
    Payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(0x200);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(128);
    payload.set_streaming_width(128);
    sc_core::sc_time delay;
    foreign.socket->b_transport(payload, delay);
    CHECK(payload.is_response_ok());
    CHECK(delay == sc_core::sc_time(1 + 1 + 1, sc_core::SC_NS));
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_data_ptr(back.data());
    delay = sc_core::SC_ZERO_TIME;
    foreign.socket->b_transport(payload, delay);
    CHECK(delay == sc_core::sc_time(1 + 1 + 2, sc_core::SC_NS));
    CHECK(back == bytes);
    back = {};
    CHECK(foreign.socket->transport_dbg(payload) == 128);
    CHECK(back == bytes);
    CHECK(port.read_requests.value() == 1);

    // The same by AT, without an extension.
    Payload timed;
    timed.set_mm(&manager);
    timed.acquire();
    timed.set_command(tlm::TLM_READ_COMMAND);
    timed.set_address(0x200);
    back = {};
    timed.set_data_ptr(back.data());
    timed.set_data_length(128);
    timed.set_streaming_width(128);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    delay = sc_core::SC_ZERO_TIME;
    CHECK(foreign.socket->nb_transport_fw(timed, phase, delay) == tlm::TLM_UPDATED);
    CHECK(b.run() == 0);
    CHECK(foreign.responses == 1);
    CHECK(manager.freed == 1);
    CHECK(back == bytes);
}

TEST_CASE("cluster port parameters name the key that is wrong") {
    const auto message = [](auto change) {
        ClusterPortParameters parameters;
        change(parameters);
        try {
            parameters.validate("port");
        } catch (const ParameterError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    using Catch::StartsWith;
    CHECK(message([](auto&) {}) == "accepted");
    CHECK_THAT(message([](auto& p) { p.cores = 0; }), StartsWith("port.cores: "));
    CHECK_THAT(message([](auto& p) { p.injection_buffer_packets = 0; }), StartsWith("port.injection_buffer_packets: "));
    CHECK_THAT(message([](auto& p) { p.response_buffer_packets = 0; }), StartsWith("port.response_buffer_packets: "));
    CHECK_THAT(message([](auto& p) { p.bus_bytes = 0; }), StartsWith("port.bus_bytes: "));
}

TEST_CASE("a look at the counters in the middle of a run shows what has passed, and changes no sum") {
    const auto run = [](bool look) {
        Bench b;
        b.memory.blocked_until = 100;
        for (unsigned i = 0; i < 20; ++i) b.cores[0]->script.push_back({1, Kind::write, i * 128, 4});
        for (unsigned i = 0; i < 20; ++i) b.cores[1]->script.push_back({1, Kind::read, i * 128, 128});
        if (look)
            for (const unsigned cycle : {50, 120, 135, 136, 137}) {
                sc_core::sc_start(cycle * b.clock.period() - sc_core::sc_time_stamp());
                b.port.settle_counters();
                if (cycle == 50) {
                    CHECK(b.port.injection_full_cycles.value() > 20);
                    CHECK(b.port.outstanding_cycles.value() > 8 * 20);
                }
            }
        CHECK(b.run() == 0);
        b.port.settle_counters();
        return std::array{b.port.injection_full_cycles.value(), b.port.bus_busy_cycles.value(),
                          b.port.outstanding_cycles.value()};
    };
    const auto sums = in_child([&] { return run(false); });
    CHECK(run(true) == sums);
}
