#include "memory_controller/memory_controller.h"

#include <algorithm>
#include <cstring>
#include <iomanip>

#include "base/payload_bytes.h"

namespace heddle {
namespace {

// The bytes that the payload brings or will get.
void fetch_line_of_data(const Payload& payload) {
    const unsigned char* data = payload.get_data_ptr();
    fetch_host_line(data);
    fetch_host_line(data + host_line_bytes);
}

// Two registers at the door let one request per cycle pass.
constexpr std::size_t door_entries = 2;

const MemoryControllerParameters& validated(const MemoryControllerParameters& parameters, const char* name) {
    parameters.validate(name);
    return parameters;
}

}  // namespace

MemoryController::MemoryController(sc_core::sc_module_name name, ClockDomain& domain,
                                   const MemoryControllerParameters& parameters)
    : Ticked(name, domain, this),
      request_in(*this, *this, "request_in", door_entries),
      parameters_(validated(parameters, this->name())),
      splitter_(parameters.address_map),
      bank_map_{parameters.banks, parameters.row_bytes, parameters.bank_hash},
      bus_bytes_per_cycle_(parameters.bus_bytes_per_cycle),
      scheduler_(make_dram_scheduler(parameters.scheduler)),
      // As many as can be on their way back, and a queue's worth when the way is blocked.
      responses_(parameters.pipeline_latency_cycles + parameters.timing.cl_cycles + parameters.queue_entries),
      banks_(parameters.banks, parameters.timing) {
    queue_.reserve(parameters.queue_entries);
    for (unsigned bank = 0; bank < parameters.banks; ++bank)
        row_signals_.push_back(std::make_unique<Signal>(*this, "row_of_bank_" + std::to_string(bank), 32));
}

void MemoryController::tick(Cycle now) {
    if (recorded()) clear_commands();
    bool progress = responses_.ready(now) && request_in.can_respond(now);
    if (progress) respond(now);
    if (request_in.requests().ready(now)) progress |= accept(now);
    if (now >= next_choice_) progress |= issue(now);
    request_in.service(now);
    if (recorded()) show_state();
    // A waveform wants to see every change in its cycle; the ticks for that change nothing else.
    const Cycle next = progress && recorded() ? now + 1 : due(now, progress);
    if (next != never) wake_at(next);
}

inline Cycle MemoryController::due(Cycle now, bool progress) {
    if (queue_full() && request_in.requests().ready(now + 1)) refuse(now + 1);
    Cycle next = std::min(request_in.due(now, progress && !queue_full()), responses_.due(now, progress));
    if (!queue_.empty()) next = std::min(next, std::max(next_choice_, now + 1));
    return next;
}

inline void MemoryController::respond(Cycle now) {
    const Response response = responses_.pop(now);
    if (response.line != no_bytes) move_bytes(*response.payload, response.line);
    request_in.respond(response.payload, now);
    if (!responses_.empty()) fetch_ahead();
    if (column_blocked_) next_choice_ = std::min(next_choice_, now + 1);
}

// What the next response will touch, and of the one behind it what says where that is.
inline void MemoryController::fetch_ahead() const {
    const Response& next = responses_.head();
    if (next.line != no_bytes) {
        store_.fetch_host_lines(next.line);
        fetch_line_of_data(*next.payload);
    }
    if (responses_.size() > 1) fetch_host_line(responses_.at(1).payload);
}

inline void MemoryController::refuse(Cycle from) {
    if (refused_since_ == never) refused_since_ = from;
}

inline void MemoryController::end_refusal(Cycle now) {
    if (refused_since_ == never) return;
    queue_full_cycles += now - refused_since_;
    refused_since_ = never;
}

inline void MemoryController::enqueue(Payload& payload, Cycle now) {
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
    if (hit)
        next_choice_ = std::min(next_choice_, banks_.earliest_column(request.bank, request.is_write));
    else if (queue_.waiting(request.bank) == 1)  // else an older request decides about the row
        next_choice_ = std::min(next_choice_, banks_.earliest_row_command(request.bank));
}

bool MemoryController::accept(Cycle now) {
    if (queue_full()) {
        refuse(now);
        return false;
    }
    end_refusal(now);
    Payload& payload = *request_in.requests().head();
    if (moves_nothing(payload) || !is_servable(payload)) {
        if (responses_.full(now)) return false;
        if (moves_nothing(payload)) payload.set_response_status(tlm::TLM_OK_RESPONSE);
        responses_.push({request_in.requests().pop(now), no_bytes}, now + 1);
        return true;
    }
    enqueue(*request_in.requests().pop(now), now);
    return true;
}

// What is counted per cycle is counted when it ends, or here.
void MemoryController::settle_counters() {
    const Cycle now = domain().now();
    for (const DramRequest& request : queue_) queue_occupancy_sum += now - std::max(request.arrival, settled_);
    settled_ = now;
    if (refused_since_ >= now) return;
    end_refusal(now);
    refuse(now);
}

bool MemoryController::issue(Cycle now) {
    next_choice_ = never;
    column_blocked_ = false;
    if (queue_.empty()) return false;
    const DramScheduler::Choice choice = scheduler_->choose(queue_, banks_, now);
    next_choice_ = choice.next;
    const bool row = choice.row != DramScheduler::none, column = choice.column != DramScheduler::none;
    if (row) issue_row_command(queue_[choice.row], now);
    // With every place on the way back taken, columns wait until a response leaves.
    column_blocked_ = column && responses_.full(now);
    if (column_blocked_ && !responses_.filled()) next_choice_ = now + 1;  // one has left in this cycle
    if (column && !column_blocked_) issue_column(choice.column, now);
    return row || (column && !column_blocked_);
}

void MemoryController::issue_row_command(DramRequest& request, Cycle now) {
    const unsigned bank = request.bank;
    if (banks_.open_row(bank) != DramBanks::no_row) {
        banks_.precharge(bank, now);
        queue_.row_closed(bank);
        next_choice_ = std::min(next_choice_, banks_.earliest_row_command(bank));
        ++precharges;
        show(precharge_signal_, 1);
    } else {
        banks_.activate(bank, request.row, now);
        queue_.row_opened(bank, request.row);
        next_choice_ = std::min(next_choice_, banks_.earliest_column(bank));
        request.needed_activate = true;
        ++activates;
        show(activate_signal_, 1);
    }
    show(*row_signals_[bank], banks_.open_row(bank) & 0xffffffff);
}

void MemoryController::issue_column(unsigned index, Cycle now) {
    const DramRequest& request = queue_[index];
    const unsigned burst = burst_cycles(request.bytes, request.is_atomic);
    const Cycle data_end = banks_.column(request.bank, request.is_write, burst, now);
    const Cycle ready = data_end + parameters_.pipeline_latency_cycles;
    count(request.is_write, request.is_atomic, request.bytes);
    responses_.push({request.payload, bank_map_.local(request.row, request.bank, request.column * line_bytes)}, ready);
    ++(request.needed_activate ? row_misses : row_hits);
    bus_busy_cycles += burst;
    latency_sum += ready - request.arrival;
    show((request.is_write ? write_signal_ : read_signal_), 1);
    show(bank_signal_, request.bank);
    queue_occupancy_sum += now - std::max(request.arrival, settled_);
    // What may come next: another column, or a precharge of this bank.
    next_choice_ =
        std::min({next_choice_, now + parameters_.timing.ccd_cycles, banks_.earliest_row_command(request.bank)});
    queue_.remove(index);
}

// An atomic reads and writes its bytes: two bursts.
unsigned MemoryController::burst_cycles(unsigned length, bool is_atomic) const {
    const std::uint64_t bursts = bus_bytes_per_cycle_.quotient_rounded_up(length);
    return static_cast<unsigned>(bursts) * (is_atomic ? 2 : 1);
}

void MemoryController::count(bool is_write, bool is_atomic, unsigned length) {
    ++(is_atomic ? atomics : is_write ? writes : reads);
    bytes += length;
}

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
    delay += domain().period() * (timing.rcd_cycles + to_data + burst_cycles(length, is_atomic(payload)) +
                                  static_cast<double>(parameters_.pipeline_latency_cycles));
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

void MemoryController::clear_commands() {
    for (Signal* signal : {&read_signal_, &write_signal_, &activate_signal_, &precharge_signal_}) signal->set(0);
}

void MemoryController::show_state() {
    show(queue_signal_, queue_.size());
    show(responses_signal_, responses_.size());
    show(stall_signal_, request_in.stalls_peer());
}

void MemoryController::report_outstanding(std::ostream& out) const {
    for (const DramRequest& request : queue_)
        out << name() << ": " << (request.is_write ? "write" : "read") << " of 0x" << std::hex
            << request.payload->get_address() << std::dec << " (bank " << unsigned{request.bank} << ", row "
            << request.row << ") queued since cycle " << request.arrival << "\n";
    if (!responses_.empty()) out << name() << ": " << responses_.size() << " responses on the way back\n";
    if (request_in.stalls_peer()) out << name() << ": a request waits for END_REQ\n";
}

}  // namespace heddle
