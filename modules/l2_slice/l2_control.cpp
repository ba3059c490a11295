#include "heddle/l2_slice/l2_control.h"

#include <memory>

#include "heddle/base/launch_messages.h"

namespace heddle {

L2Control::L2Control(sc_core::sc_module_name name, unsigned slices)
    : sc_module(name), slice_out("slice_out", slices, [](const char* port, unsigned) {
          return std::make_unique<tlm_utils::simple_initiator_socket<L2Control>>(port);
      }) {
    control_in.register_b_transport(this, &L2Control::control);
}

void L2Control::control(Payload& payload, sc_core::sc_time& delay) {
    L2Command command{};
    if (!read_message(payload, command, sizeof command)) return;
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    while (busy_) sc_core::wait(done_);
    busy_ = true;
    payload.set_response_status(command_all(command));
    busy_ = false;
    done_.notify(sc_core::SC_ZERO_TIME);
}

// A process per slice: each response comes in its own time. Commands are rare, so they may cost one.
tlm::tlm_response_status L2Control::command_all(L2Command command) {
    auto status = tlm::TLM_OK_RESPONSE;
    sc_core::sc_join slices;
    for (auto& slice : slice_out)
        slices.add_process(sc_core::sc_spawn([&, &socket = *slice] {
            Payload payload;
            sc_core::sc_time delay;
            payload.set_write();
            payload.set_address(0);
            payload.set_data_ptr(reinterpret_cast<unsigned char*>(&command));
            payload.set_data_length(sizeof command);
            payload.set_streaming_width(sizeof command);
            socket->b_transport(payload, delay);
            sc_core::wait(delay);
            if (payload.is_response_error()) status = payload.get_response_status();
        }));
    if (slices.process_count()) slices.wait();
    return status;
}

}  // namespace heddle
