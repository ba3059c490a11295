// The whole machine in front of a foreign memory: one behind a bus that changes the address, and one that refuses
// accesses.
#include "kit/foreign_translator.h"
#include "kit/picky_bus.h"
#include "kit/test_scale.h"
#include "platform_run.h"
#include "scattered_words_program.h"
#include "shipped.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Puts a bus in front of every memory controller.
template <class Bus>
class BusBinder : public Binder {
public:
    std::function<void(Bus&)> prepare = [](Bus&) {};
    void bind(tlm::tlm_initiator_socket<32>& initiator, tlm::tlm_target_socket<32>& target) override {
        if (std::string(target.name()).find("memory.controller") == std::string::npos)
            return Binder::bind(initiator, target);
        buses_.push_back(std::make_unique<Bus>(("bus_" + std::to_string(buses_.size())).c_str()));
        prepare(*buses_.back());
        initiator.bind(buses_.back()->in);
        buses_.back()->out.bind(target);
    }
    std::size_t buses() const { return buses_.size(); }

private:
    std::vector<std::unique_ptr<Bus>> buses_;
};

// Without an L2 the host fills the memory controllers directly, so a bus in front of them must not move the data. This
// one changes the address when the response comes.
struct SpoilingBus : sc_core::sc_module {
    tlm_utils::simple_target_socket<SpoilingBus> in{"in"};
    tlm_utils::simple_initiator_socket<SpoilingBus> out{"out"};
    explicit SpoilingBus(sc_core::sc_module_name name) : sc_module(name) {
        in.register_nb_transport_fw(this, &SpoilingBus::forward);
        out.register_nb_transport_bw(this, &SpoilingBus::backward);
    }
    tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        return out->nb_transport_fw(payload, phase, delay);
    }
    tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        if (phase == tlm::BEGIN_RESP) payload.set_address(payload.get_address() + ForeignTranslator::default_offset);
        return in->nb_transport_bw(payload, phase, delay);
    }
};

template <class Bus>
void run_behind(std::vector<std::string> settings, std::uint64_t seed) {
    BusBinder<Bus> binder;
    settings.insert(settings.begin(), {"--stimulus", "made by the test", "--system", "small", "--set",
                                       "l2_slice.size_bytes=16K", "--set", "l1_cache.size_bytes=4096"});
    const RandomProgramShape program{12, static_cast<std::uint32_t>(scaled(96, 32)), 2, seed};
    const PlatformRun run =
        run_platform_named("gpu", settings, {&binder, [&] { return scattered_words(program); }, {}});
    INFO(run.text());
    CHECK(run.code == 0);
    CHECK_THAT(run.out, Catch::Contains(" 0 mismatches"));
    CHECK(binder.buses() > 0);
}

// A run of a shipped stimulus in front of memories that refuse, in timed accesses, what `judge` does not like.
PlatformRun run_refused(const std::function<tlm::tlm_response_status(const Payload&)>& judge,
                        std::vector<std::string> settings = {}) {
    BusBinder<PickyBus> binder;
    binder.prepare = [&](PickyBus& bus) {
        bus.judge = judge;
        bus.judges_debug = false;
    };
    settings.insert(settings.begin(),
                    {"--stimulus", shipped("vector_add_small"), "--system", "small", "--progress", "off"});
    return run_platform_named("gpu", settings, {&binder, {}, {}});
}

tlm::tlm_response_status refuse_all(const Payload&) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
}
tlm::tlm_response_status refuse_writes(const Payload& payload) {
    return payload.is_write() ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
}

}  // namespace

TEST_CASE("random programs are right behind buses that change the address") {
    run_behind<ForeignTranslator>({}, 1);
}
TEST_CASE("random programs are right behind buses that change the address: sectored caches") {
    run_behind<ForeignTranslator>({"--set", "l2_slice.sectored=true", "--set", "l1_cache.sectored=true"}, 2);
}
TEST_CASE("random programs are right behind buses that change the address, without an L2") {
    run_behind<SpoilingBus>({"--set", "path.l2=false"}, 3);
}
TEST_CASE("random programs are right behind buses that change the address, without an L1 and an L2") {
    run_behind<SpoilingBus>({"--set", "path.l2=false", "--set", "path.l1=none"}, 4);
}
TEST_CASE("random programs are right behind buses that change the address, with merged loads and without an L2") {
    run_behind<SpoilingBus>({"--set", "path.l2=false", "--set", "lsu.pool=warppool"}, 5);
}

TEST_CASE("a load that memory refuses is a fault that says where in the program it is") {
    const PlatformRun run = run_refused(refuse_all);
    INFO(run.err);
    CHECK(run.code == 1);
    CHECK_THAT(run.err, Catch::Contains("kernel vector_add") && Catch::Contains(", CTA ") &&
                            Catch::Contains(", warp ") && Catch::Contains(", PC ") &&
                            Catch::Contains("response to the load of 0x") &&
                            Catch::Contains("TLM_ADDRESS_ERROR_RESPONSE"));
}

TEST_CASE("a store that memory refuses is a fault, too") {
    const PlatformRun run = run_refused(refuse_writes, {"--set", "path.l2=false"});
    INFO(run.err);
    CHECK(run.code == 1);
    CHECK_THAT(run.err, Catch::Contains("response to the store of 0x"));
}

TEST_CASE("a write-back of the L2 that memory refuses ends the run") {
    const PlatformRun run = run_refused(refuse_writes, {"--set", "l2_slice.size_bytes=4096"});
    INFO(run.err);
    CHECK(run.code == 1);
    CHECK_THAT(run.err, Catch::Contains("gpu.l2.slice_") && Catch::Contains("write-back of line 0x"));
}
