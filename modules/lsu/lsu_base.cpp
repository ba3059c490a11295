#include "heddle/lsu/lsu_base.h"

#include <string>

#include "heddle/base/error.h"

namespace heddle {
namespace {

// A foreign payload may carry lanes, too: a deep copy of one of the SM's.
[[gnu::cold]] void return_lanes(Payload& instruction) {
    if (auto* lanes = warp_access(instruction)) return_lane_data(instruction, *lanes);
}

// Whether the LSU completes a plain access without the L1; one that it cannot serve gets its error status here.
bool completes_here(Payload& access) {
    const bool bad_enables = access.get_byte_enable_ptr() && access.get_byte_enable_length() == 0;
    if (moves_nothing(access)) {
        access.set_response_status(tlm::TLM_OK_RESPONSE);
        return true;
    }
    if (!bad_enables && access.get_streaming_width() >= access.get_data_length()) return false;
    access.set_response_status(bad_enables ? tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE : tlm::TLM_BURST_ERROR_RESPONSE);
    return true;
}

[[noreturn, gnu::cold]] void report_misaligned(const char* unit, Payload& instruction, const LaneAccess& lanes,
                                               unsigned lane) {
    throw SimulationError(std::string(unit) + ": lane " + std::to_string(lane) + " of CTA " +
                          std::to_string(gpu_access(instruction).cta) + " accesses address " +
                          std::to_string(lanes.address[lane]) + ", not a multiple of its size " +
                          std::to_string(lanes.access_bytes));
}

}  // namespace

// Lanes that do not coalesce by base and stride need their addresses one by one, and each has to be aligned.
void LsuBase::list_lanes(Payload& instruction, WarpAccess& lanes) const {
    lanes.fill_addresses();
    const unsigned bad = first_misaligned_lane(lanes);
    if (bad < warp_lanes) report_misaligned(name(), instruction, lanes, bad);
}

inline void LsuBase::prepare_lanes(Payload& instruction, WarpAccess& lanes) const {
    if (!coalesces_by_stride(lanes, gpu_access(instruction).kind == AccessKind::atomic)) list_lanes(instruction, lanes);
}

bool LsuBase::begin(Current& current, Payload* instruction, Cycle now) {
    ++instructions;
    const unsigned entry = free_entry_;
    Pending& pending = pending_[entry];
    free_entry_ = pending.next_free;
    change_pending(1, now);
    pending = {instruction, 1, 1, tlm::TLM_OK_RESPONSE, no_entry};
    current.pending = entry;
    current.lines = 0;
    current.lanes = warp_access(*instruction);
    if (current.lanes) {
        current.left = current.lanes->active;
        prepare_lanes(*instruction, *current.lanes);
        if (accesses_out.bound()) report_access(*instruction, *current.lanes, now);
    } else {
        begin_plain(current, *instruction);
    }
    if (!current.done()) return true;
    finish_sending(current);
    complete(entry, now);
    return false;
}

void LsuBase::begin_plain(Current& current, Payload& instruction) {
    current.left = instruction.get_data_length();
    if (!completes_here(instruction)) return;
    current.left = 0;
    pending_[current.pending].status = static_cast<std::int8_t>(instruction.get_response_status());
}

bool LsuBase::take_ready_responses(AtOut& port, Cycle now) {
    do {
        auto* line = static_cast<LineRequest*>(port.responses().pop(now));
        take_response(line->owner.pending, *line, now);
        line->release();
    } while (port.responses().ready(now));
    return true;
}

// The response is sent at once if the link is free and no other response waits for it.
void LsuBase::complete(unsigned entry, Cycle now) {
    Pending& pending = pending_[entry];
    Payload* instruction = pending.instruction;
    instruction->set_response_status(static_cast<tlm::tlm_response_status>(pending.status));
    pending.instruction = nullptr;
    pending.next_free = free_entry_;
    free_entry_ = static_cast<std::uint16_t>(entry);
    change_pending(-1, now);
    if (!PayloadArena::contains(instruction)) return_lanes(*instruction);
    if (!done_.ready(now) && warp_in.can_respond(now))
        warp_in.respond(instruction, now);
    else
        done_.push(instruction, now);
}

// Splits a blocking or debug access into line requests, as the coalescer does.
template <class Serve>
void LsuBase::serve_lines(Payload& payload, Serve serve) {
    auto* lanes = warp_access(payload);
    if (lanes) prepare_lanes(payload, *lanes);
    std::uint64_t left = lanes ? lanes->active : payload.get_data_length();
    while (left != 0) {
        LineRequest* line = lanes ? next_lane_request(payload, *lanes, left) : make_plain_request(payload, left);
        serve(*line);
        if (line->is_response_error())
            payload.set_response_status(line->get_response_status());
        else if (!line->owner.group.run)
            deliver_bytes(payload, *line);
        line->release();
    }
    if (lanes) return_lane_data(payload, *lanes);
}

void LsuBase::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    if (!warp_access(payload) && completes_here(payload)) return;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    ++instructions;
    delay += 2 * domain().period();
    unsigned lines = 0;
    serve_lines(payload, [&](LineRequest& line) {
        ++lines;
        port_of(line.get_address())->b_transport(line, delay);
    });
    line_requests += lines;
    lines_per_instruction.add(lines);
}

// Debug transport knows no byte enables: each run of enabled bytes is an access of its own.
bool LsuBase::debug_line(LineRequest& line) {
    const std::uint64_t address = line.get_address();
    const unsigned length = line.get_data_length();
    AtOut& port = port_of(address);
    if (!line.get_byte_enable_ptr()) return port->transport_dbg(line) == length;
    Payload run;
    run.set_command(line.get_command());
    for (unsigned first = 0, end; first < length; first = end + 1) {
        for (end = first; end < length && line.enables[end] == TLM_BYTE_ENABLED;) ++end;
        if (end == first) continue;
        run.set_address(address + first);
        run.set_data_ptr(line.data.data() + first);
        run.set_data_length(end - first);
        run.set_streaming_width(end - first);
        if (port->transport_dbg(run) != end - first) return false;
    }
    return true;
}

// Lines that the L1 serves not at all or in part count for nothing.
unsigned LsuBase::serve_debug(Payload& payload, unsigned) {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
    unsigned done = 0;
    bool all = true;
    serve_lines(payload, [&](LineRequest& line) {
        all = all && debug_line(line);
        line.set_response_status(all ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE);
        if (all) done += line.get_data_length();
    });
    return done;
}

}  // namespace heddle
