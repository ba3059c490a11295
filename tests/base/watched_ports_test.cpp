// Ports that do something of their own when they are called do it for an AtIn or AtOut, which calls them directly, and
// for a foreign peer, which calls through the interface.
#include "heddle/base/watched_ports.h"

#include <catch2/catch.hpp>

#include "base/between.h"
#include "heddle/base/payload_pool.h"

using namespace heddle;
using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

// Sends one request and takes its answer.
struct Caller : Ticked {
    AtOut out{*this, "out", 2};
    explicit Caller(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void tick(Cycle now) override {
        if (request && out.can_send(now)) out.send(std::exchange(request, nullptr), now);
        if (out.responses().ready(now)) {
            answer = out.responses().pop(now);
            answered = now;
        }
        out.service(now);
        sleep_or_continue(true, now, out);
    }
    Payload *request = nullptr, *answer = nullptr;
    Cycle answered = never;
};

// Answers a request in the cycle it is seen; `called` says what the port has seen.
struct Answerer : Ticked, LtTarget {
    PortSet called;
    WatchedIn in{*this, *this, "in", 2, 3, called};
    explicit Answerer(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void tick(Cycle now) override {
        const bool progress = in.requests().ready(now) && in.can_respond(now);
        if (progress) in.respond(in.requests().pop(now), now);
        in.service(now);
        sleep_or_continue(progress, now, in);
    }
    void serve_blocking(Payload&, sc_time&, unsigned) override {}
    unsigned serve_debug(Payload&, unsigned) override { return 0; }
};

struct Bench {
    ClockDomain clock{"clock", sc_time(1, SC_NS)};
    Caller caller{"caller", clock};
    Answerer answerer{"answerer", clock};
    PayloadPool<LinePayload> pool;
    void run() {
        caller.request = pool.acquire(tlm::TLM_READ_COMMAND, 0, 32);
        Payload* const request = caller.request;
        caller.wake_at(2);
        sc_core::sc_start(sc_time(20, SC_NS));
        // Sent in cycle 2, seen and answered in 3, the answer seen in 4.
        CHECK(caller.answered == 4);
        CHECK(caller.answer == request);
        CHECK(answerer.called.test(3));
        request->release();
    }
};

}  // namespace

TEST_CASE("a watched port sees the direct call of an AtOut") {
    Bench bench;
    bench.caller.out.bind(bench.answerer.in);
    bench.run();
}

TEST_CASE("a watched port sees a call through the interface, with the same timing") {
    Bench bench;
    Between between("between");
    bench.caller.out.bind(between.in);
    between.out.bind(bench.answerer.in);
    bench.run();
    CHECK(between.calls == 3);  // BEGIN_REQ, BEGIN_RESP and, because a foreign monitor is a foreign peer, END_RESP
}

TEST_CASE("a port wakes its owner whatever number the shuffled order gives it") {
    Bench bench;
    Caller idle("idle", bench.clock), idler("idler", bench.clock);
    Answerer bystander("bystander", bench.clock), onlooker("onlooker", bench.clock);
    idle.out.bind(bystander.in);
    idler.out.bind(onlooker.in);
    bench.caller.out.bind(bench.answerer.in);
    bench.clock.set_evaluation_order_seed(1);
    const unsigned before = bench.caller.id(), answerer_before = bench.answerer.id();
    bench.run();
    CHECK(bench.caller.id() != before);
    CHECK(bench.answerer.id() != answerer_before);
}

namespace {

// Have the function but are not announced as kinds of port that have one.
struct DeafIn : AtIn {
    using AtIn::AtIn;
    void before_transport(Payload&, const tlm::tlm_phase&) {}
};
struct DeafOut : AtOut {
    using AtOut::AtOut;
    void before_transport(Payload&, const tlm::tlm_phase&) {}
};
struct DeafAnswerer : Answerer {
    DeafIn deaf_in{*this, *this, "deaf_in", 1};
    using Answerer::Answerer;
};
struct DeafCaller : Caller {
    DeafOut deaf_out{*this, "deaf_out", 1};
    using Caller::Caller;
};

}  // namespace

TEST_CASE("a kind of AtIn that is not derived from HookedIn is reported before the simulation starts") {
    Bench bench;
    DeafAnswerer answerer("deaf", bench.clock);
    Caller other("other", bench.clock), third("third", bench.clock);
    other.out.bind(answerer.deaf_in);
    bench.caller.out.bind(answerer.in);
    third.out.bind(bench.answerer.in);
    CHECK_THROWS_WITH(sc_core::sc_start(sc_core::SC_ZERO_TIME),
                      Catch::Contains("deaf_in") && Catch::Contains("derive it from HookedIn"));
}

TEST_CASE("a kind of AtOut that is not derived from HookedOut is reported before the simulation starts") {
    Bench bench;
    DeafCaller caller("deaf", bench.clock);
    Answerer other("other", bench.clock), third("third", bench.clock);
    caller.deaf_out.bind(other.in);
    caller.out.bind(third.in);
    bench.caller.out.bind(bench.answerer.in);
    CHECK_THROWS_WITH(sc_core::sc_start(sc_core::SC_ZERO_TIME),
                      Catch::Contains("deaf_out") && Catch::Contains("derive it from HookedOut"));
}
