// How blocks learn that a kernel starts or has ended: a TLM write of 4 or 8 bytes to address 0, so that any initiator
// can send it. The first 4 bytes are a KernelEvent, the others, zero if they are missing, the bytes of shared memory
// that the kernel's CTAs take of an SM. Blocks use it to drop or write back what must not outlive a kernel.
#pragma once

#include <cstdint>
#include <tlm>

#include "heddle/base/kernel_event.h"
#include "heddle/base/ticked.h"

namespace heddle {

using Payload = tlm::tlm_generic_payload;

// A block that is told. What it does must show from cycle now + 1 on only, in which it is woken: so it does not matter
// whether it or the sender is evaluated first in cycle `now`.
class KernelBoundaryTarget {
public:
    virtual void kernel_boundary(KernelEvent event, Cycle now) = 0;
    // Called before kernel_boundary() for a start, for blocks that share their storage with shared memory: what the
    // CTAs that an SM can hold of the kernel take of it together.
    virtual void kernel_takes_shared(std::uint32_t /*bytes*/) {}

protected:
    ~KernelBoundaryTarget() = default;
};

// Takes the message by b_transport, or by nb_transport with a response at once. A message that is none gets an error
// response and has no effect. The socket may stay unbound.
class KernelBoundaryIn
    : public tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND> {
public:
    KernelBoundaryIn(Ticked& owner, KernelBoundaryTarget& target, const char* name);
    const char* kind() const override { return "heddle::KernelBoundaryIn"; }

private:
    // Not a base, for the reason that AtIn::Interface gives.
    class Interface final : public tlm::tlm_fw_transport_if<> {
    public:
        Interface(Ticked& owner, KernelBoundaryTarget& target) : owner_(owner), target_(target) {}
        void b_transport(Payload& payload, sc_core::sc_time& delay) override;
        tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
        unsigned int transport_dbg(Payload&) override { return 0; }
        bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }

    private:
        Ticked& owner_;
        KernelBoundaryTarget& target_;
    };
    Interface interface_;
};

// Tells any number of targets, also none, in the order of their binding.
class KernelBoundaryOut
    : public tlm::tlm_initiator_socket<32, tlm::tlm_base_protocol_types, 0, sc_core::SC_ZERO_OR_MORE_BOUND> {
public:
    explicit KernelBoundaryOut(const char* name);
    const char* kind() const override { return "heddle::KernelBoundaryOut"; }

    // Throws SimulationError if a target answers with an error.
    void announce(KernelEvent event, std::uint32_t shared_bytes = 0);

private:
    class Interface final : public tlm::tlm_bw_transport_if<> {
    public:
        tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
            return tlm::TLM_ACCEPTED;
        }
        void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
    };
    Interface interface_;
};

}  // namespace heddle
