// The ports' behaviour cycle by cycle, with peers that are driven by hand.
#include <array>
#include <catch2/catch.hpp>

#include "heddle/base/at_in.h"
#include "heddle/base/at_out.h"
#include "heddle/base/lsu_messages.h"
#include "heddle/base/payload_pool.h"

using namespace heddle;
using sc_core::SC_NS;
using sc_core::sc_start;
using sc_core::sc_time;
using tlm::TLM_ACCEPTED;
using tlm::TLM_COMPLETED;
using tlm::TLM_UPDATED;

namespace {

struct Seen {
    int phase;
    sc_time time;
};

// An initiator that only notes what comes back.
struct HandInitiator : sc_core::sc_module, tlm::tlm_bw_transport_if<> {
    tlm::tlm_initiator_socket<32> socket{"socket"};
    explicit HandInitiator(sc_core::sc_module_name name) : sc_module(name) { socket.bind(*this); }
    tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase& phase, sc_time& delay) override {
        seen.push_back({static_cast<int>(phase), sc_core::sc_time_stamp() + delay});
        return TLM_ACCEPTED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
    tlm::tlm_sync_enum call(Payload& payload, tlm::tlm_phase phase, sc_time delay = sc_core::SC_ZERO_TIME) {
        last_phase = phase;
        last_delay = delay;
        return socket->nb_transport_fw(payload, last_phase, last_delay);
    }
    std::vector<Seen> seen;
    tlm::tlm_phase last_phase;
    sc_time last_delay;
};

// A module with a way in that takes requests when told to.
struct Inlet : Ticked, LtTarget {
    AtIn in{*this, *this, "in", 2};
    Inlet(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void tick(Cycle now) override {
        bool progress = false;
        if (answer && in.can_respond(now)) {
            in.respond(answer, now);
            answer = nullptr;
            progress = true;
        }
        if (take && in.requests().ready(now)) {
            taken.push_back(now);
            in.requests().pop(now);
            progress = true;
        }
        in.service(now);
        sleep_or_continue(progress, now, in);
    }
    void serve_blocking(Payload&, sc_time&, unsigned) override {}
    unsigned serve_debug(Payload&, unsigned) override { return 0; }
    bool take = true;
    Payload* answer = nullptr;
    std::vector<Cycle> taken;
};

struct InletBench {
    ClockDomain clock{"clock", sc_time(1, SC_NS)};
    HandInitiator initiator{"initiator"};
    Inlet inlet{"inlet", clock};
    PayloadPool<LinePayload> pool;
    InletBench() {
        initiator.socket.bind(inlet.in);
        sc_start(sc_core::SC_ZERO_TIME);
    }
    LinePayload& read() { return *pool.acquire(tlm::TLM_READ_COMMAND, 0, 32); }
    void run(double ns) { sc_start(sc_time(ns, SC_NS)); }
};

}  // namespace

TEST_CASE("AtIn: a request is visible in the cycle after its arrival, END_REQ comes by return") {
    InletBench bench;
    bench.run(10);
    CHECK(bench.initiator.call(bench.read(), tlm::BEGIN_REQ) == TLM_UPDATED);
    CHECK(bench.initiator.last_phase == tlm::END_REQ);
    CHECK(bench.initiator.last_delay == sc_time(1, SC_NS));
    bench.run(10);
    CHECK(bench.inlet.taken == std::vector<Cycle>{11});
}

TEST_CASE("AtIn: an annotated, unaligned delay moves the arrival") {
    InletBench bench;
    bench.run(10.25);
    CHECK(bench.initiator.call(bench.read(), tlm::BEGIN_REQ, sc_time(3.5, SC_NS)) == TLM_UPDATED);
    CHECK(bench.initiator.last_delay == sc_time(3.75, SC_NS));  // 13.75 ns is in cycle 13, so END_REQ at 14
    bench.run(10);
    CHECK(bench.inlet.taken == std::vector<Cycle>{14});
}

TEST_CASE("AtIn: a full queue withholds END_REQ until a slot has been free for a cycle") {
    InletBench bench;
    bench.inlet.take = false;
    bench.run(1);
    CHECK(bench.initiator.call(bench.read(), tlm::BEGIN_REQ) == TLM_UPDATED);
    bench.run(1);
    CHECK(bench.initiator.call(bench.read(), tlm::BEGIN_REQ) == TLM_UPDATED);
    bench.run(1);
    CHECK(bench.initiator.call(bench.read(), tlm::BEGIN_REQ) == TLM_ACCEPTED);
    CHECK(bench.inlet.in.stalls_peer());
    bench.run(20);
    CHECK(bench.initiator.seen.empty());
    bench.inlet.take = true;
    bench.inlet.wake_at(30);
    bench.run(20);
    CHECK(bench.inlet.taken == std::vector<Cycle>{30, 31, 32});
    REQUIRE(bench.initiator.seen.size() == 1);
    CHECK(bench.initiator.seen[0].phase == tlm::END_REQ);
    CHECK(bench.initiator.seen[0].time == sc_time(31, SC_NS));  // popped at 30, free from 31
    CHECK_FALSE(bench.inlet.in.stalls_peer());
}

struct ForeignMemory : tlm::tlm_mm_interface {
    void free(Payload* payload) override { payload->reset(); }
};

// A foreign initiator may let go of its payload as soon as it has sent it; whoever takes one from a pool may not.
TEST_CASE("AtIn: holds a foreign payload from BEGIN_REQ to END_RESP, and the link until the cycle after it") {
    InletBench bench;
    ForeignMemory memory;
    std::array<unsigned char, 128> data{};
    Payload payload(&memory);
    payload.acquire();
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_data_ptr(data.data());
    payload.set_data_length(128);
    payload.set_streaming_width(128);
    bench.run(1);
    bench.initiator.call(payload, tlm::BEGIN_REQ);
    CHECK(payload.get_ref_count() == 2);
    CHECK(payload.get_extension<GpuAccess>() != nullptr);
    bench.run(5);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    bench.inlet.answer = &payload;
    bench.inlet.wake_at(10);
    bench.run(10);
    REQUIRE(bench.initiator.seen.size() == 1);
    CHECK(bench.initiator.seen[0].phase == tlm::BEGIN_RESP);
    CHECK(bench.initiator.seen[0].time == sc_time(10, SC_NS));
    CHECK_FALSE(bench.inlet.in.can_respond(16));
    CHECK(payload.get_ref_count() == 2);
    CHECK(bench.initiator.call(payload, tlm::END_RESP, sc_time(2.5, SC_NS)) == TLM_COMPLETED);  // at 18.5 ns
    CHECK(payload.get_ref_count() == 1);
    CHECK(payload.get_extension<GpuAccess>() == nullptr);
    CHECK_FALSE(bench.inlet.in.can_respond(18));
    CHECK(bench.inlet.in.can_respond(19));
    CHECK(bench.inlet.in.idle());
}

// The link is free late because END_RESP was annotated; an earlier tick in between must not make the port forget it.
TEST_CASE("AtIn: a response that waits for a late link is sent although the module ticks in between") {
    InletBench bench;
    LinePayload &first = bench.read(), &second = bench.read();
    bench.run(1);
    bench.initiator.call(first, tlm::BEGIN_REQ);
    bench.run(1);
    bench.initiator.call(second, tlm::BEGIN_REQ);
    bench.run(3);
    first.set_response_status(tlm::TLM_OK_RESPONSE);
    second.set_response_status(tlm::TLM_OK_RESPONSE);
    bench.inlet.answer = &first;
    bench.inlet.wake_at(6);
    bench.run(2);  // 7 ns
    bench.inlet.answer = &second;
    bench.inlet.wake_at(9);
    bench.initiator.call(first, tlm::END_RESP, sc_time(5, SC_NS));  // free from cycle 13; a tick at 9 is pending
    bench.run(50);
    REQUIRE(bench.initiator.seen.size() == 2);
    CHECK(bench.initiator.seen[1].time == sc_time(13, SC_NS));
}

TEST_CASE("AtIn: an ignorable phase reaches the initiator and changes nothing") {
    InletBench bench;
    LinePayload& payload = bench.read();
    bench.run(1);
    bench.initiator.call(payload, tlm::BEGIN_REQ);
    bench.run(4);
    bench.inlet.in.announce(&payload, LEFT_UNIT);
    REQUIRE(bench.initiator.seen.size() == 1);
    CHECK(bench.initiator.seen[0].phase == static_cast<int>(LEFT_UNIT));
    CHECK(bench.initiator.seen[0].time == sc_time(5, SC_NS));
    CHECK(bench.inlet.in.can_respond(5));
}

TEST_CASE("AtIn: a second request in the request phase is an error") {
    InletBench bench;
    bench.inlet.take = false;
    for (int i = 0; i < 3; ++i) {
        bench.run(1);
        bench.initiator.call(bench.read(), tlm::BEGIN_REQ);
    }
    CHECK_THROWS_WITH(bench.initiator.call(bench.read(), tlm::BEGIN_REQ), Catch::Contains("BEGIN_REQ before END_REQ"));
}

namespace {

// A target that answers with what the test says.
struct HandTarget : sc_core::sc_module, tlm::tlm_fw_transport_if<> {
    tlm::tlm_target_socket<32> socket{"socket"};
    explicit HandTarget(sc_core::sc_module_name name) : sc_module(name) { socket.bind(*this); }
    tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) override {
        seen.push_back({static_cast<int>(phase), sc_core::sc_time_stamp() + delay});
        if (phase != tlm::BEGIN_REQ) return TLM_COMPLETED;
        if (result == TLM_ACCEPTED) return result;
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        phase = answer;
        delay = answer_delay;
        return result;
    }
    void b_transport(Payload&, sc_time&) override {}
    bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(Payload&) override { return 0; }
    tlm::tlm_sync_enum call(Payload& payload, tlm::tlm_phase phase, sc_time delay = sc_core::SC_ZERO_TIME) {
        if (phase == tlm::BEGIN_RESP) payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return socket->nb_transport_bw(payload, phase, delay);
    }
    tlm::tlm_sync_enum result = TLM_ACCEPTED;
    tlm::tlm_phase answer = tlm::END_REQ;
    sc_time answer_delay;
    std::vector<Seen> seen;
};

struct Outlet : Ticked {
    AtOut out{*this, "out", 1};
    Outlet(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void tick(Cycle now) override {
        bool progress = false;
        if (take && out.responses().ready(now)) {
            taken.push_back(now);
            out.responses().pop(now);
            progress = true;
        }
        if (next < to_send.size() && out.can_send(now)) {
            sent.push_back(now);
            out.send(to_send[next++], now);
            progress = true;
        }
        out.service(now);
        sleep_or_continue(progress, now, out);
        if (progress && next < to_send.size()) wake_at(now + 1);
    }
    std::vector<Payload*> to_send;
    std::size_t next = 0;
    bool take = true;
    std::vector<Cycle> sent, taken;
};

struct OutletBench {
    ClockDomain clock{"clock", sc_time(1, SC_NS)};
    Outlet outlet{"outlet", clock};
    HandTarget target{"target"};
    PayloadPool<LinePayload> pool;
    explicit OutletBench(int requests) {
        outlet.out.bind(target.socket);
        for (int i = 0; i < requests; ++i) outlet.to_send.push_back(pool.acquire(tlm::TLM_READ_COMMAND, 0, 32));
        sc_start(sc_core::SC_ZERO_TIME);
        outlet.wake_at(1);
    }
    void run(double ns) { sc_start(sc_time(ns, SC_NS)); }
};

}  // namespace

TEST_CASE("AtOut: the next request waits for END_REQ, by call") {
    OutletBench bench(2);
    bench.run(10.5);
    CHECK(bench.outlet.sent == std::vector<Cycle>{1});
    bench.target.call(*bench.outlet.to_send[0], tlm::END_REQ, sc_time(2, SC_NS));  // 12.5 ns
    bench.run(20);
    CHECK(bench.outlet.sent == std::vector<Cycle>{1, 13});
}

TEST_CASE("AtOut: END_REQ by return value with a delay") {
    OutletBench bench(2);
    bench.target.result = TLM_UPDATED;
    bench.target.answer_delay = sc_time(3.5, SC_NS);  // 4.5 ns: the first cycle not before is 5
    bench.run(20);
    CHECK(bench.outlet.sent == std::vector<Cycle>{1, 5});
}

TEST_CASE("AtOut: BEGIN_RESP implies END_REQ") {
    OutletBench bench(2);
    bench.run(10);
    CHECK(bench.target.call(*bench.outlet.to_send[0], tlm::BEGIN_RESP) == TLM_ACCEPTED);
    bench.run(20);
    CHECK(bench.outlet.sent == std::vector<Cycle>{1, 11});
    CHECK(bench.outlet.taken == std::vector<Cycle>{11});
}

// The form that every target takes: DRAM models are known that wait for this call for ever if they are told
// TLM_COMPLETED.
TEST_CASE("AtOut: a foreign target gets END_RESP by a call on the next edge, and the response is no later for it") {
    OutletBench bench(2);
    CHECK(bench.outlet.out.foreign_peer());
    bench.run(10.25);
    LinePayload& payload = static_cast<LinePayload&>(*bench.outlet.to_send[0]);
    bench.target.call(payload, tlm::END_REQ);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_time delay(1.5, SC_NS);  // 11.75 ns
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    CHECK(bench.target.socket->nb_transport_bw(payload, phase, delay) == TLM_ACCEPTED);
    CHECK(phase == tlm::BEGIN_RESP);
    CHECK(delay == sc_time(1.5, SC_NS));
    CHECK(payload.get_ref_count() == 2);  // whoever takes the response may let go of the payload before END_RESP
    CHECK_FALSE(bench.outlet.out.idle());
    bench.run(10);
    CHECK(bench.outlet.taken == std::vector<Cycle>{12});
    REQUIRE(bench.target.seen.size() == 3);  // BEGIN_REQ of both
    CHECK(bench.target.seen[2].phase == tlm::END_RESP);
    CHECK(bench.target.seen[2].time == sc_time(12, SC_NS));
    CHECK(payload.get_ref_count() == 1);
}

TEST_CASE("AtOut: a foreign target that begins a response before END_RESP of the one before is reported") {
    OutletBench bench(2);
    bench.target.result = TLM_UPDATED;
    bench.run(10);
    bench.target.call(*bench.outlet.to_send[0], tlm::BEGIN_RESP);
    CHECK_THROWS_WITH(bench.target.call(*bench.outlet.to_send[1], tlm::BEGIN_RESP),
                      Catch::Contains("BEGIN_RESP before END_RESP"));
}

TEST_CASE("AtOut: BEGIN_RESP implies END_REQ also while earlier responses are left in the queue") {
    OutletBench bench(3);
    bench.outlet.take = false;
    bench.run(10);
    CHECK(bench.target.call(*bench.outlet.to_send[0], tlm::BEGIN_RESP) == TLM_ACCEPTED);
    bench.run(10);
    CHECK(bench.target.call(*bench.outlet.to_send[1], tlm::BEGIN_RESP) == TLM_ACCEPTED);  // no room for this one
    bench.run(10);
    CHECK(bench.outlet.sent == std::vector<Cycle>{1, 11, 21});
}

TEST_CASE("AtOut: early completion is delivered after its delay, many of them without back-pressure") {
    OutletBench bench(5);
    bench.outlet.take = false;
    bench.target.result = TLM_COMPLETED;
    bench.target.answer_delay = sc_time(7.2, SC_NS);
    bench.run(30);
    CHECK(bench.outlet.sent == std::vector<Cycle>{1, 2, 3, 4, 5});  // the queue of one response does not limit it
    bench.outlet.take = true;
    bench.outlet.wake_at(40);
    bench.run(40);
    CHECK(bench.outlet.taken.size() == 5);
    CHECK(bench.outlet.out.idle());
}

TEST_CASE("AtOut: early completion does not arrive before its time") {
    OutletBench bench(1);
    bench.target.result = TLM_COMPLETED;
    bench.target.answer_delay = sc_time(7.2, SC_NS);  // 8.2 ns, in cycle 8
    bench.run(30);
    REQUIRE(bench.outlet.taken.size() == 1);
    CHECK(bench.outlet.taken[0] >= 9);
    CHECK(bench.outlet.taken[0] <= 10);
}

TEST_CASE("AtOut: BEGIN_RESP by return value is answered with END_RESP by call") {
    OutletBench bench(1);
    bench.target.result = TLM_UPDATED;
    bench.target.answer = tlm::BEGIN_RESP;
    bench.target.answer_delay = sc_time(2.2, SC_NS);
    bench.run(20);
    REQUIRE(bench.target.seen.size() == 2);
    CHECK(bench.target.seen[1].phase == tlm::END_RESP);
    CHECK(bench.target.seen[1].time >= sc_time(3.2, SC_NS));
    CHECK(bench.outlet.taken == std::vector<Cycle>{4});
}

TEST_CASE("AtOut: a full response queue withholds END_RESP") {
    OutletBench bench(2);
    bench.outlet.take = false;
    bench.run(5);
    bench.target.call(*bench.outlet.to_send[0], tlm::BEGIN_RESP);
    bench.run(5);
    bench.target.call(*bench.outlet.to_send[1], tlm::BEGIN_RESP);
    bench.run(20);
    CHECK(bench.target.seen.size() == 3);  // two BEGIN_REQ, END_RESP of the first
    bench.outlet.take = true;
    bench.outlet.wake_at(40);
    bench.run(30);
    CHECK(bench.outlet.taken == std::vector<Cycle>{40, 42});
    REQUIRE(bench.target.seen.size() == 4);
    CHECK(bench.target.seen[3].phase == tlm::END_RESP);
    CHECK(bench.target.seen[3].time == sc_time(41, SC_NS));
}

TEST_CASE(
    "AtOut: an observer is told of ignorable phases, to act on in the cycle after; without one they are ignored") {
    struct Notes : PhaseObserver {
        void phase_seen(Payload&, const tlm::tlm_phase& phase, Cycle visible) override {
            seen.emplace_back(static_cast<unsigned>(phase), visible);
        }
        std::vector<std::pair<unsigned, Cycle>> seen;
    } notes;
    OutletBench bench(2);
    bench.run(3);
    Payload& payload = *bench.outlet.to_send[0];
    CHECK(bench.target.call(payload, LEFT_QUEUE) == TLM_ACCEPTED);
    bench.outlet.out.observe_phases(notes);
    CHECK(bench.target.call(payload, LEFT_UNIT, sc_time(2.5, SC_NS)) == TLM_ACCEPTED);
    REQUIRE(notes.seen.size() == 1);
    CHECK(notes.seen[0].first == static_cast<unsigned>(LEFT_UNIT));
    CHECK(notes.seen[0].second == 6);
    bench.run(10);
    CHECK(bench.outlet.sent.size() == 1);  // END_REQ is still owed
}

namespace {

// Takes every answer in the call, or none.
struct TakingInitiator : HandInitiator {
    using HandInitiator::HandInitiator;
    tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) override {
        HandInitiator::nb_transport_bw(payload, phase, delay);
        return takes ? TLM_COMPLETED : TLM_ACCEPTED;
    }
    bool takes = true;
};

// Answers whatever it has, as many in a cycle as the port allows.
struct WideInlet : Ticked, LtTarget {
    AtIn in{*this, *this, "in", 4, 0, 2};
    WideInlet(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void tick(Cycle now) override {
        bool progress = false;
        while (now >= from && in.requests().ready(now) && in.can_respond(now)) {
            answered.push_back(now);
            in.respond(in.requests().pop(now), now);
            progress = true;
        }
        in.service(now);
        sleep_or_continue(progress, now, in);
    }
    void serve_blocking(Payload&, sc_time&, unsigned) override {}
    unsigned serve_debug(Payload&, unsigned) override { return 0; }
    Cycle from = 20;
    std::vector<Cycle> answered;
};

std::vector<Cycle> answers_of_wide_inlet(bool takes) {
    ClockDomain clock{"clock", sc_time(1, SC_NS)};
    TakingInitiator initiator{"initiator"};
    WideInlet inlet{"inlet", clock};
    PayloadPool<LinePayload> pool;
    initiator.takes = takes;
    initiator.socket.bind(inlet.in);
    sc_start(sc_time(1, SC_NS));
    for (unsigned i = 0; i < 3; ++i) {
        initiator.call(*pool.acquire(tlm::TLM_READ_COMMAND, 0, 32), tlm::BEGIN_REQ);
        sc_start(sc_time(1, SC_NS));
    }
    inlet.wake_at(20);
    sc_start(sc_time(40, SC_NS));
    return inlet.answered;
}

}  // namespace

TEST_CASE("AtIn: with two lanes two answers may begin in a cycle") {
    CHECK(answers_of_wide_inlet(true) == std::vector<Cycle>{20, 20, 21});
}

TEST_CASE("AtIn: an answer that is not taken keeps the other lane shut") {
    CHECK(answers_of_wide_inlet(false) == std::vector<Cycle>{20});
}

namespace {

// A module that sends as many requests as its port takes.
struct WideOutlet : Ticked {
    AtOut out{*this, "out", 8, 2};
    explicit WideOutlet(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void tick(Cycle now) override {
        while (sent.size() < 3 && out.can_send(now)) {
            sent.push_back(now);
            out.send(pool.acquire(tlm::TLM_READ_COMMAND, 0, 32), now);
        }
        while (out.responses().ready(now)) static_cast<LinePayload*>(out.responses().pop(now))->release();
        out.service(now);
        if (sent.size() < 3) wake_at(now + 1);
    }
    PayloadPool<LinePayload> pool;
    std::vector<Cycle> sent;
};

std::vector<Cycle> requests_of_wide_outlet(unsigned room) {
    struct Target : Ticked, LtTarget {
        AtIn in;
        Target(sc_core::sc_module_name name, ClockDomain& domain, unsigned room)
            : Ticked(name, domain), in(*this, *this, "in", room) {}
        void tick(Cycle now) override {
            bool progress = false;
            if (now >= 30 && in.requests().ready(now) && in.can_respond(now)) {
                in.respond(in.requests().pop(now), now);
                progress = true;
            }
            in.service(now);
            sleep_or_continue(progress, now, in);
            if (now < 30) wake_at(30);
        }
        void serve_blocking(Payload&, sc_time&, unsigned) override {}
        unsigned serve_debug(Payload&, unsigned) override { return 0; }
    };
    ClockDomain clock{"clock", sc_time(1, SC_NS)};
    WideOutlet outlet{"outlet", clock};
    Target target{"target", clock, room};
    outlet.out.bind(target.in);
    sc_start(sc_core::SC_ZERO_TIME);
    outlet.wake_at(20);
    sc_start(sc_time(60, SC_NS));
    return outlet.sent;
}

}  // namespace

TEST_CASE("AtOut: with two lanes two requests may begin in a cycle") {
    CHECK(requests_of_wide_outlet(8) == std::vector<Cycle>{20, 20, 21});
}

TEST_CASE("AtOut: a request that is not taken keeps the other lane shut") {
    CHECK(requests_of_wide_outlet(1) == std::vector<Cycle>{20, 20, 32});
}
