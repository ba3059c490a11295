#include "kit/protocol_checker.h"

#include <sstream>

namespace heddle {
namespace {

std::string text_of(const tlm::tlm_phase& phase) {
    std::ostringstream text;
    text << phase;
    return text.str();
}

const char* text_of(tlm::tlm_sync_enum result) {
    return result == tlm::TLM_ACCEPTED ? "TLM_ACCEPTED" : result == tlm::TLM_UPDATED ? "TLM_UPDATED" : "TLM_COMPLETED";
}

// Keeps the payload readable after a call in which its last user may have let go of it.
class Hold {
public:
    explicit Hold(tlm::tlm_generic_payload& payload) : payload_(payload.has_mm() ? &payload : nullptr) {
        if (payload_) payload_->acquire();
    }
    ~Hold() {
        if (payload_) payload_->release();
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

private:
    tlm::tlm_generic_payload* payload_;
};

bool is_base_phase(const tlm::tlm_phase& phase) {
    return phase == tlm::BEGIN_REQ || phase == tlm::END_REQ || phase == tlm::BEGIN_RESP || phase == tlm::END_RESP;
}

}  // namespace

ProtocolChecker::ProtocolChecker(sc_core::sc_module_name name, OnViolation on_violation, AddressRule address_rule)
    : sc_module(name),
      target("target"),
      initiator("initiator"),
      on_violation_(on_violation),
      address_rule_(address_rule) {
    target.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    initiator.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
}

void ProtocolChecker::violation(const Payload& payload, const std::string& what) {
    const std::string text =
        std::string(name()) + ": " + describe(payload) + " at " + sc_core::sc_time_stamp().to_string() + ": " + what;
    violations_.push_back(text);
    if (on_violation_ == OnViolation::report) SC_REPORT_ERROR("/heddle/protocol", text.c_str());
}

ProtocolChecker::Watched* ProtocolChecker::find(const Payload& payload) {
    const auto found = watched_.find(&payload);
    return found == watched_.end() ? nullptr : &found->second;
}

// Null too if the payload's memory already carries another transaction.
ProtocolChecker::Watched* ProtocolChecker::find(const Payload& payload, std::uint64_t serial) {
    Watched* watched = find(payload);
    return watched && watched->serial == serial ? watched : nullptr;
}

void ProtocolChecker::check_references(const Payload& payload) {
    if (!payload.has_mm())
        violation(payload, "no memory manager, nb_transport needs one");
    else if (payload.get_ref_count() < 1)
        violation(payload, "reference count is 0, must be at least 1 while the payload is passed");
}

void ProtocolChecker::check_attributes(const Payload& payload) {
    if (payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE)
        violation(payload, "response status is " + payload.get_response_string() +
                               " at the start, expected TLM_INCOMPLETE_RESPONSE");
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return;
    if (!payload.get_data_ptr() || payload.get_data_length() == 0) violation(payload, "no data array or data length 0");
    if (payload.get_streaming_width() == 0) violation(payload, "streaming width is 0");
    if (payload.get_byte_enable_ptr() && payload.get_byte_enable_length() == 0)
        violation(payload, "byte enables of length 0");
}

void ProtocolChecker::check_begin(const Payload& payload) {
    check_references(payload);
    check_attributes(payload);
    if (find(payload)) violation(payload, "BEGIN_REQ while the same payload is outstanding");
    if (request_)
        violation(payload, "BEGIN_REQ before END_REQ of " + describe(*request_) + ", breaks request exclusion");
}

void ProtocolChecker::check_progress(const Payload& payload, Watched& watched, const char* what,
                                     const sc_core::sc_time& delay) {
    const std::string difference = watched.snapshot.difference(payload, address_rule_);
    if (!difference.empty()) violation(payload, difference + " since BEGIN_REQ, must stay (seen at " + what + ")");
    const sc_core::sc_time time = sc_core::sc_time_stamp() + delay;
    if (time < watched.last)
        violation(payload, std::string(what) + " at " + time.to_string() + ", before the phase before it at " +
                               watched.last.to_string());
    watched.last = time;
}

void ProtocolChecker::enter_end_request(const Payload& payload, const sc_core::sc_time& delay) {
    Watched* watched = find(payload);
    if (!watched) return violation(payload, "END_REQ for a payload never requested");
    check_progress(payload, *watched, "END_REQ", delay);
    if (watched->stage != Stage::requested) violation(payload, "END_REQ, expected only once and before BEGIN_RESP");
    if (watched->stage == Stage::requested) watched->stage = Stage::accepted;
    if (request_ == &payload) request_ = nullptr;
}

void ProtocolChecker::enter_response(const Payload& payload, const sc_core::sc_time& delay) {
    Watched* watched = find(payload);
    if (!watched) return violation(payload, "response for a payload never requested");
    check_progress(payload, *watched, "BEGIN_RESP", delay);
    if (watched->stage == Stage::responding) violation(payload, "second BEGIN_RESP, expected END_RESP");
    if (response_ && response_ != &payload)
        violation(payload, "BEGIN_RESP before END_RESP of " + describe(*response_) + ", breaks response exclusion");
    if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
        violation(payload, "response status is TLM_INCOMPLETE_RESPONSE at BEGIN_RESP, must be set");
    watched->stage = Stage::responding;
    response_ = &payload;
    if (request_ == &payload) request_ = nullptr;  // BEGIN_RESP implies END_REQ
}

void ProtocolChecker::end(const Payload& payload, const sc_core::sc_time& delay) {
    Watched* watched = find(payload);
    if (!watched) return violation(payload, "END_RESP for a payload that is not outstanding");
    check_progress(payload, *watched, "END_RESP", delay);
    if (watched->stage != Stage::responding) violation(payload, "END_RESP before BEGIN_RESP");
    if (request_ == &payload) request_ = nullptr;
    if (response_ == &payload) response_ = nullptr;
    watched_.erase(&payload);
    ++transactions_;
}

tlm::tlm_sync_enum ProtocolChecker::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) return pass_request(payload, phase, delay);
    if (!is_base_phase(phase)) return initiator->nb_transport_fw(payload, phase, delay);
    check_references(payload);
    if (phase != tlm::END_RESP) {
        violation(payload, text_of(phase) + " on the forward path, expected BEGIN_REQ or END_RESP");
        return initiator->nb_transport_fw(payload, phase, delay);
    }
    end(payload, delay);
    const Hold hold(payload);
    const tlm::tlm_sync_enum result = initiator->nb_transport_fw(payload, phase, delay);
    if (result == tlm::TLM_UPDATED)
        violation(payload, "TLM_UPDATED for END_RESP, expected TLM_COMPLETED or TLM_ACCEPTED");
    return result;
}

tlm::tlm_sync_enum ProtocolChecker::pass_request(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    check_begin(payload);
    const std::uint64_t serial = ++serial_;
    watched_[&payload] = {Stage::requested, PayloadSnapshot(payload), sc_core::sc_time_stamp() + delay, serial};
    request_ = &payload;
    const sc_core::sc_time before = delay;
    const Hold hold(payload);
    const tlm::tlm_sync_enum result = initiator->nb_transport_fw(payload, phase, delay);
    after_request(payload, serial, result, phase, before, delay);
    return result;
}

void ProtocolChecker::after_request(Payload& payload, std::uint64_t serial, tlm::tlm_sync_enum result,
                                    const tlm::tlm_phase& phase, const sc_core::sc_time& before,
                                    const sc_core::sc_time& delay) {
    if (result == tlm::TLM_ACCEPTED) {
        if (!find(payload, serial)) return;  // ended inside the call
        if (phase != tlm::BEGIN_REQ || delay != before)
            violation(payload, "phase or delay changed with TLM_ACCEPTED, must stay");
        return;
    }
    Watched* watched = find(payload, serial);
    if (!watched) return violation(payload, std::string(text_of(result)) + " for a transaction that has ended");
    if (result == tlm::TLM_UPDATED) {
        if (phase == tlm::END_REQ) return enter_end_request(payload, delay);
        if (phase == tlm::BEGIN_RESP) return enter_response(payload, delay);
        return violation(payload,
                         "TLM_UPDATED with " + text_of(phase) + " for BEGIN_REQ, expected END_REQ or BEGIN_RESP");
    }
    if (watched->stage != Stage::requested) violation(payload, "TLM_COMPLETED after a phase was sent by call");
    if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
        violation(payload, "response status is TLM_INCOMPLETE_RESPONSE at TLM_COMPLETED, must be set");
    watched->stage = Stage::responding;
    end(payload, delay);
}

tlm::tlm_sync_enum ProtocolChecker::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (!is_base_phase(phase)) return pass_ignorable(payload, phase, delay);
    check_references(payload);
    if (phase == tlm::BEGIN_RESP) return pass_response(payload, phase, delay);
    if (phase == tlm::END_REQ)
        enter_end_request(payload, delay);
    else
        violation(payload, text_of(phase) + " on the backward path, expected END_REQ or BEGIN_RESP");
    const Hold hold(payload);
    const tlm::tlm_sync_enum result = target->nb_transport_bw(payload, phase, delay);
    if (result != tlm::TLM_ACCEPTED)
        violation(payload, std::string(text_of(result)) + " for END_REQ, expected TLM_ACCEPTED");
    return result;
}

// A phase of an extended protocol says something of a transaction that is under way and changes nothing of it.
tlm::tlm_sync_enum ProtocolChecker::pass_ignorable(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    check_references(payload);
    const std::string what = text_of(phase);
    Watched* watched = find(payload);
    if (!watched)
        violation(payload, what + " for a payload that is not outstanding");
    else if (watched->stage == Stage::responding)
        violation(payload, what + " after BEGIN_RESP, expected before it");
    else
        check_progress(payload, *watched, what.c_str(), delay);
    const Hold hold(payload);
    const tlm::tlm_sync_enum result = target->nb_transport_bw(payload, phase, delay);
    if (result == tlm::TLM_COMPLETED) violation(payload, "TLM_COMPLETED for " + what + ", expected TLM_ACCEPTED");
    return result;
}

tlm::tlm_sync_enum ProtocolChecker::pass_response(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    enter_response(payload, delay);
    const Watched* watched = find(payload);
    const std::uint64_t serial = watched ? watched->serial : 0;
    const Hold hold(payload);
    const tlm::tlm_sync_enum result = target->nb_transport_bw(payload, phase, delay);
    if (result == tlm::TLM_ACCEPTED || !watched) return result;
    if (!find(payload, serial))
        violation(payload, std::string(text_of(result)) + " for BEGIN_RESP after END_RESP was sent by call");
    else if (result == tlm::TLM_UPDATED && phase != tlm::END_RESP)
        violation(payload, "TLM_UPDATED with " + text_of(phase) + " for BEGIN_RESP, expected END_RESP");
    else
        end(payload, delay);
    return result;
}

void ProtocolChecker::b_transport(Payload& payload, sc_core::sc_time& delay) {
    check_attributes(payload);
    if (payload.has_mm()) check_references(payload);
    const PayloadSnapshot snapshot(payload);
    const sc_core::sc_time before = sc_core::sc_time_stamp() + delay;
    ++blocking_;
    initiator->b_transport(payload, delay);
    --blocking_;
    ++transactions_;
    const std::string difference = snapshot.difference(payload, address_rule_);
    if (!difference.empty()) violation(payload, difference + " during b_transport, must stay");
    if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
        violation(payload, "response status is TLM_INCOMPLETE_RESPONSE after b_transport, must be set");
    if (sc_core::sc_time_stamp() + delay < before) violation(payload, "b_transport made time run backwards");
}

unsigned int ProtocolChecker::transport_dbg(Payload& payload) {
    ++debug_accesses_;
    const PayloadSnapshot snapshot(payload);
    const sc_core::sc_time before = sc_core::sc_time_stamp();
    const unsigned done = initiator->transport_dbg(payload);
    const std::string difference = snapshot.difference(payload, address_rule_);
    if (!difference.empty()) violation(payload, difference + " during transport_dbg, must stay");
    if (done > payload.get_data_length())
        violation(payload, "transport_dbg returned " + std::to_string(done) + ", more than the data length");
    if (sc_core::sc_time_stamp() != before) violation(payload, "transport_dbg moved time");
    return done;
}

bool ProtocolChecker::get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) {
    return initiator->get_direct_mem_ptr(payload, dmi);
}

void ProtocolChecker::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
    target->invalidate_direct_mem_ptr(first, last);
}

}  // namespace heddle
