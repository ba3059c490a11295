#include "heddle/memory_controller/memory_controller.h"

#include <algorithm>
#include <string>

#include "heddle/base/payload_bytes.h"

namespace heddle {

MemoryController::MemoryController(sc_core::sc_module_name name, ClockDomain& domain,
                                   const MemoryControllerParameters& parameters,
                                   std::unique_ptr<DramScheduler> scheduler)
    : Ticked(name, domain, this),
      request_in(*this, *this, "request_in", parameters.interface_entries),
      host_in(*this, "host_in"),
      bank_activates(*this, "bank_activates", "commands", "rows opened, by bank", parameters.banks),
      bank_requests(*this, "bank_requests", "requests", "requests served, by bank", parameters.banks),
      parameters_(validated(parameters, this->name())),
      splitter_(parameters.address_map),
      bank_map_(parameters.bank_map()),
      bus_bytes_per_cycle_(parameters.bus_bytes_per_cycle),
      several_ports_(parameters.ports > 1),
      page_policy_(page_policy_of(parameters.page_policy)),
      scheduler_(scheduler ? std::move(scheduler)
                           : make_dram_scheduler(parameters.scheduler, parameters.bank_queue_entries)),
      // As many as can be between column command and response, and a queue's worth when responses are back-pressured.
      responses_(parameters.pipeline_latency_cycles + parameters.timing.cl_cycles + parameters.queue_entries),
      bank_queues_(dynamic_cast<const BankQueueScheduler*>(scheduler_.get())),
      banks_(parameters.banks, parameters.timing),
      refresh_schedule_(parameters.banks, parameters.timing, parameters.refresh_ahead_cycles),
      idle_time_(parameters.banks) {
    queue_.reserve(parameters.queue_capacity());
    next_refresh_ = refresh_schedule_.next();
    for (unsigned port = 1; port < parameters.ports; ++port)
        other_ports_.push_back(std::make_unique<AtIn>(*this, *this, ("request_in_" + std::to_string(port)).c_str(),
                                                      parameters.interface_entries, port));
    for (unsigned bank = 0; bank < parameters.banks; ++bank)
        row_signals_.push_back(std::make_unique<Signal>(*this, "row_of_bank_" + std::to_string(bank), 32));
}

void MemoryController::tick(Cycle now) {
    const Cycle next = several_ports_ ? cycle<true>(now) : cycle<false>(now);
    if (next != never) wake_at(next);
}

// Returns when the next cycle has to be called.
template <bool several_ports>
Cycle MemoryController::cycle(Cycle now) {
    if (recorded()) clear_commands();
    if (now >= next_refresh_) refresh(now);
    bool progress = respond<several_ports>(now);
    progress |= accept<several_ports>(now);
    if (now >= next_choice_) progress |= issue(now);
    for_each_port<several_ports>([now](AtIn& port) { port.service(now); });
    if (recorded()) show_state();
    // A waveform wants to see every change in its cycle; the ticks for that change nothing else.
    return progress && recorded() ? now + 1 : due<several_ports>(now, progress);
}

template <bool several_ports>
inline Cycle MemoryController::due(Cycle now, bool progress) {
    Cycle next = responses_.due(now, progress);
    for_each_port<several_ports>([&](AtIn& port) {
        const bool refused = port.requests().ready(now + 1) && !has_room_for_head_of(port);
        if (refused) begin_refusal(now + 1);
        next = std::min(next, port.due(now, progress && !refused));
    });
    if (!queue_.empty()) next = std::min(next, std::max(std::min(next_choice_, next_refresh_), now + 1));
    return next;
}

// One response per cycle, in order: one whose initiator withholds END_RESP holds up those of the other ports, too.
template <bool several_ports>
inline bool MemoryController::respond(Cycle now) {
    if (!responses_.ready(now)) return false;
    AtIn* port = &request_in;
    if constexpr (several_ports) port = &port_in(gpu_access(*responses_.head().payload).route.top());
    if (!port->can_respond(now)) return false;
    const Response response = responses_.pop(now);
    if constexpr (several_ports) gpu_access(*response.payload).route.pop();
    if (response.line != no_bytes) move_bytes(*response.payload, response.line);
    port->respond(response.payload, now);
    if (!responses_.empty()) prefetch_responses();
    if (column_blocked_) next_choice_ = std::min(next_choice_, now + 1);
    return true;
}

// For the next response: its bytes in memory and in the payload. For the one behind it: the payload, so that the place
// of its bytes can be read when it is the next one.
inline void MemoryController::prefetch_responses() const {
    const Response& next = responses_.head();
    if (next.line != no_bytes) {
        store_.prefetch_line(next.line);
        prefetch_payload_data(*next.payload);
    }
    if (responses_.size() > 1) prefetch_payload_header(responses_.at(1).payload);
}

inline bool MemoryController::has_room_for_head_of(const AtIn& port) const {
    if (!bank_queues_) return queue_.size() < parameters_.queue_entries;
    const std::uint64_t local = splitter_.local(port.requests().head()->get_address());
    return bank_queues_->has_room(queue_, bank_map_.bank(local));
}

inline void MemoryController::begin_refusal(Cycle from) {
    if (refused_since_ == never) refused_since_ = from;
}

inline void MemoryController::end_refusal(Cycle now) {
    if (refused_since_ == never) return;
    (bank_queues_ ? interface_blocked_bank_full_cycles : interface_blocked_queue_full_cycles) += now - refused_since_;
    refused_since_ = never;
}

// `seen`: since when the request could be seen at its port.
inline void MemoryController::enqueue(Payload& payload, Cycle seen, Cycle now) {
    const std::uint64_t local = splitter_.local(payload.get_address());
    DramRequest request;
    request.row = bank_map_.row(local);
    request.column = static_cast<std::uint16_t>(bank_map_.column(local) / line_bytes);
    request.bank = static_cast<std::uint8_t>(bank_map_.bank(local));
    request.bytes = static_cast<std::uint8_t>(payload.get_data_length());
    request.is_atomic = is_atomic(payload);
    request.is_write = !payload.is_read();
    request.arrival = now;
    request.payload = &payload;
    const bool hit = banks_.is_open(request.bank, request.row);
    queue_.push(request, hit);
    const bool alone = queue_.waiting(request.bank) == 1;
    if (alone) bank_idle_cycles += idle_time_.end(request.bank, now);
    interface_wait_sum += now - seen;
    service_sum += now - seen;
    if (hit)
        next_choice_ = std::min(next_choice_, banks_.earliest_column(request.bank, request.is_write));
    else if (alone)  // else an older request decides about the row
        next_choice_ = std::min(next_choice_, banks_.earliest_row_command(request.bank));
}

// One request per cycle. The arbiter goes round-robin over the ports whose head finds room.
template <bool several_ports>
inline bool MemoryController::accept(Cycle now) {
    bool refused = false;
    for (unsigned i = 0; i < (several_ports ? parameters_.ports : 1); ++i) {
        const unsigned number = several_ports ? (next_port_ + i) % parameters_.ports : 0;
        AtIn& port = several_ports ? port_in(number) : request_in;
        if (!port.requests().ready(now)) continue;
        if (!has_room_for_head_of(port)) {
            refused = true;
        } else if (take_request(port, now)) {
            if constexpr (several_ports) next_port_ = (number + 1) % parameters_.ports;
            return true;
        }
    }
    if (refused) begin_refusal(now);
    return false;
}

bool MemoryController::take_request(AtIn& port, Cycle now) {
    end_refusal(now);
    Payload& payload = *port.requests().head();
    const bool served = !moves_nothing(payload) && is_servable(payload);
    if (!served && responses_.full(now)) return false;
    if (several_ports_) gpu_access(payload).route.push(port.number());
    const Cycle seen = port.requests().head_visible();
    Payload* request = port.requests().pop(now);
    if (served) {
        enqueue(*request, seen, now);
    } else {
        if (moves_nothing(payload)) payload.set_response_status(tlm::TLM_OK_RESPONSE);
        responses_.push({request, no_bytes}, now + 1);
    }
    return true;
}

// Occupancy and refusals are counted when they end; here, what has passed of those that have not.
void MemoryController::settle_counters() {
    const Cycle now = domain().now();
    if (now >= next_refresh_) refresh(now);
    for (const DramRequest& request : queue_) queue_occupancy_sum += now - std::max(request.arrival, settled_);
    settled_ = now;
    bank_idle_cycles += idle_time_.settle(now);
    if (refused_since_ >= now) return;
    end_refusal(now);
    begin_refusal(now);
}

}  // namespace heddle
