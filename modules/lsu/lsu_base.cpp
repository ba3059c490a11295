#include "lsu/lsu_base.h"

#include <algorithm>
#include <string>

#include "base/error.h"

namespace heddle {
namespace {

// Whether the LSU completes a plain access without the L1; one that it cannot serve gets its error status here.
bool completes_here(Payload& access) {
    const bool bad_enables = access.get_byte_enable_ptr() && access.get_byte_enable_length() == 0;
    if (moves_nothing(access)) {
        if (gpu_access(access).kind == AccessKind::invalidate) return false;
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
    ++pending_count_;
    pending = {instruction, 1, 1, tlm::TLM_OK_RESPONSE, no_entry};
    current.pending = entry;
    current.lines = 0;
    current.lanes = warp_access(*instruction);
    if (current.lanes) {
        current.left = current.lanes->active;
        prepare_lanes(*instruction, *current.lanes);
    } else {
        begin_plain(current, *instruction);
    }
    if (!current.done() || gpu_access(*instruction).kind == AccessKind::invalidate) return true;
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

// The next line request of a warp instruction; its lanes are removed from `left`.
inline LsuBase::LineRequest* LsuBase::next_lane_request(Payload& instruction, WarpAccess& lanes, std::uint64_t& left) {
    const AccessKind kind = gpu_access(instruction).kind;
    if (kind == AccessKind::invalidate) return make_lane_request(instruction, lanes, {});
    const LineGroup group = next_line_group(lanes, static_cast<LaneMask>(left), kind == AccessKind::atomic);
    left ^= group.lanes;
    return make_lane_request(instruction, lanes, group);
}

LsuBase::LineRequest* LsuBase::next_request(Current& current) {
    Pending& pending = pending_[current.pending];
    LineRequest* line = current.lanes ? next_lane_request(*pending.instruction, *current.lanes, current.left)
                                      : make_plain_request(*pending.instruction, current.left);
    line->owner.pending = current.pending;
    ++pending.lines_open;
    ++current.lines;
    return line;
}

LsuBase::LineRequest* LsuBase::make_lane_request(Payload& instruction, WarpAccess& lanes, const LineGroup& group) {
    if (instruction.is_read()) return make_load_request(instruction, lanes.bypass_l1, group);
    const GpuAccess& info = gpu_access(instruction);
    LineRequest* line = start_request(instruction, instruction.get_command(), group.address, group.bytes);
    line->owner.group = group;
    if (info.kind == AccessKind::invalidate) return line;
    const bool atomic = info.kind == AccessKind::atomic;
    line->access.word_mask = group.words;
    line->access.bypass_l1 = lanes.bypass_l1;
    if (atomic) {
        line->access.atomic_op = lanes.atomic_op;
        line->access.atomic_type = lanes.atomic_type;
    }
    const bool cas = atomic && lanes.atomic_op == AtomicOp::cas;
    if (group.run) {  // the line's bytes are the lanes' bytes: nothing to gather or to scatter
        line->set_data_ptr(&lanes.data[run_offset(lanes, group)]);
        if (cas) line->access.compare = &lanes.compare[run_offset(lanes, group)];
        return line;
    }
    std::uint8_t* enables = group.gaps ? line->enables.data() : nullptr;
    gather_from_lanes(lanes, lanes.data.data(), group, line->data.data(), enables);
    if (enables) line->use_byte_enables();
    if (cas) {
        gather_from_lanes(lanes, lanes.compare.data(), group, line->compare.data(), nullptr);
        line->access.compare = line->compare.data();
    }
    return line;
}

// The next line request of a plain access; its bytes are subtracted from `left`.
LsuBase::LineRequest* LsuBase::make_plain_request(Payload& instruction, std::uint64_t& left) {
    const std::uint64_t address = next_byte(instruction, left), offset = address - instruction.get_address();
    const unsigned bytes = static_cast<unsigned>(std::min(line_of(address) + line_bytes - address, left));
    left -= bytes;
    LineRequest* line = start_request(instruction, instruction.get_command(), address, bytes);
    line->access.word_mask = ~std::uint32_t{0};
    line->owner.group = {};
    if (line->access.compare) line->access.compare += offset;
    if (const unsigned char* enables = instruction.get_byte_enable_ptr()) {
        for (unsigned i = 0; i < bytes; ++i)
            line->enables[i] = enables[(offset + i) % instruction.get_byte_enable_length()];
        line->use_byte_enables();
    }
    if (!instruction.is_read()) std::copy_n(instruction.get_data_ptr() + offset, bytes, line->data.data());
    return line;
}

// Copies the bytes of a line request that has a buffer of its own to the lanes or bytes of its instruction.
void LsuBase::deliver_bytes(Payload& instruction, const LineRequest& line) {
    if (!line.is_write() && line.get_data_length()) {
        if (auto* lanes = warp_access(instruction)) {
            scatter_to_lanes(*lanes, line.owner.group, line.data.data());
        } else {
            for (unsigned i = 0; i < line.get_data_length(); ++i)
                if (!line.get_byte_enable_ptr() || line.enables[i] == TLM_BYTE_ENABLED)
                    instruction.get_data_ptr()[line.get_address() - instruction.get_address() + i] = line.data[i];
        }
    }
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
    --pending_count_;
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
    bool invalidates = gpu_access(payload).kind == AccessKind::invalidate;  // one request without bytes
    while (invalidates || left != 0) {
        invalidates = false;
        LineRequest* line = lanes ? next_lane_request(payload, *lanes, left) : make_plain_request(payload, left);
        serve(*line);
        if (line->is_response_error())
            payload.set_response_status(line->get_response_status());
        else if (!line->owner.group.run)
            deliver_bytes(payload, *line);
        line->release();
    }
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

unsigned LsuBase::serve_debug(Payload& payload, unsigned) {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
    unsigned done = 0;
    serve_lines(payload, [&](LineRequest& line) {
        done += port_of(line.get_address())->transport_dbg(line);
        line.set_response_status(tlm::TLM_OK_RESPONSE);
    });
    return done;
}

}  // namespace heddle
