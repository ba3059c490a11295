// The foreign peers against each other, without anything of Heddle but the checker between them.
#include <catch2/catch.hpp>

#include "kit/checking_binder.h"
#include "kit/foreign_at_initiator.h"
#include "kit/foreign_copying_bridge.h"
#include "kit/foreign_lt_initiator.h"
#include "kit/foreign_target.h"
#include "kit/foreign_translator.h"

using namespace heddle;

namespace {

// `offset`: what the way to the target adds to addresses.
void run_at(ForeignTargetKind kind, std::uint64_t offset = 0) {
    ForeignTraffic traffic;
    ForeignAtInitiator initiator("initiator", traffic);
    auto target = make_foreign_target(kind, "target");
    CheckingBinder binder(ProtocolChecker::OnViolation::collect,
                          offset ? AddressRule::may_change : AddressRule::must_stay);
    binder.bind(initiator.socket, target->target_socket());
    sc_core::sc_start();
    CHECK(initiator.done());
    CHECK(initiator.plan().first_error() == "");
    CHECK(initiator.live_payloads() == 0);
    CHECK(target->accesses() == traffic.transactions);
    CHECK(binder.transactions() == traffic.transactions);
    CHECK(binder.outstanding() == 0);
    CHECK(binder.violations() == std::vector<std::string>{});
    for (std::uint64_t address = traffic.base; address < traffic.base + traffic.footprint_bytes; ++address)
        REQUIRE(target->storage().peek(address + offset) == initiator.plan().expected(address));
}

void run_lt(ForeignTargetKind kind, std::uint64_t offset = 0) {
    ForeignTraffic traffic;
    ForeignLtInitiator initiator("initiator", traffic);
    auto target = make_foreign_target(kind, "target");
    initiator.socket.bind(target->target_socket());
    sc_core::sc_start();
    CHECK(initiator.done());
    CHECK(initiator.plan().first_error() == "");
    for (std::uint64_t address = traffic.base; address < traffic.base + traffic.footprint_bytes; ++address)
        REQUIRE(target->storage().peek(address + offset) == initiator.plan().expected(address));
}

struct Note : tlm::tlm_extension<Note> {
    Note() { ++alive; }
    Note(const Note& other) : tlm_extension<Note>(other), text(other.text) { ++alive; }
    ~Note() override { --alive; }
    tlm::tlm_extension_base* clone() const override { return new Note(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override { text = static_cast<const Note&>(other).text; }
    int text = 0;
    static inline int alive = 0;
};

struct CopyBench : sc_core::sc_module {
    CopyBench(sc_core::sc_module_name name, ForeignCopyingBridge::Extensions extensions)
        : sc_module(name), bridge("bridge", extensions) {
        initiator.bind(bridge.in);
        bridge.out.bind(target);
        target.register_b_transport(this, &CopyBench::serve);
    }
    void serve(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
        payload.get_extension<Note>()->text = 7;
        payload.get_data_ptr()[0] = 5;
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    tlm_utils::simple_initiator_socket<CopyBench> initiator{"initiator"};
    ForeignCopyingBridge bridge;
    tlm_utils::simple_target_socket<CopyBench> target{"target"};
};

}  // namespace

TEST_CASE("foreign peers: AT initiator and AT target") {
    run_at(ForeignTargetKind::at);
}
TEST_CASE("foreign peers: AT initiator and early target") {
    run_at(ForeignTargetKind::early);
}
TEST_CASE("foreign peers: AT initiator and responding target") {
    run_at(ForeignTargetKind::response);
}
TEST_CASE("foreign peers: AT initiator and LT target") {
    run_at(ForeignTargetKind::lt);
}

TEST_CASE("foreign peers: AT initiator and translating target") {
    run_at(ForeignTargetKind::translating, ForeignTranslator::default_offset);
}
TEST_CASE("foreign peers: AT initiator and copying target") {
    run_at(ForeignTargetKind::copying);
}

TEST_CASE("foreign peers: LT initiator and LT target") {
    run_lt(ForeignTargetKind::lt);
}
TEST_CASE("foreign peers: LT initiator and translating target") {
    run_lt(ForeignTargetKind::translating, ForeignTranslator::default_offset);
}
TEST_CASE("foreign peers: LT initiator and copying target") {
    run_lt(ForeignTargetKind::copying);
}

TEST_CASE("foreign peers: a checker that wants the address to stay reports the translating target") {
    ForeignTraffic traffic;
    traffic.transactions = 1;
    ForeignAtInitiator initiator("initiator", traffic);
    auto target = make_foreign_target(ForeignTargetKind::translating, "target");
    CheckingBinder binder(ProtocolChecker::OnViolation::collect);
    binder.bind(initiator.socket, target->target_socket());
    sc_core::sc_start();
    REQUIRE_FALSE(binder.violations().empty());
    CHECK_THAT(binder.violations().front(), Catch::Contains("address is 0x4001"));
}

TEST_CASE("foreign peers: a copying bridge takes changed extensions back, or drops them, and frees its copies") {
    CopyBench copied("copied", ForeignCopyingBridge::Extensions::copied_back);
    CopyBench dropped("dropped", ForeignCopyingBridge::Extensions::dropped);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    for (CopyBench* bench : {&copied, &dropped}) {
        std::uint8_t data[4] = {};
        Note note;
        tlm::tlm_generic_payload payload;
        payload.set_read();
        payload.set_data_ptr(data);
        payload.set_data_length(sizeof data);
        payload.set_streaming_width(sizeof data);
        payload.set_extension(&note);
        sc_core::sc_time delay;
        bench->initiator->b_transport(payload, delay);
        payload.clear_extension(&note);
        CHECK(payload.is_response_ok());
        CHECK(data[0] == 5);
        CHECK(note.text == (bench == &copied ? 7 : 0));
        CHECK(bench->bridge.live_copies() == 0);
        CHECK(Note::alive == 1);
    }
}

TEST_CASE("foreign peers: a wrong byte is noticed") {
    ForeignTraffic traffic;
    traffic.write_percent = 0;
    ForeignLtInitiator initiator("initiator", traffic);
    auto target = make_foreign_target(ForeignTargetKind::lt, "target");
    target->storage().poke(traffic.base + 200, 1);
    initiator.socket.bind(target->target_socket());
    sc_core::sc_start();
    CHECK(initiator.plan().errors() > 0);
    CHECK(initiator.plan().first_error().find("is 1, expected 0") != std::string::npos);
}
