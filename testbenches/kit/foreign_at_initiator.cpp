#include "kit/foreign_at_initiator.h"

#include "kit/foreign_extensions.h"

namespace heddle {

using sc_core::sc_time;

ForeignAtInitiator::ForeignAtInitiator(sc_core::sc_module_name name, const ForeignTraffic& traffic)
    : sc_module(name), socket("socket"), traffic_(traffic), plan_(traffic), events_(this, &ForeignAtInitiator::happen) {
    socket.register_nb_transport_bw(this, &ForeignAtInitiator::backward);
    SC_THREAD(run);
}

ForeignAtInitiator::Transaction* ForeignAtInitiator::take() {
    if (spare_.empty()) {
        all_.push_back(std::make_unique<Transaction>(static_cast<tlm::tlm_mm_interface*>(this)));
        spare_.push_back(all_.back().get());
    }
    Transaction* transaction = spare_.back();
    spare_.pop_back();
    transaction->acquire();
    return transaction;
}

void ForeignAtInitiator::free(tlm::tlm_generic_payload* payload) {
    payload->reset();
    spare_.push_back(static_cast<Transaction*>(payload));
}

sc_time ForeignAtInitiator::random_time(double most_ns) {
    return sc_time::from_value(plan_.random() % (sc_time(most_ns, sc_core::SC_NS).value() + 1));
}

void ForeignAtInitiator::run() {
    for (std::uint64_t i = 0; i < traffic_.transactions; ++i) {
        Transaction& transaction = *take();
        while (outstanding_ >= traffic_.outstanding || !plan_.next(transaction.access)) wait(room_);
        while (requesting_) wait(request_free_);
        send(transaction);
        if (plan_.random() % 8 == 0) wait(random_time(10));
    }
}

void ForeignAtInitiator::send(Transaction& transaction) {
    ForeignPlan::Access& access = transaction.access;
    transaction.set_command(access.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    transaction.set_address(access.address);
    transaction.set_data_ptr(access.data.data());
    transaction.set_data_length(access.length);
    transaction.set_streaming_width(access.length);
    transaction.set_byte_enable_ptr(access.enable_length ? access.enables.data() : nullptr);
    transaction.set_byte_enable_length(access.enable_length);
    transaction.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    ++outstanding_;
    requesting_ = &transaction;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay = random_time(2.5);
    const tlm::tlm_sync_enum result = socket->nb_transport_fw(transaction, phase, delay);
    if (result == tlm::TLM_COMPLETED) {
        requesting_ = nullptr;
        events_.notify(transaction, tlm::UNINITIALIZED_PHASE, delay);
    } else if (result == tlm::TLM_UPDATED) {
        events_.notify(transaction, phase, delay);
    }
}

tlm::tlm_sync_enum ForeignAtInitiator::backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                                sc_time& delay) {
    if (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;  // not of the base protocol
    if (phase != tlm::BEGIN_RESP || plan_.random() % 3) {
        events_.notify(payload, phase, delay);
        return tlm::TLM_ACCEPTED;
    }
    events_.notify(payload, tlm::UNINITIALIZED_PHASE, delay);
    delay += random_time(2);
    if (plan_.random() % 2) return tlm::TLM_COMPLETED;
    phase = tlm::END_RESP;
    return tlm::TLM_UPDATED;
}

// UNINITIALIZED_PHASE stands for a response that needs no END_RESP any more.
void ForeignAtInitiator::happen(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
    Transaction& transaction = static_cast<Transaction&>(payload);
    if (phase != tlm::END_RESP) end_request(transaction);  // a response implies the end of the request
    if (phase == tlm::END_REQ) return;
    if (phase == tlm::BEGIN_RESP) {
        events_.notify(payload, tlm::END_RESP, random_time(4));
    } else {
        if (phase == tlm::END_RESP) {
            tlm::tlm_phase end = tlm::END_RESP;
            sc_time delay = random_time(1);
            socket->nb_transport_fw(payload, end, delay);
        }
        finish(transaction);
    }
}

void ForeignAtInitiator::end_request(const Transaction& transaction) {
    if (requesting_ != &transaction) return;
    requesting_ = nullptr;
    request_free_.notify();
}

void ForeignAtInitiator::finish(Transaction& transaction) {
    plan_.finish(transaction.access, transaction.get_data_ptr(), transaction.is_response_ok());
    if (has_extension(transaction)) plan_.error(transaction.access, "the payload came back with an extension");
    --outstanding_;
    transaction.release();
    room_.notify();
}

}  // namespace heddle
