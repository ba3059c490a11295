// Every rule the checker knows, broken once.
#include <catch2/catch.hpp>
#include <functional>

#include "heddle/base/lsu_messages.h"
#include "heddle/base/payload_pool.h"
#include "kit/checking_binder.h"

using namespace heddle;
using sc_core::SC_NS;
using sc_core::sc_time;
using tlm::TLM_ACCEPTED;
using tlm::TLM_COMPLETED;
using tlm::TLM_UPDATED;

namespace {

using Reply = std::function<tlm::tlm_sync_enum(Payload&, tlm::tlm_phase&, sc_time&)>;

struct Front : sc_core::sc_module, tlm::tlm_bw_transport_if<> {
    tlm::tlm_initiator_socket<32> socket{"socket"};
    explicit Front(sc_core::sc_module_name name) : sc_module(name) { socket.bind(*this); }
    tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) override {
        return reply ? reply(payload, phase, delay) : TLM_ACCEPTED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
    tlm::tlm_sync_enum call(Payload& payload, tlm::tlm_phase phase, double ns = 0) {
        sc_time delay(ns, SC_NS);
        return socket->nb_transport_fw(payload, phase, delay);
    }
    Reply reply;
};

struct Back : sc_core::sc_module, tlm::tlm_fw_transport_if<> {
    tlm::tlm_target_socket<32> socket{"socket"};
    explicit Back(sc_core::sc_module_name name) : sc_module(name) { socket.bind(*this); }
    tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) override {
        return reply ? reply(payload, phase, delay) : TLM_ACCEPTED;
    }
    void b_transport(Payload& payload, sc_time& delay) override {
        if (blocking) blocking(payload, delay);
    }
    bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(Payload&) override { return debug_bytes; }
    tlm::tlm_sync_enum call(Payload& payload, tlm::tlm_phase phase, double ns = 0, bool set_status = true) {
        if (phase == tlm::BEGIN_RESP && set_status) payload.set_response_status(tlm::TLM_OK_RESPONSE);
        sc_time delay(ns, SC_NS);
        return socket->nb_transport_bw(payload, phase, delay);
    }
    Reply reply;
    std::function<void(Payload&, sc_time&)> blocking;
    unsigned debug_bytes = 0;
};

struct Bench : sc_core::sc_module {
    Bench(sc_core::sc_module_name name, ProtocolChecker::OnViolation mode) : sc_module(name), binder(mode) {
        binder.bind(front.socket, back.socket);
    }
    LinePayload& read() { return *pool.acquire(tlm::TLM_READ_COMMAND, 0x1000, 32); }
    LinePayload& write() {
        LinePayload& payload = *pool.acquire(tlm::TLM_WRITE_COMMAND, 0x1000, 32);
        payload.data.fill(1);
        return payload;
    }
    // Exactly one violation so far, and it says this.
    bool caught(const std::string& text) {
        const auto violations = binder.violations();
        for (const auto& violation : violations) UNSCOPED_INFO(violation);
        return violations.size() == 1 && violations[0].find(text) != std::string::npos &&
               violations[0].find("_front_socket: payload 0x") != std::string::npos;
    }
    PayloadPool<LinePayload> pool;
    Front front{"front"};
    Back back{"back"};
    CheckingBinder binder;
};

// A case runs once per section but elaborates once: the benches of all its sections are built together.
Bench& fresh_bench() {
    static std::vector<std::unique_ptr<Bench>> benches;
    static std::size_t used = 0;
    if (benches.empty()) {
        for (int i = 0; i < 16; ++i)
            benches.push_back(
                std::make_unique<Bench>(("bench_" + std::to_string(i)).c_str(), ProtocolChecker::OnViolation::collect));
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
    }
    return *benches.at(used++);
}

void set_ok(Payload& payload) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

}  // namespace

TEST_CASE("checker: a whole four-phase transaction is clean and counted") {
    Bench& bench = fresh_bench();
    LinePayload& payload = bench.read();
    bench.front.call(payload, tlm::BEGIN_REQ, 1.5);
    CHECK(bench.binder.outstanding() == 1);
    bench.back.call(payload, tlm::END_REQ, 2);
    bench.back.call(payload, tlm::BEGIN_RESP, 2);
    bench.front.call(payload, tlm::END_RESP, 3);
    CHECK(bench.binder.violations().empty());
    CHECK(bench.binder.outstanding() == 0);
    CHECK(bench.binder.transactions() == 1);
    CHECK(payload.get_ref_count() == 1);
}

TEST_CASE("checker: phases of an extended protocol may come between the request and the response") {
    Bench& bench = fresh_bench();
    LinePayload& payload = bench.read();
    SECTION("and are passed on") {
        unsigned seen = 0;
        bench.front.reply = [&](Payload&, tlm::tlm_phase& phase, sc_time&) {
            seen += phase == LEFT_QUEUE || phase == LEFT_UNIT;
            return TLM_ACCEPTED;
        };
        bench.front.call(payload, tlm::BEGIN_REQ);
        bench.back.call(payload, LEFT_QUEUE, 1);
        bench.back.call(payload, tlm::END_REQ, 2);
        bench.back.call(payload, LEFT_UNIT, 3);
        bench.back.call(payload, tlm::BEGIN_RESP, 4);
        bench.front.call(payload, tlm::END_RESP, 5);
        CHECK(seen == 2);
        CHECK(bench.binder.violations().empty());
    }
    SECTION("but not after the response") {
        bench.front.call(payload, tlm::BEGIN_REQ);
        bench.back.call(payload, tlm::BEGIN_RESP);
        bench.back.call(payload, LEFT_UNIT);
        CHECK(bench.caught("LEFT_UNIT after BEGIN_RESP"));
    }
    SECTION("nor without a request") {
        bench.back.call(payload, LEFT_UNIT);
        CHECK(bench.caught("LEFT_UNIT for a payload that is not outstanding"));
    }
    SECTION("nor back in time") {
        bench.front.call(payload, tlm::BEGIN_REQ, 2);
        bench.back.call(payload, LEFT_UNIT, 1);
        CHECK(bench.caught("before the phase before it"));
    }
    SECTION("and complete nothing") {
        bench.front.reply = [](Payload&, tlm::tlm_phase&, sc_time&) { return TLM_COMPLETED; };
        bench.front.call(payload, tlm::BEGIN_REQ);
        bench.back.call(payload, LEFT_UNIT);
        CHECK(bench.caught("TLM_COMPLETED for LEFT_UNIT"));
    }
}

TEST_CASE("checker: the legal short cuts are clean") {
    Bench& bench = fresh_bench();
    SECTION("BEGIN_RESP implies END_REQ, completion by the initiator") {
        bench.front.reply = [](Payload&, tlm::tlm_phase&, sc_time&) { return TLM_COMPLETED; };
        for (int i = 0; i < 3; ++i) {
            LinePayload& payload = bench.read();
            bench.front.call(payload, tlm::BEGIN_REQ);
            bench.back.call(payload, tlm::BEGIN_RESP);
        }
    }
    SECTION("END_REQ and END_RESP by return value") {
        bench.back.reply = [](Payload&, tlm::tlm_phase& phase, sc_time& delay) {
            phase = tlm::END_REQ;
            delay += sc_time(1, SC_NS);
            return TLM_UPDATED;
        };
        bench.front.reply = [](Payload&, tlm::tlm_phase& phase, sc_time&) {
            phase = tlm::END_RESP;
            return TLM_UPDATED;
        };
        for (int i = 0; i < 3; ++i) {
            LinePayload& payload = bench.read();
            bench.front.call(payload, tlm::BEGIN_REQ);
            bench.back.call(payload, tlm::BEGIN_RESP, 2);
        }
    }
    SECTION("early completion") {
        bench.back.reply = [](Payload& payload, tlm::tlm_phase&, sc_time& delay) {
            set_ok(payload);
            delay += sc_time(9, SC_NS);
            return TLM_COMPLETED;
        };
        for (int i = 0; i < 3; ++i) bench.front.call(bench.read(), tlm::BEGIN_REQ);
    }
    SECTION("BEGIN_RESP by return value") {
        bench.back.reply = [](Payload& payload, tlm::tlm_phase& phase, sc_time&) {
            if (phase == tlm::END_RESP) return TLM_COMPLETED;
            set_ok(payload);
            phase = tlm::BEGIN_RESP;
            return TLM_UPDATED;
        };
        for (int i = 0; i < 3; ++i) {
            LinePayload& payload = bench.read();
            bench.front.call(payload, tlm::BEGIN_REQ);
            bench.front.call(payload, tlm::END_RESP);
        }
    }
    SECTION("phases by call inside a call") {
        bench.back.reply = [&](Payload& payload, tlm::tlm_phase& phase, sc_time&) {
            if (phase == tlm::BEGIN_REQ) bench.back.call(payload, tlm::BEGIN_RESP);
            return TLM_ACCEPTED;
        };
        bench.front.reply = [&](Payload& payload, tlm::tlm_phase&, sc_time&) {
            bench.front.call(payload, tlm::END_RESP);
            return TLM_ACCEPTED;
        };
        for (int i = 0; i < 3; ++i) bench.front.call(bench.read(), tlm::BEGIN_REQ);
    }
    SECTION("an atomic brings data back in its data array") {
        for (int i = 0; i < 3; ++i) {
            LinePayload& payload = *bench.pool.acquire(tlm::TLM_IGNORE_COMMAND, 0, 32);
            payload.access.kind = AccessKind::atomic;
            payload.data.fill(1);
            bench.front.call(payload, tlm::BEGIN_REQ);
            payload.data.fill(static_cast<std::uint8_t>(2 + i));
            bench.back.call(payload, tlm::BEGIN_RESP);
            bench.front.call(payload, tlm::END_RESP);
        }
    }
    CHECK(bench.binder.violations() == std::vector<std::string>{});
    CHECK(bench.binder.outstanding() == 0);
    CHECK(bench.binder.transactions() == 3);
}

TEST_CASE("checker: exclusion") {
    Bench& bench = fresh_bench();
    LinePayload &a = bench.read(), &b = bench.read();
    bench.front.call(a, tlm::BEGIN_REQ);
    SECTION("second BEGIN_REQ before END_REQ") {
        bench.front.call(b, tlm::BEGIN_REQ);
        CHECK(bench.caught("breaks request exclusion"));
    }
    SECTION("second BEGIN_RESP before END_RESP") {
        bench.back.call(a, tlm::END_REQ);
        bench.front.call(b, tlm::BEGIN_REQ);
        bench.back.call(a, tlm::BEGIN_RESP);
        bench.back.call(b, tlm::BEGIN_RESP);
        CHECK(bench.caught("breaks response exclusion"));
    }
    SECTION("the same payload twice") {
        bench.back.call(a, tlm::END_REQ);
        bench.front.call(a, tlm::BEGIN_REQ);
        CHECK(bench.caught("while the same payload is outstanding"));
    }
}

TEST_CASE("checker: phase order") {
    Bench& bench = fresh_bench();
    LinePayload &a = bench.read(), &b = bench.read();
    SECTION("response for a payload never requested") {
        bench.back.call(a, tlm::BEGIN_RESP);
        CHECK(bench.caught("never requested"));
    }
    SECTION("END_REQ for a payload never requested") {
        bench.back.call(a, tlm::END_REQ);
        CHECK(bench.caught("never requested"));
    }
    SECTION("END_REQ twice") {
        bench.front.call(a, tlm::BEGIN_REQ);
        bench.back.call(a, tlm::END_REQ);
        bench.back.call(a, tlm::END_REQ);
        CHECK(bench.caught("expected only once"));
    }
    SECTION("END_REQ after BEGIN_RESP") {
        bench.front.call(a, tlm::BEGIN_REQ);
        bench.back.call(a, tlm::BEGIN_RESP);
        bench.back.call(a, tlm::END_REQ);
        CHECK(bench.caught("before BEGIN_RESP"));
    }
    SECTION("BEGIN_RESP twice") {
        bench.front.call(a, tlm::BEGIN_REQ);
        bench.back.call(a, tlm::BEGIN_RESP);
        bench.back.call(a, tlm::BEGIN_RESP);
        CHECK(bench.caught("second BEGIN_RESP"));
    }
    SECTION("END_RESP before BEGIN_RESP") {
        bench.front.call(a, tlm::BEGIN_REQ);
        bench.front.call(a, tlm::END_RESP);
        CHECK(bench.caught("END_RESP before BEGIN_RESP"));
    }
    SECTION("END_RESP for nothing") {
        bench.front.call(b, tlm::END_RESP);
        CHECK(bench.caught("not outstanding"));
    }
    SECTION("a backward phase on the forward path") {
        bench.front.call(a, tlm::END_REQ);
        CHECK(bench.caught("on the forward path"));
    }
    SECTION("a forward phase on the backward path") {
        bench.back.call(a, tlm::END_RESP);
        CHECK(bench.caught("on the backward path"));
    }
}

TEST_CASE("checker: return values") {
    Bench& bench = fresh_bench();
    LinePayload& a = bench.read();
    SECTION("TLM_UPDATED with a phase of the initiator") {
        bench.back.reply = [](Payload&, tlm::tlm_phase& phase, sc_time&) {
            phase = tlm::END_RESP;
            return TLM_UPDATED;
        };
        bench.front.call(a, tlm::BEGIN_REQ);
        CHECK(bench.caught("TLM_UPDATED with END_RESP for BEGIN_REQ"));
    }
    SECTION("TLM_ACCEPTED that changes the phase") {
        bench.back.reply = [](Payload&, tlm::tlm_phase& phase, sc_time&) {
            phase = tlm::END_REQ;
            return TLM_ACCEPTED;
        };
        bench.front.call(a, tlm::BEGIN_REQ);
        CHECK(bench.caught("changed with TLM_ACCEPTED"));
    }
    SECTION("TLM_COMPLETED after END_REQ by call") {
        bench.back.reply = [&](Payload& payload, tlm::tlm_phase&, sc_time&) {
            bench.back.call(payload, tlm::END_REQ);
            set_ok(payload);
            return TLM_COMPLETED;
        };
        bench.front.call(a, tlm::BEGIN_REQ);
        CHECK(bench.caught("TLM_COMPLETED after a phase"));
    }
    SECTION("an initiator that completes at END_REQ") {
        bench.front.reply = [](Payload&, tlm::tlm_phase&, sc_time&) { return TLM_COMPLETED; };
        bench.front.call(a, tlm::BEGIN_REQ);
        bench.back.call(a, tlm::END_REQ);
        CHECK(bench.caught("TLM_COMPLETED for END_REQ"));
    }
    SECTION("an initiator that updates BEGIN_RESP to nonsense") {
        bench.front.reply = [](Payload&, tlm::tlm_phase&, sc_time&) { return TLM_UPDATED; };
        bench.front.call(a, tlm::BEGIN_REQ);
        bench.back.call(a, tlm::BEGIN_RESP);
        CHECK(bench.caught("TLM_UPDATED with BEGIN_RESP for BEGIN_RESP"));
    }
    SECTION("TLM_UPDATED for END_RESP") {
        bench.front.call(a, tlm::BEGIN_REQ);
        bench.back.call(a, tlm::BEGIN_RESP);
        bench.back.reply = [](Payload&, tlm::tlm_phase&, sc_time&) { return TLM_UPDATED; };
        bench.front.call(a, tlm::END_RESP);
        CHECK(bench.caught("TLM_UPDATED for END_RESP"));
    }
}

TEST_CASE("checker: what must stay stays") {
    Bench& bench = fresh_bench();
    LinePayload& a = bench.write();
    std::array<std::uint8_t, 4> enables{255, 0, 255, 0};
    a.set_byte_enable_ptr(enables.data());
    a.set_byte_enable_length(4);
    bench.front.call(a, tlm::BEGIN_REQ);
    std::string expected;
    SECTION("address") {
        a.set_address(0x2000), expected = "address is 0x2000, was 0x1000";
    }
    SECTION("command") {
        a.set_command(tlm::TLM_READ_COMMAND), expected = "command";
    }
    SECTION("data length") {
        a.set_data_length(16), expected = "data length is 0x10, was 0x20";
    }
    SECTION("streaming width") {
        a.set_streaming_width(64), expected = "streaming width";
    }
    SECTION("data pointer") {
        a.set_data_ptr(a.enables.data()), expected = "data pointer";
    }
    SECTION("byte enable pointer") {
        a.set_byte_enable_ptr(nullptr), expected = "byte enable pointer";
    }
    SECTION("byte enable length") {
        a.set_byte_enable_length(2), expected = "byte enable length";
    }
    SECTION("byte enables") {
        enables[3] = 255, expected = "byte enables changed";
    }
    SECTION("write data, first byte") {
        a.data[0] = 9, expected = "write data changed";
    }
    SECTION("write data, last byte") {
        a.data[31] = 9, expected = "write data changed";
    }
    bench.back.call(a, tlm::BEGIN_RESP);
    CHECK(bench.caught(expected));
}

TEST_CASE("checker: references, status and time") {
    Bench& bench = fresh_bench();
    SECTION("no memory manager") {
        std::array<std::uint8_t, 4> data{};
        Payload payload;
        payload.set_command(tlm::TLM_READ_COMMAND);
        payload.set_data_ptr(data.data());
        payload.set_data_length(4);
        payload.set_streaming_width(4);
        bench.front.call(payload, tlm::BEGIN_REQ);
        CHECK(bench.caught("no memory manager"));
    }
    SECTION("reference count 0") {
        LinePayload& a = bench.read();
        a.release();
        bench.front.call(a, tlm::BEGIN_REQ);
        CHECK(bench.caught("reference count is 0"));
    }
    SECTION("status set at BEGIN_REQ") {
        LinePayload& a = bench.read();
        set_ok(a);
        bench.front.call(a, tlm::BEGIN_REQ);
        CHECK(bench.caught("expected TLM_INCOMPLETE_RESPONSE"));
    }
    SECTION("status not set at BEGIN_RESP") {
        LinePayload& a = bench.read();
        bench.front.call(a, tlm::BEGIN_REQ);
        bench.back.call(a, tlm::BEGIN_RESP, 0, false);
        CHECK(bench.caught("must be set"));
    }
    SECTION("status not set at TLM_COMPLETED") {
        bench.back.reply = [](Payload&, tlm::tlm_phase&, sc_time&) { return TLM_COMPLETED; };
        bench.front.call(bench.read(), tlm::BEGIN_REQ);
        CHECK(bench.caught("must be set"));
    }
    SECTION("END_REQ before BEGIN_REQ in time") {
        LinePayload& a = bench.read();
        bench.front.call(a, tlm::BEGIN_REQ, 5);
        bench.back.call(a, tlm::END_REQ, 4);
        CHECK(bench.caught("before the phase before it"));
    }
    SECTION("data length 0") {
        LinePayload& a = bench.read();
        a.set_data_length(0);
        bench.front.call(a, tlm::BEGIN_REQ);
        CHECK(bench.caught("data length 0"));
    }
}

TEST_CASE("checker: blocking and debug transport") {
    Bench& bench = fresh_bench();
    LinePayload& a = bench.write();
    sc_time delay(5, SC_NS);
    SECTION("clean") {
        bench.back.blocking = [](Payload& payload, sc_time& t) {
            set_ok(payload);
            t += sc_time(1, SC_NS);
        };
        bench.front.socket->b_transport(a, delay);
        CHECK(bench.binder.violations().empty());
        CHECK(bench.binder.transactions() == 1);
        CHECK(delay == sc_time(6, SC_NS));
    }
    SECTION("status not set") {
        bench.front.socket->b_transport(a, delay);
        CHECK(bench.caught("after b_transport"));
    }
    SECTION("delay shortened") {
        bench.back.blocking = [](Payload& payload, sc_time& t) {
            set_ok(payload);
            t = sc_core::SC_ZERO_TIME;
        };
        bench.front.socket->b_transport(a, delay);
        CHECK(bench.caught("backwards"));
    }
    SECTION("write data changed") {
        bench.back.blocking = [](Payload& payload, sc_time&) {
            set_ok(payload);
            payload.get_data_ptr()[3] = 77;
        };
        bench.front.socket->b_transport(a, delay);
        CHECK(bench.caught("write data changed"));
    }
    SECTION("debug returns more than asked for") {
        bench.back.debug_bytes = 33;
        CHECK(bench.front.socket->transport_dbg(a) == 33);
        CHECK(bench.caught("more than the data length"));
    }
    CHECK(bench.binder.outstanding() == 0);
}

TEST_CASE("checker: by default a violation is an error that names the binding and the payload") {
    Bench bench("bench", ProtocolChecker::OnViolation::report);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    LinePayload& a = bench.read();
    CHECK_THROWS_WITH(bench.back.call(a, tlm::BEGIN_RESP),
                      Catch::Contains("bench.check_bench_front_socket") && Catch::Contains("read of 32 B at 0x1000") &&
                          Catch::Contains("never requested") && Catch::Contains("/heddle/protocol"));
}
