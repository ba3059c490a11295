// Start and end of a kernel as messages: what is understood, what is refused, and when it takes effect.
#include "heddle/base/kernel_boundary.h"

#include <tlm_utils/simple_initiator_socket.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <utility>
#include <vector>

#include "heddle/base/error.h"

using namespace heddle;
using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

struct Listener : Ticked, private KernelBoundaryTarget {
    KernelBoundaryIn kernel_events_in{*this, *this, "kernel_events_in"};
    Listener(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void kernel_boundary(KernelEvent event, Cycle now) override { heard.emplace_back(event, now); }
    void kernel_takes_shared(std::uint32_t bytes) override { shared.push_back(bytes); }
    void tick(Cycle now) override { ticks.push_back(now); }
    std::vector<std::pair<KernelEvent, Cycle>> heard;
    std::vector<Cycle> ticks;
    std::vector<std::uint32_t> shared;
};

// A sender that knows nothing of Heddle.
struct Foreign : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<Foreign> socket{"socket"};
    explicit Foreign(sc_core::sc_module_name name) : sc_module(name) { reset(); }
    void reset(std::uint32_t value = 0) {
        std::memcpy(data, &value, sizeof value);
        payload.set_write();
        payload.set_address(0);
        payload.set_data_ptr(data);
        payload.set_data_length(4);
        payload.set_streaming_width(4);
        payload.set_byte_enable_ptr(nullptr);
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    }
    tlm::tlm_response_status send(const sc_time& annotated = sc_core::SC_ZERO_TIME) {
        sc_time delay = annotated;
        socket->b_transport(payload, delay);
        return payload.get_response_status();
    }
    tlm::tlm_generic_payload payload;
    unsigned char data[16] = {}, enables[4] = {};
};

// Announces in given cycles.
struct Sender : Ticked {
    KernelBoundaryOut kernel_events_out{"kernel_events_out"};
    Sender(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void start_of_simulation() override { wake_at(5); }
    void tick(Cycle now) override {
        if (now == 5) kernel_events_out.announce(KernelEvent::started, 4096);
        if (now == 20) kernel_events_out.announce(KernelEvent::ended);
        if (now == 5) wake_at(20);
    }
};

using Heard = std::vector<std::pair<KernelEvent, Cycle>>;

}  // namespace

TEST_CASE("kernel boundary: a write of 0 or 1 to address 0 is start or end, and wakes its owner in the next cycle") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    Listener listener("listener", clock);
    Foreign foreign("foreign");
    foreign.socket.bind(listener.kernel_events_in);
    sc_core::sc_start(10, SC_NS);
    CHECK(foreign.send() == tlm::TLM_OK_RESPONSE);
    foreign.reset(1);
    CHECK(foreign.send(sc_time(30, SC_NS)) == tlm::TLM_OK_RESPONSE);
    foreign.reset(0);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay = sc_time(70, SC_NS);
    CHECK(foreign.socket->nb_transport_fw(foreign.payload, phase, delay) == tlm::TLM_COMPLETED);
    CHECK(foreign.payload.is_response_ok());
    sc_core::sc_start(200, SC_NS);
    CHECK(listener.heard == Heard{{KernelEvent::started, 10}, {KernelEvent::ended, 40}, {KernelEvent::started, 80}});
    CHECK(listener.ticks == std::vector<Cycle>{11, 41, 81});
    CHECK(listener.shared == std::vector<std::uint32_t>{0, 0});  // short messages
}

TEST_CASE("kernel boundary: a message that is none gets the error that fits, and has no effect") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    Listener listener("listener", clock);
    Foreign foreign("foreign");
    foreign.socket.bind(listener.kernel_events_in);
    sc_core::sc_start(10, SC_NS);
    const auto refused = [&](auto spoil) {
        foreign.reset();
        spoil(foreign.payload);
        return foreign.send();
    };
    CHECK(refused([](auto& p) { p.set_read(); }) == tlm::TLM_COMMAND_ERROR_RESPONSE);
    CHECK(refused([](auto& p) { p.set_command(tlm::TLM_IGNORE_COMMAND); }) == tlm::TLM_COMMAND_ERROR_RESPONSE);
    CHECK(refused([](auto& p) { p.set_address(4); }) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(refused([](auto& p) { p.set_data_length(12); }) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(refused([](auto& p) { p.set_data_length(8); }) == tlm::TLM_BURST_ERROR_RESPONSE);  // wider than its stream
    CHECK(refused([](auto& p) { p.set_data_length(2); }) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(refused([](auto& p) { p.set_streaming_width(2); }) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(refused([&](auto& p) {
              p.set_byte_enable_ptr(foreign.enables);
              p.set_byte_enable_length(4);
          }) == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    CHECK(refused([](auto& p) { p.get_data_ptr()[0] = 2; }) == tlm::TLM_GENERIC_ERROR_RESPONSE);
    foreign.reset();
    CHECK(foreign.socket->transport_dbg(foreign.payload) == 0);
    sc_core::sc_start(50, SC_NS);
    CHECK(listener.heard.empty());
    CHECK(listener.ticks.empty());
}

TEST_CASE("kernel boundary: any number of targets is told in the same cycle, in any order of evaluation") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    Listener first("first", clock);
    Sender sender("sender", clock), lonely("lonely", clock);
    Listener second("second", clock), unbound("unbound", clock);
    sender.kernel_events_out.bind(first.kernel_events_in);
    sender.kernel_events_out.bind(second.kernel_events_in);
    clock.set_evaluation_order_seed(3);
    sc_core::sc_start(100, SC_NS);
    for (const Listener* listener : {&first, &second}) {
        CHECK(listener->heard == Heard{{KernelEvent::started, 5}, {KernelEvent::ended, 20}});
        CHECK(listener->ticks == std::vector<Cycle>{6, 21});
        CHECK(listener->shared == std::vector<std::uint32_t>{4096});
    }
    CHECK(unbound.heard.empty());
}
