#include "heddle/base/kernel_boundary.h"

#include <string>

#include "heddle/base/error.h"
#include "heddle/base/launch_messages.h"

namespace heddle {
namespace {

struct Message {
    KernelEvent event = KernelEvent::started;
    std::uint32_t shared_bytes = 0;
};

static_assert(sizeof(KernelEvent) == sizeof(std::uint32_t));

}  // namespace

KernelBoundaryIn::KernelBoundaryIn(Ticked& owner, KernelBoundaryTarget& target, const char* name)
    : tlm_target_socket(name), interface_(owner, target) {
    bind(interface_);
}

void KernelBoundaryIn::Interface::b_transport(Payload& payload, sc_core::sc_time& delay) {
    Message message;
    if (!read_message(payload, message, sizeof message.event)) return;
    const bool known = message.event == KernelEvent::started || message.event == KernelEvent::ended;
    payload.set_response_status(known ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE);
    if (!known) return;
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
