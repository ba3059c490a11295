#include "kit/traffic_generator.h"

#include <cstring>
#include <sstream>

namespace heddle {

TrafficGenerator::TrafficGenerator(sc_core::sc_module_name name, ClockDomain& domain,
                                   const TrafficParameters& parameters)
    : Ticked(name, domain),
      memory_out(*this, "memory_out", 4),
      parameters_(parameters),
      random_(parameters.seed),
      seen_(parameters.atomic_lines * line_bytes / word_bytes),
      atomics_issued_(seen_.size(), 0) {}

void TrafficGenerator::start_of_simulation() {
    wake_at(domain().now() + 1);
}

void TrafficGenerator::tick(Cycle now) {
    bool progress = false;
    if (memory_out.responses().ready(now)) {
        take_response(static_cast<LinePayload&>(*memory_out.responses().pop(now)), now);
        progress = true;
    }
    const bool wants = sent_ < parameters_.transactions && outstanding_ < parameters_.outstanding;
    if (wants && now >= pause_until_ && memory_out.can_send(now)) {
        send_one(now);
        progress = true;
    }
    memory_out.service(now);
    sleep_or_continue(progress, now, memory_out);
    const bool more = sent_ < parameters_.transactions && outstanding_ < parameters_.outstanding;
    if (more && (progress || pause_until_ > now)) wake_at(std::max(now + 1, pause_until_));
}

void TrafficGenerator::send_one(Cycle now) {
    const unsigned kind = below(100);
    const std::uint64_t line_address = parameters_.base + below(parameters_.footprint_bytes / line_bytes) * line_bytes;
    const unsigned writes = parameters_.read_percent + parameters_.write_percent;
    LinePayload* payload = kind < parameters_.read_percent               ? make_read(line_address)
                           : kind < writes                               ? make_write(line_address, false)
                           : kind < writes + parameters_.partial_percent ? make_write(line_address, true)
                                                                         : make_atomic();
    if (below(100) < parameters_.idle_percent) pause_until_ = now + 1 + below(20);
    ++sent_;
    ++outstanding_;
    memory_out.send(payload, now);
}

LinePayload* TrafficGenerator::make_read(std::uint64_t line_address) {
    const unsigned offset = below(2) ? 0 : below(line_bytes);
    const unsigned bytes = offset ? 1 + below(line_bytes - offset) : line_bytes;
    LinePayload* payload = pool_.acquire(tlm::TLM_READ_COMMAND, line_address + offset, bytes);
    payload->access.owner_tag = scoreboard_.begin_read(line_address + offset, bytes);
    payload->data.fill(0xee);  // so that stale data of a reused payload cannot pass for a response
    return payload;
}

LinePayload* TrafficGenerator::make_write(std::uint64_t line_address, bool partial) {
    const unsigned offset = below(2) ? 0 : below(line_bytes);
    const unsigned bytes = offset ? 1 + below(line_bytes - offset) : line_bytes;
    LinePayload* payload = pool_.acquire(tlm::TLM_WRITE_COMMAND, line_address + offset, bytes);
    payload->access.kind = AccessKind::store;
    for (unsigned i = 0; i < bytes; ++i) payload->data[i] = static_cast<std::uint8_t>(random_());
    if (partial) {
        for (unsigned i = 0; i < bytes; ++i) payload->enables[i] = below(2) ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
        payload->use_byte_enables();
    }
    payload->access.owner_tag = scoreboard_.begin_write(line_address + offset, bytes, payload->data.data(),
                                                        partial ? payload->enables.data() : nullptr);
    return payload;
}

LinePayload* TrafficGenerator::make_atomic() {
    const unsigned line_index = below(parameters_.atomic_lines);
    const std::uint64_t address =
        parameters_.base + parameters_.footprint_bytes + std::uint64_t{line_index} * line_bytes;
    LinePayload* payload = pool_.acquire(tlm::TLM_IGNORE_COMMAND, address, line_bytes);
    payload->access.kind = AccessKind::atomic;
    payload->access.owner_tag = line_index;
    payload->use_byte_enables();
    const std::uint32_t one = 1;
    for (unsigned word = 0; word < line_bytes / word_bytes; ++word) {
        const bool chosen = below(4) == 0;
        std::memcpy(&payload->data[word * word_bytes], &one, word_bytes);
        std::memset(&payload->enables[word * word_bytes], chosen ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED, word_bytes);
        atomics_issued_[line_index * (line_bytes / word_bytes) + word] += chosen;
    }
    return payload;
}

void TrafficGenerator::take_response(LinePayload& payload, Cycle now) {
    std::string problem;
    fingerprint_ = (fingerprint_ ^ now) * 0x9e3779b97f4a7c15ull + payload.get_address();
    const auto ticket = payload.access.owner_tag;
    if (payload.is_write())
        scoreboard_.end_write(ticket);
    else if (payload.is_read())
        problem = scoreboard_.end_read(ticket, payload.data.data());
    else
        problem = check_atomic(payload);
    if (!payload.is_response_ok()) problem = "response is " + payload.get_response_string();
    if (!problem.empty() && !errors_++) first_error_ = std::string(name()) + ": " + problem;
    --outstanding_;
    ++finished_;
    payload.release();
}

std::string TrafficGenerator::check_atomic(const LinePayload& payload) {
    for (unsigned word = 0; word < line_bytes / word_bytes; ++word) {
        if (payload.enables[word * word_bytes] != TLM_BYTE_ENABLED) continue;
        const std::size_t counter = payload.access.owner_tag * (line_bytes / word_bytes) + word;
        std::uint32_t old;
        std::memcpy(&old, &payload.data[word * word_bytes], word_bytes);
        seen_[counter].resize(std::max<std::size_t>(seen_[counter].size(), atomics_issued_[counter]), false);
        if (old >= seen_[counter].size() || seen_[counter][old])
            return "atomic add on counter " + std::to_string(counter) + " returned " + std::to_string(old) +
                   (old < seen_[counter].size() ? " twice" : ", more than were issued");
        seen_[counter][old] = true;
    }
    return {};
}

unsigned TrafficGenerator::debug_read(std::uint64_t address, std::uint8_t* data, unsigned bytes) {
    Payload payload;
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_address(address);
    payload.set_data_ptr(data);
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    return memory_out->transport_dbg(payload);
}

std::string TrafficGenerator::check_by_debug() {
    std::string problem;
    scoreboard_.for_each_line([&](std::uint64_t address) {
        std::uint8_t data[line_bytes] = {};
        if (!problem.empty()) return;
        if (debug_read(address, data, line_bytes) != line_bytes) problem = "debug read did not return a whole line";
        for (unsigned i = 0; i < line_bytes; ++i)
            if (!scoreboard_.may_hold(address + i, data[i])) {
                std::ostringstream text;
                text << std::hex << std::showbase << "debug read: byte at " << address + i << " is " << int(data[i]);
                problem = text.str();
            }
    });
    return problem.empty() ? check_counters_by_debug() : problem;
}

std::string TrafficGenerator::check_counters_by_debug() {
    for (std::size_t counter = 0; counter < atomics_issued_.size(); ++counter) {
        if (!atomics_issued_[counter]) continue;
        std::uint8_t data[word_bytes];
        debug_read(parameters_.base + parameters_.footprint_bytes + counter * word_bytes, data, word_bytes);
        std::uint32_t value;
        std::memcpy(&value, data, word_bytes);
        if (value != atomics_issued_[counter])
            return "counter " + std::to_string(counter) + " is " + std::to_string(value) + ", expected " +
                   std::to_string(atomics_issued_[counter]);
    }
    return {};
}

void TrafficGenerator::report_outstanding(std::ostream& out) const {
    if (outstanding_) out << name() << ": " << outstanding_ << " requests without a response\n";
}

}  // namespace heddle
