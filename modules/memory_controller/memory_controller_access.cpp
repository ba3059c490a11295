// What a memory controller does with the bytes, for timed, blocking and debug accesses, and what it tells of itself.
#include <algorithm>
#include <cstring>
#include <iomanip>

#include "heddle/base/payload_bytes.h"
#include "heddle/memory_controller/memory_controller.h"

namespace heddle {

void MemoryController::move_bytes(Payload& payload, std::uint64_t line) {
    const std::uint64_t line_address = line_of(payload.get_address());
    if (payload.is_read())
        read_into_payload(payload, store_.read(line), line_address);
    else if (payload.is_write())
        write_from_payload(payload, store_.write(line), line_address);
    else
        perform_atomic(payload, store_.write(line), line_address);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

void MemoryController::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    if (moves_nothing(payload)) {
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    if (!is_servable(payload)) return;
    const unsigned length = payload.get_data_length();
    count(payload.is_write(), is_atomic(payload), length);
    move_bytes(payload, splitter_.local(line_of(payload.get_address())));
    // The nominal access finds its bank closed.
    const DramTiming& timing = parameters_.timing;
    const unsigned to_data = payload.is_read() ? timing.cl_cycles : timing.wl_cycles;
    const unsigned burst = bus_cycles(length, is_atomic(payload)) * timing.pseudo_channels;
    delay += domain().period() *
             (timing.rcd_cycles + to_data + burst + static_cast<double>(parameters_.pipeline_latency_cycles));
}

unsigned MemoryController::serve_debug(Payload& payload, unsigned) {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
    const std::uint64_t first = payload.get_address();
    const unsigned length = payload.get_data_length();
    for (unsigned done = 0; done < length;) {
        const std::uint64_t address = first + done, local = splitter_.local(address);
        const unsigned in_line = static_cast<unsigned>(line_bytes - address % line_bytes);
        const unsigned count = std::min(in_line, length - done);
        if (payload.is_read())
            std::memcpy(payload.get_data_ptr() + done, store_.read(local), count);
        else
            std::memcpy(store_.write(local), payload.get_data_ptr() + done, count);
        done += count;
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return length;
}

bool MemoryController::idle() const {
    bool ports_idle = request_in.idle();
    for (const auto& port : other_ports_) ports_idle &= port->idle();
    return ports_idle && queue_.empty() && responses_.empty();
}

bool MemoryController::stalls_a_peer() const {
    bool stalls = request_in.stalls_peer();
    for (const auto& port : other_ports_) stalls |= port->stalls_peer();
    return stalls;
}

void MemoryController::clear_commands() {
    for (Signal* signal : {&read_signal_, &write_signal_, &activate_signal_, &precharge_signal_}) signal->set(0);
}

void MemoryController::show_column(const DramRequest& request) {
    (request.is_write ? write_signal_ : read_signal_).set(1);
    bank_signal_.set(request.bank);
    column_row_signal_.set(request.row);
    column_address_signal_.set(request.payload->get_address());
}

void MemoryController::show_state() {
    show(queue_signal_, queue_.size());
    show(responses_signal_, responses_.size());
    show(stall_signal_, stalls_a_peer());
    show(blocked_signal_, refused_since_ != never);
}

void MemoryController::report_outstanding(std::ostream& out) const {
    for (const DramRequest& request : queue_)
        out << name() << ": " << (request.is_write ? "write" : "read") << " of 0x" << std::hex
            << request.payload->get_address() << std::dec << " (bank " << unsigned{request.bank} << ", row "
            << request.row << ") queued since cycle " << request.arrival << "\n";
    if (!responses_.empty()) out << name() << ": " << responses_.size() << " responses on the way back\n";
    if (stalls_a_peer()) out << name() << ": a request waits for END_REQ\n";
}

}  // namespace heddle
