#include "heddle/base/kernel_boundary.h"

#include <cstring>
#include <string>

#include "heddle/base/error.h"

namespace heddle {
namespace {

struct Message {
    KernelEvent event = KernelEvent::started;
    std::uint32_t shared_bytes = 0;
};

// The status of a message that is no kernel boundary, or OK.
tlm::tlm_response_status read_message(const Payload& payload, Message& message) {
    if (!payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    if (payload.get_address() != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    const unsigned bytes = payload.get_data_length();
    if ((bytes != sizeof message.event && bytes != sizeof message) || payload.get_streaming_width() < bytes)
        return tlm::TLM_BURST_ERROR_RESPONSE;
    if (payload.get_byte_enable_ptr()) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    std::memcpy(&message, payload.get_data_ptr(), bytes);
    return message.event == KernelEvent::started || message.event == KernelEvent::ended
               ? tlm::TLM_OK_RESPONSE
               : tlm::TLM_GENERIC_ERROR_RESPONSE;
}

}  // namespace

KernelBoundaryIn::KernelBoundaryIn(Ticked& owner, KernelBoundaryTarget& target, const char* name)
    : tlm_target_socket(name), interface_(owner, target) {
    bind(interface_);
}

void KernelBoundaryIn::Interface::b_transport(Payload& payload, sc_core::sc_time& delay) {
    Message message;
    const tlm::tlm_response_status status = read_message(payload, message);
    payload.set_response_status(status);
    if (status != tlm::TLM_OK_RESPONSE) return;
    const Cycle now = owner_.domain().cycle_after(delay);
    if (message.event == KernelEvent::started) target_.kernel_takes_shared(message.shared_bytes);
    target_.kernel_boundary(message.event, now);
    owner_.wake_also_at(now + 1);
}

tlm::tlm_sync_enum KernelBoundaryIn::Interface::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                                                sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;
    b_transport(payload, delay);
    return tlm::TLM_COMPLETED;
}

KernelBoundaryOut::KernelBoundaryOut(const char* name) : tlm_initiator_socket(name) {
    bind(interface_);
}

// Only a kernel that takes shared memory needs the longer message.
void KernelBoundaryOut::announce(KernelEvent event, std::uint32_t shared_bytes) {
    Message message{event, shared_bytes};
    const unsigned bytes = shared_bytes ? sizeof message : sizeof event;
    for (int target = 0; target < size(); ++target) {
        Payload payload;
        sc_core::sc_time delay;
        payload.set_write();
        payload.set_address(0);
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&message));
        payload.set_data_length(bytes);
        payload.set_streaming_width(bytes);
        (*this)[target]->b_transport(payload, delay);
        if (payload.is_response_error())
            throw SimulationError(std::string(name()) + ": target " + std::to_string(target) +
                                  " answered a kernel boundary with " + payload.get_response_string());
    }
}

}  // namespace heddle
