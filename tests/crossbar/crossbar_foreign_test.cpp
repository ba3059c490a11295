// What virtual prototypes and foreign modules do with a crossbar: b_transport, transport_dbg, payloads without
// extension, routes of their own, and routes that lead nowhere.
#include <catch2/catch.hpp>
#include <numeric>

#include "crossbar/traffic.h"
#include "heddle/crossbar/crossbar.h"

using namespace heddle_bench;

namespace {

struct Manager : tlm::tlm_mm_interface {
    void free(tlm::tlm_generic_payload* payload) override {
        payload->reset();
        ++freed;
    }
    unsigned freed = 0;
};

// Speaks the protocol by hand: no heddle code on this side.
struct Foreign : sc_core::sc_module, tlm::tlm_bw_transport_if<> {
    tlm::tlm_initiator_socket<32> socket{"socket"};
    std::vector<tlm::tlm_phase> phases;
    explicit Foreign(sc_core::sc_module_name name) : sc_module(name) { socket.bind(*this); }
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time&) override {
        phases.push_back(phase);
        if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
        payload.release();
        return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

struct System {
    explicit System(RouteFunction route) : crossbar("crossbar", clock, two_by_two(), std::move(route)) {
        foreign.socket.bind(crossbar.in[0]);
        other.out.bind(crossbar.in[1]);
        for (unsigned i = 0; i < 2; ++i) {
            memories.push_back(std::make_unique<Memory>(("memory_" + std::to_string(i)).c_str(), clock));
            crossbar.out[i].bind(memories.back()->in);
        }
    }
    static CrossbarParameters two_by_two() {
        CrossbarParameters p;
        p.inputs = p.outputs = 2;
        return p;
    }
    void set(tlm::tlm_command command, std::uint64_t address, void* data, unsigned bytes) {
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(static_cast<unsigned char*>(data));
        payload.set_data_length(bytes);
        payload.set_streaming_width(bytes);
    }
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    Crossbar crossbar;
    Foreign foreign{"foreign"};
    ScriptedInitiator other{"other", clock};
    std::vector<std::unique_ptr<Memory>> memories;
    tlm::tlm_generic_payload payload;
};

unsigned second_range(std::uint64_t address) {
    return address >= 0x10000;
}

}  // namespace

TEST_CASE("b_transport goes through with the nominal latency of both ways") {
    System s(second_range);
    std::uint32_t value = 42, back = 0;
    sc_core::sc_time delay(5, sc_core::SC_NS);
    s.set(tlm::TLM_WRITE_COMMAND, 0x10080, &value, 4);
    s.foreign.socket->b_transport(s.payload, delay);
    CHECK(s.payload.is_response_ok());
    CHECK(delay == sc_core::sc_time(5 + 4 + 1 + 4, sc_core::SC_NS));
    s.set(tlm::TLM_READ_COMMAND, 0x10080, &back, 4);
    s.foreign.socket->b_transport(s.payload, delay);
    CHECK(back == 42);
    std::vector<unsigned char> line(128);
    s.set(tlm::TLM_READ_COMMAND, 0x10080, line.data(), 128);
    delay = sc_core::SC_ZERO_TIME;
    s.foreign.socket->b_transport(s.payload, delay);
    CHECK(delay == sc_core::sc_time(4 + 1 + 6, sc_core::SC_NS));
    CHECK(s.crossbar.request_statistics().reads.value() == 2);
    CHECK(s.crossbar.reply_statistics().writes.value() == 1);
}

TEST_CASE("transport_dbg reaches the target without time or counters") {
    System s(second_range);
    std::uint32_t value = 7, back = 0;
    s.set(tlm::TLM_WRITE_COMMAND, 0x40, &value, 4);
    CHECK(s.foreign.socket->transport_dbg(s.payload) == 4);
    s.set(tlm::TLM_READ_COMMAND, 0x40, &back, 4);
    CHECK(s.foreign.socket->transport_dbg(s.payload) == 4);
    CHECK(back == 7);
    CHECK(s.crossbar.request_statistics().flits.value() == 0);
    tlm::tlm_dmi dmi;
    CHECK_FALSE(s.foreign.socket->get_direct_mem_ptr(s.payload, dmi));
}

TEST_CASE("transport_dbg of more than one output's bytes is cut where the output changes") {
    System s(second_range);
    std::vector<unsigned char> bytes(1000), back(1000), part(128);
    std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(1));
    s.set(tlm::TLM_WRITE_COMMAND, 0x10000 - 500, bytes.data(), 1000);
    CHECK(s.foreign.socket->transport_dbg(s.payload) == 1000);
    CHECK(s.payload.get_address() == 0x10000 - 500);
    CHECK(s.payload.get_data_length() == 1000);
    s.set(tlm::TLM_READ_COMMAND, 0x10000 - 500, back.data(), 1000);
    CHECK(s.foreign.socket->transport_dbg(s.payload) == 1000);
    CHECK(back == bytes);
    // What lies behind the border is in the second memory, and not in the first.
    s.set(tlm::TLM_READ_COMMAND, 0x10000, part.data(), 128);
    CHECK(s.crossbar.out[1]->transport_dbg(s.payload) == 128);
    CHECK(std::equal(part.begin(), part.end(), bytes.begin() + 500));
    CHECK(s.crossbar.out[0]->transport_dbg(s.payload) == 128);
    CHECK(part == std::vector<unsigned char>(128));
}

TEST_CASE("a foreign payload without extension is routed there and back, between others") {
    System s(second_range);
    Manager manager;
    std::uint32_t value = 99;
    s.payload.set_mm(&manager);
    s.payload.acquire();
    s.set(tlm::TLM_WRITE_COMMAND, 0x10000, &value, 4);
    s.other.script = {{1, Kind::read, 0x10000, 4}, {1, Kind::read, 0x0, 4}};
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay(1500, sc_core::SC_PS);  // not on a clock edge
    CHECK(s.foreign.socket->nb_transport_fw(s.payload, phase, delay) == tlm::TLM_UPDATED);
    CHECK(phase == tlm::END_REQ);
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
    CHECK_FALSE(sc_core::sc_pending_activity());
    REQUIRE(s.foreign.phases.size() == 1);
    CHECK(s.foreign.phases[0] == tlm::BEGIN_RESP);
    CHECK(manager.freed == 1);
    CHECK(s.payload.get_extension<GpuAccess>() == nullptr);
    CHECK(s.other.done.size() == 2);
    CHECK(s.other.pool.live() == 0);
}

TEST_CASE("a crossbar without a route is refused") {
    CHECK_THROWS_WITH(System(RouteFunction()), Catch::Contains("crossbar.route: is empty"));
}

TEST_CASE("a route to an output that does not exist is an error that names it") {
    System s([](std::uint64_t) { return 5U; });
    std::uint32_t value = 0;
    s.set(tlm::TLM_READ_COMMAND, 0x40, &value, 4);
    sc_core::sc_time delay;
    CHECK_THROWS_WITH(s.foreign.socket->b_transport(s.payload, delay),
                      Catch::Contains("crossbar: address 64 is routed to output 5, but there are 2"));
    s.other.script = {{1, Kind::read, 0, 4}};
    CHECK_THROWS_WITH(sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US)), Catch::Contains("routed to output 5"));
}

TEST_CASE("more partitions than outputs are refused at construction") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    AddressMap map;
    map.partitions = 9;
    CHECK_THROWS_WITH(Crossbar("crossbar", clock, CrossbarParameters{}, map),
                      Catch::Contains("crossbar.outputs: is 8"));
}
