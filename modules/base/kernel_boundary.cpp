#include "heddle/base/kernel_boundary.h"

#include <cstring>
#include <string>

#include "heddle/base/error.h"

namespace heddle {
namespace {

// The status of a message that is no kernel boundary, or OK.
tlm::tlm_response_status read_event(const Payload& payload, KernelEvent& event) {
    if (!payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    if (payload.get_address() != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (payload.get_data_length() != sizeof event || payload.get_streaming_width() < sizeof event)
        return tlm::TLM_BURST_ERROR_RESPONSE;
    if (payload.get_byte_enable_ptr()) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    std::uint32_t value = 0;
    std::memcpy(&value, payload.get_data_ptr(), sizeof value);
    event = static_cast<KernelEvent>(value);
    return event == KernelEvent::started || event == KernelEvent::ended ? tlm::TLM_OK_RESPONSE
                                                                        : tlm::TLM_GENERIC_ERROR_RESPONSE;
}

}  // namespace

KernelBoundaryIn::KernelBoundaryIn(Ticked& owner, KernelBoundaryTarget& target, const char* name)
    : tlm_target_socket(name), interface_(owner, target) {
    bind(interface_);
}

void KernelBoundaryIn::Interface::b_transport(Payload& payload, sc_core::sc_time& delay) {
    KernelEvent event = KernelEvent::started;
    const tlm::tlm_response_status status = read_event(payload, event);
    payload.set_response_status(status);
    if (status != tlm::TLM_OK_RESPONSE) return;
    const Cycle now = owner_.domain().cycle_after(delay);
    target_.kernel_boundary(event, now);
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

void KernelBoundaryOut::announce(KernelEvent event) {
    for (int target = 0; target < size(); ++target) {
        Payload payload;
        sc_core::sc_time delay;
        payload.set_write();
        payload.set_address(0);
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&event));
        payload.set_data_length(sizeof event);
        payload.set_streaming_width(sizeof event);
        (*this)[target]->b_transport(payload, delay);
        if (payload.is_response_error())
            throw SimulationError(std::string(name()) + ": target " + std::to_string(target) +
                                  " answered a kernel boundary with " + payload.get_response_string());
    }
}

}  // namespace heddle
