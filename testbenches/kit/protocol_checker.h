// Sits on a binding, forwards everything as it is, and turns every breach of the TLM-2.0 base protocol into a failure.
#pragma once

#include <string>
#include <tlm>
#include <unordered_map>
#include <vector>

#include "heddle/base/transparent_peer.h"
#include "kit/payload_snapshot.h"

namespace heddle {

// initiator -> checker.target, checker.initiator -> target. It moves no time and holds a payload only during a call.
//
// Rules, from IEEE 1666-2011 clause 14 (generic payload) and clause 15 (base protocol): phase order and legal
// phase/return pairs, request and response exclusion by call order, time of one transaction's phases never decreasing,
// memory management and reference counts, attributes that stay as they are, the response status. The address must stay
// too, because Heddle's modules do not rewrite it, unless the binding leads to an interconnect that translates. An
// atomic is a TLM_IGNORE_COMMAND whose response brings old values in the data array, so only a write's data must stay.
class ProtocolChecker : public sc_core::sc_module,
                        public tlm::tlm_fw_transport_if<>,
                        public tlm::tlm_bw_transport_if<>,
                        public TransparentPeer {
public:
    enum class OnViolation { report, collect };

    tlm::tlm_target_socket<32> target;
    tlm::tlm_initiator_socket<32> initiator;

    explicit ProtocolChecker(sc_core::sc_module_name name, OnViolation on_violation = OnViolation::report,
                             AddressRule address_rule = AddressRule::must_stay);

    tlm::tlm_fw_transport_if<>* target_behind() override { return initiator.operator->(); }

    // Transactions that began and have not ended, and b_transport calls that have not returned.
    std::size_t outstanding() const { return watched_.size() + blocking_; }
    std::uint64_t transactions() const { return transactions_; }
    std::uint64_t debug_accesses() const { return debug_accesses_; }
    const std::vector<std::string>& violations() const { return violations_; }

private:
    using Payload = tlm::tlm_generic_payload;
    enum class Stage { requested, accepted, responding };
    struct Watched {
        Stage stage;
        PayloadSnapshot snapshot;
        sc_core::sc_time last;  // of its latest phase, annotation included
        std::uint64_t serial;
    };

    tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
    tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
    void b_transport(Payload& payload, sc_core::sc_time& delay) override;
    bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override;
    unsigned int transport_dbg(Payload& payload) override;
    void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override;

    tlm::tlm_sync_enum pass_request(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    void after_request(Payload& payload, std::uint64_t serial, tlm::tlm_sync_enum result, const tlm::tlm_phase& phase,
                       const sc_core::sc_time& before, const sc_core::sc_time& delay);
    tlm::tlm_sync_enum pass_ignorable(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    tlm::tlm_sync_enum pass_response(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);

    void check_begin(const Payload& payload);
    void check_attributes(const Payload& payload);
    void check_references(const Payload& payload);
    void enter_end_request(const Payload& payload, const sc_core::sc_time& delay);
    void enter_response(const Payload& payload, const sc_core::sc_time& delay);
    void end(const Payload& payload, const sc_core::sc_time& delay);
    void check_progress(const Payload& payload, Watched& watched, const char* what, const sc_core::sc_time& delay);
    Watched* find(const Payload& payload);
    Watched* find(const Payload& payload, std::uint64_t serial);
    void violation(const Payload& payload, const std::string& what);

    const OnViolation on_violation_;
    const AddressRule address_rule_;
    std::unordered_map<const Payload*, Watched> watched_;
    const Payload* request_ = nullptr;   // between BEGIN_REQ and END_REQ
    const Payload* response_ = nullptr;  // between BEGIN_RESP and END_RESP
    std::size_t blocking_ = 0;
    std::uint64_t transactions_ = 0, debug_accesses_ = 0, serial_ = 0;
    std::vector<std::string> violations_;
};

}  // namespace heddle
