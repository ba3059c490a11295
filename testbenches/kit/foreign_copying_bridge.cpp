#include "kit/foreign_copying_bridge.h"

#include <cstring>

namespace heddle {

ForeignCopyingBridge::ForeignCopyingBridge(sc_core::sc_module_name name, Extensions extensions)
    : sc_module(name), in("in"), out("out"), extensions_(extensions) {
    in.register_nb_transport_fw(this, &ForeignCopyingBridge::forward);
    in.register_b_transport(this, &ForeignCopyingBridge::blocking);
    in.register_transport_dbg(this, &ForeignCopyingBridge::debug);
    out.register_nb_transport_bw(this, &ForeignCopyingBridge::backward);
}

ForeignCopyingBridge::Copy& ForeignCopyingBridge::copy_of(Payload& payload) {
    if (spare_.empty()) {
        all_.push_back(std::make_unique<Copy>(static_cast<tlm::tlm_mm_interface*>(this)));
        spare_.push_back(all_.back().get());
    }
    Copy& copy = *spare_.back();
    spare_.pop_back();
    copy.original = &payload;
    copy.data.assign(payload.get_data_length(), 0xdb);
    copy.enables.assign(payload.get_byte_enable_length(), 0);
    copy.set_data_ptr(copy.data.data());
    copy.set_byte_enable_ptr(payload.get_byte_enable_ptr() ? copy.enables.data() : nullptr);
    copy.deep_copy_from(payload);
    copy.acquire();
    return copy;
}

void ForeignCopyingBridge::free(Payload* payload) {
    payload->reset();
    spare_.push_back(static_cast<Copy*>(payload));
}

void ForeignCopyingBridge::update_original(const Copy& copy) const {
    if (extensions_ == Extensions::copied_back) return copy.original->update_original_from(copy);
    copy.original->set_response_status(copy.get_response_status());
    if (copy.is_read()) std::memcpy(copy.original->get_data_ptr(), copy.data.data(), copy.data.size());
}

void ForeignCopyingBridge::end(Copy& copy) {
    Payload* original = copy.original;
    copies_.erase(original);
    copy.release();
    original->release();
}

tlm::tlm_sync_enum ForeignCopyingBridge::forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) return forward_request(payload, phase, delay);
    Copy& copy = *copies_.at(&payload);
    const bool ends = phase == tlm::END_RESP;
    const tlm::tlm_sync_enum result = out->nb_transport_fw(copy, phase, delay);
    if (ends) end(copy);
    return result;
}

tlm::tlm_sync_enum ForeignCopyingBridge::forward_request(Payload& payload, tlm::tlm_phase& phase,
                                                         sc_core::sc_time& delay) {
    Copy& copy = copy_of(payload);
    payload.acquire();
    copies_[&payload] = &copy;
    const tlm::tlm_sync_enum result = out->nb_transport_fw(copy, phase, delay);
    const bool completed = result == tlm::TLM_COMPLETED;
    if (completed || (result == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP)) update_original(copy);
    if (completed) end(copy);
    return result;
}

tlm::tlm_sync_enum ForeignCopyingBridge::backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    Copy& copy = static_cast<Copy&>(payload);
    const bool response = phase == tlm::BEGIN_RESP;
    if (response) update_original(copy);
    const tlm::tlm_sync_enum result = in->nb_transport_bw(*copy.original, phase, delay);
    if (response && result != tlm::TLM_ACCEPTED) end(copy);
    return result;
}

void ForeignCopyingBridge::blocking(Payload& payload, sc_core::sc_time& delay) {
    Copy& copy = copy_of(payload);
    out->b_transport(copy, delay);
    update_original(copy);
    copy.release();
}

// A debug access needs no response status, so only what it read goes back.
unsigned ForeignCopyingBridge::debug(Payload& payload) {
    Copy& copy = copy_of(payload);
    const unsigned done = out->transport_dbg(copy);
    if (copy.is_read()) std::memcpy(payload.get_data_ptr(), copy.data.data(), done);
    copy.release();
    return done;
}

}  // namespace heddle
