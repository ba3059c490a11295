// A machine that hangs says so, and says where.
#include "platform_run.h"
#include "shipped.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Accepts every request and never responds.
class BlackHole : public sc_core::sc_module, public tlm::tlm_fw_transport_if<> {
public:
    explicit BlackHole(sc_core::sc_module_name name) : sc_module(name), in("in") { in.bind(*this); }
    tlm::tlm_target_socket<32> in;
    tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) override {
        payload.acquire();
        phase = tlm::END_REQ;
        return tlm::TLM_UPDATED;
    }
    void b_transport(Payload&, sc_core::sc_time&) override {}
    bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(Payload& payload) override { return payload.get_data_length(); }
};

// Binds everything as usual, but puts a black hole in place of one target, which is itself left to an idle initiator.
class LosingBinder : public CheckingBinder {
public:
    explicit LosingBinder(std::string lost) : lost_(std::move(lost)) {}
    void bind(tlm::tlm_initiator_socket<32>& initiator, tlm::tlm_target_socket<32>& target) override {
        if (target.name() != lost_) return CheckingBinder::bind(initiator, target);
        hole_ = std::make_unique<BlackHole>("black_hole");
        initiator.bind(hole_->in);
        idle_ = std::make_unique<Idle>();
        idle_->out.bind(target);
    }

private:
    struct Idle : tlm::tlm_bw_transport_if<> {
        Idle() : out("idle_out") { out.bind(*this); }
        tlm::tlm_initiator_socket<32> out;
        tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
            return tlm::TLM_ACCEPTED;
        }
        void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
    };
    std::string lost_;
    std::unique_ptr<BlackHole> hole_;
    std::unique_ptr<Idle> idle_;
};

}  // namespace

TEST_CASE("requests that vanish end the run with a report of what is outstanding where") {
    LosingBinder binder("gpu.memory.controller_1.request_in");
    const PlatformRun result =
        run_platform_named("gpu", {"--stimulus", shipped("vector_add_small"), "--system", "small", "--progress", "off"},
                           {&binder, {}, {}});
    INFO(result.err);
    CHECK(result.code == 1);
    CHECK(result.err.find("deadlock") != std::string::npos);
    CHECK(result.err.find("gpu.l2.slice_1") != std::string::npos);       // holds the lines that never come
    CHECK(result.err.find("gpu.cores.core_0.sm") != std::string::npos);  // whose warps wait
    CHECK(result.err.find("waits for memory") != std::string::npos);
    CHECK(result.err.find("line 0x") != std::string::npos);
    CHECK(result.err.find("gpu.memory.controller_0:") == std::string::npos);  // has nothing left to do
}

TEST_CASE("the watchdog ends a run in which nothing retires for the given time") {
    CheckingBinder binder;
    const PlatformRun result = run_platform_named(
        "gpu", {"--stimulus", shipped("pointer_chase"), "--system", "small", "--set", "sim.watchdog_cycles=40"},
        {&binder, {}, {}});
    INFO(result.err);
    CHECK(result.code == 1);
    CHECK(result.err.find("no warp instruction retired") != std::string::npos);
}
