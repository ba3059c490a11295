// A machine in which the requests to one target vanish.
#pragma once

#include <memory>
#include <string>

#include "heddle/base/payload_forward.h"
#include "kit/checking_binder.h"

namespace heddle::testing {

// Accepts requests, as many as it is told, and never responds.
class BlackHole : public sc_core::sc_module, public tlm::tlm_fw_transport_if<> {
public:
    BlackHole(sc_core::sc_module_name name, unsigned accepted) : sc_module(name), in("in"), left_(accepted) {
        in.bind(*this);
    }
    tlm::tlm_target_socket<32> in;
    tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) override {
        payload.acquire();
        if (left_ == 0) return tlm::TLM_ACCEPTED;
        --left_;
        phase = tlm::END_REQ;
        return tlm::TLM_UPDATED;
    }
    void b_transport(Payload&, sc_core::sc_time&) override {}
    bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(Payload& payload) override { return payload.get_data_length(); }

private:
    unsigned left_;
};

// Binds everything as usual, but puts a black hole in place of one target, which is itself left to an idle initiator.
class LosingBinder : public CheckingBinder {
public:
    explicit LosingBinder(std::string lost, unsigned accepted = unlimited)
        : lost_(std::move(lost)), accepted_(accepted) {}
    void bind(tlm::tlm_initiator_socket<32>& initiator, tlm::tlm_target_socket<32>& target) override {
        if (target.name() != lost_) return CheckingBinder::bind(initiator, target);
        hole_ = std::make_unique<BlackHole>("black_hole", accepted_);
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
    static constexpr unsigned unlimited = ~0U;
    std::string lost_;
    unsigned accepted_;
    std::unique_ptr<BlackHole> hole_;
    std::unique_ptr<Idle> idle_;
};

}  // namespace heddle::testing
