#include "kit/simple_memory.h"

#include "heddle/base/payload_bytes.h"

namespace heddle {

SimpleMemory::SimpleMemory(sc_core::sc_module_name name, ClockDomain& domain, const SimpleMemoryParameters& parameters)
    : Ticked(name, domain),
      request_in(*this, *this, "request_in", parameters.queue_entries),
      parameters_(parameters),
      random_(parameters.seed),
      serving_(parameters.outstanding) {}

std::uint8_t SimpleMemory::peek(std::uint64_t address) const {
    const auto found = lines_.find(line_of(address));
    return found == lines_.end() ? 0 : found->second[address % line_bytes];
}

void SimpleMemory::execute(Payload& payload) {
    ++accesses_;
    const bool moves = payload.get_command() != tlm::TLM_IGNORE_COMMAND;
    const bool atomic = !moves && gpu_access(payload).kind == AccessKind::atomic;
    if ((moves || atomic) && !is_servable(payload)) return;
    const std::uint64_t base = line_of(payload.get_address());
    if (payload.is_read()) read_into_payload(payload, line(base).data(), base);
    if (payload.is_write()) write_from_payload(payload, line(base).data(), base);
    if (atomic) perform_atomic(payload, line(base).data(), base);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

void SimpleMemory::tick(Cycle now) {
    bool progress = false;
    if (serving_.ready(now) && request_in.can_respond(now)) {
        request_in.respond(serving_.pop(now), now);
        progress = true;
    }
    if (request_in.requests().ready(now) && !serving_.full(now) && now >= stalled_until_) {
        Payload* payload = request_in.requests().pop(now);
        execute(*payload);
        serving_.push(payload, now + parameters_.latency_cycles);
        if (random_() % 100 < parameters_.stall_percent)
            stalled_until_ = now + 1 + random_() % parameters_.stall_cycles;
        progress = true;
    }
    request_in.service(now);
    sleep_or_continue(progress, now, request_in, serving_);
    if (stalled_until_ > now) wake_at(stalled_until_);
}

void SimpleMemory::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    execute(payload);
    delay += parameters_.latency_cycles * domain().period();
}

// Debug accesses may cross lines; they move byte by byte.
unsigned SimpleMemory::serve_debug(Payload& payload, unsigned) {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
    const unsigned char* enables = payload.get_byte_enable_ptr();
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
        if (enables && enables[i % payload.get_byte_enable_length()] != TLM_BYTE_ENABLED) continue;
        const std::uint64_t address = payload.get_address() + i;
        if (payload.is_read())
            payload.get_data_ptr()[i] = peek(address);
        else
            poke(address, payload.get_data_ptr()[i]);
    }
    return payload.get_data_length();
}

void SimpleMemory::report_outstanding(std::ostream& out) const {
    const std::size_t count = request_in.requests().size() + serving_.size();
    if (count) out << name() << ": " << count << " requests being served\n";
}

}  // namespace heddle
