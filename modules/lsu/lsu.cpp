#include "lsu/lsu.h"

#include <algorithm>
#include <string>

#include "base/error.h"

namespace heddle {
namespace {

// A plain access the LSU answers itself; what it cannot serve gets its error status here.
bool ends_here(Payload& access) {
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

std::uint64_t end_of(const Payload& access) {
    return access.get_address() + access.get_data_length();
}

}  // namespace

Lsu::Lsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters)
    : Ticked(name, domain, this),
      warp_in(*this, *this, "warp_in", parameters.queue_entries),
      l1_out(*this, "l1_out", 4),
      pending_(parameters.pending_instructions),
      done_(std::size_t{2} * parameters.pending_instructions) {
    parameters.validate("lsu");
    for (unsigned entry = parameters.pending_instructions; entry-- > 0;) free_.push_back(entry);
}

void Lsu::tick(Cycle now) {
    bool progress = take_responses(now);
    progress |= take_instruction(now);
    progress |= send_line(now);
    if (take_instruction(now)) {  // the next one stands ready when the link is free again
        line_ready_ = now + 1;
        progress = true;
    }
    progress |= respond(now);
    warp_in.service(now);
    l1_out.service(now);
    sleep(progress, now);
    if (recorded()) trace();
}

void Lsu::sleep(bool progress, Cycle now) {
    const bool sending = current_.pending != none;
    Cycle next = sending && l1_out.request_link_open() ? std::max(l1_out.request_free_from(), now + 1) : never;
    // While an instruction is being sent the others wait for it; a freed place may still let one more in.
    if (!sending || warp_in.stalls_peer()) next = std::min(next, warp_in.due(now, progress));
    next = std::min(next, l1_out.due(now, progress));
    next = std::min(next, done_.due(now, progress, warp_in.response_link_open()));
    if (next != never) wake_at(next);
}

bool Lsu::take_responses(Cycle now) {
    bool any = false;
    while (l1_out.responses().ready(now)) {
        any = true;
        auto* line = static_cast<LineRequest*>(l1_out.responses().pop(now));
        Pending& pending = pending_[line->owner.pending];
        if (line->is_response_error())
            pending.status = line->get_response_status();
        else
            take_line(*pending.instruction, *line);
        --pending.lines_outstanding;
        const unsigned entry = line->owner.pending;
        line->release();
        complete_if_done(entry, now);
    }
    return any;
}

bool Lsu::take_instruction(Cycle now) {
    if (current_.pending != none || free_.empty() || !warp_in.requests().ready(now)) return false;
    if (done_.room(now) <= pending_.size() - free_.size()) return false;  // every one taken must find room at its end
    Payload* instruction = warp_in.requests().pop(now);
    ++instructions;
    const unsigned entry = free_.back();
    free_.pop_back();
    pending_[entry] = {instruction, 0, false, tlm::TLM_OK_RESPONSE};
    current_ = {};
    current_.pending = entry;
    current_.lanes = warp_access(*instruction);
    line_ready_ = now;
    if (current_.lanes) {
        current_.lanes_left = current_.lanes->active;
        prepare_lanes(*instruction, *current_.lanes);
    } else {
        current_.next_byte = instruction->get_address();
        current_.end = end_of(*instruction);
        if (ends_here(*instruction)) {
            current_.next_byte = current_.end;
            pending_[entry].status = instruction->get_response_status();
        }
    }
    if (current_.done() && gpu_access(*instruction).kind != AccessKind::invalidate) {
        finish_sending();
        complete_if_done(entry, now);
    }
    return true;
}

// Lanes that do not coalesce by base and stride are looked at one by one, and must be aligned.
void Lsu::prepare_lanes(Payload& instruction, WarpAccess& lanes) const {
    if (coalesces_by_stride(lanes, gpu_access(instruction).kind == AccessKind::atomic)) return;
    lanes.fill_addresses();
    const unsigned bad = first_misaligned_lane(lanes);
    if (bad < warp_lanes)
        throw SimulationError(std::string(name()) + ": lane " + std::to_string(bad) + " of CTA " +
                              std::to_string(gpu_access(instruction).cta) + " accesses address " +
                              std::to_string(lanes.address[bad]) + ", not a multiple of its size " +
                              std::to_string(lanes.access_bytes));
}

bool Lsu::send_line(Cycle now) {
    if (current_.pending == none) return false;
    if (!l1_out.can_send(now)) return false;
    l1_stall_cycles += now - line_ready_;
    line_ready_ = now + 1;
    Pending& pending = pending_[current_.pending];
    Payload& instruction = *pending.instruction;
    LineRequest* line = current_.lanes ? make_lane_request(instruction, *current_.lanes, current_.lanes_left)
                                       : make_plain_request(instruction, current_.next_byte);
    line->owner.pending = current_.pending;
    ++pending.lines_outstanding;
    ++current_.lines;
    ++line_requests;
    if (current_.done()) finish_sending();
    l1_out.send(line, now);
    return true;
}

// The next line of a warp instruction; `left` loses the lanes it covers.
Lsu::LineRequest* Lsu::make_lane_request(Payload& instruction, WarpAccess& lanes, LaneMask& left) {
    const GpuAccess& info = gpu_access(instruction);
    LineRequest* line = pool_.acquire(instruction.get_command(), 0, 0);
    line->access = info;
    line->access.route.clear();
    line->owner.group = {};
    if (info.kind == AccessKind::invalidate) return line;
    const bool atomic = info.kind == AccessKind::atomic;
    const LineGroup group = next_line_group(lanes, left, atomic);
    left &= ~group.lanes;
    line->owner.group = group;
    line->set_address(group.address);
    line->set_data_length(group.bytes);
    line->set_streaming_width(group.bytes);
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
    if (instruction.is_read()) return line;
    std::uint8_t* enables = group.gaps ? line->enables.data() : nullptr;
    gather_from_lanes(lanes, lanes.data.data(), group, line->data.data(), enables);
    if (enables) line->use_byte_enables();
    if (cas) {
        gather_from_lanes(lanes, lanes.compare.data(), group, line->compare.data(), nullptr);
        line->access.compare = line->compare.data();
    }
    return line;
}

// The next line of a plain access; `next_byte` moves behind it.
Lsu::LineRequest* Lsu::make_plain_request(Payload& instruction, std::uint64_t& next_byte) {
    const std::uint64_t address = next_byte, offset = address - instruction.get_address();
    const std::uint64_t end = std::min(line_of(address) + line_bytes, end_of(instruction));
    const unsigned bytes = static_cast<unsigned>(end - address);
    LineRequest* line = pool_.acquire(instruction.get_command(), address, bytes);
    line->access = gpu_access(instruction);
    line->access.route.clear();
    line->access.word_mask = ~std::uint32_t{0};
    line->owner.group = {};
    if (line->access.compare) line->access.compare += offset;
    if (const unsigned char* enables = instruction.get_byte_enable_ptr()) {
        for (unsigned i = 0; i < bytes; ++i)
            line->enables[i] = enables[(offset + i) % instruction.get_byte_enable_length()];
        line->use_byte_enables();
    }
    if (!instruction.is_read()) std::copy_n(instruction.get_data_ptr() + offset, bytes, line->data.data());
    next_byte = end;
    return line;
}

// What a line brought back goes to its lanes or bytes.
void Lsu::take_line(Payload& instruction, const LineRequest& line) {
    if (line.owner.group.run) return;  // the bytes are where they belong
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

void Lsu::finish_sending() {
    pending_[current_.pending].all_sent = true;
    lines_per_instruction.add(current_.lines);
    current_.pending = none;
}

void Lsu::complete_if_done(unsigned entry, Cycle now) {
    Pending& pending = pending_[entry];
    if (!pending.all_sent || pending.lines_outstanding) return;
    pending.instruction->set_response_status(pending.status);
    done_.push(pending.instruction, now);
    pending.instruction = nullptr;
    free_.push_back(entry);
}

bool Lsu::respond(Cycle now) {
    if (!done_.ready(now) || !warp_in.can_respond(now)) return false;
    warp_in.respond(done_.pop(now), now);
    return true;
}

// Cuts an access of a loosely timed or debugging initiator into lines, as the coalescer does.
template <class Serve>
void Lsu::serve_lines(Payload& payload, Serve serve) {
    auto* lanes = warp_access(payload);
    if (lanes) prepare_lanes(payload, *lanes);
    LaneMask left = lanes ? lanes->active : 0;
    std::uint64_t next_byte = payload.get_address();
    bool invalidates = gpu_access(payload).kind == AccessKind::invalidate;  // one request without bytes
    while (invalidates || (lanes ? left != 0 : next_byte < end_of(payload))) {
        invalidates = false;
        LineRequest* line = lanes ? make_lane_request(payload, *lanes, left) : make_plain_request(payload, next_byte);
        serve(*line);
        if (line->is_response_error())
            payload.set_response_status(line->get_response_status());
        else
            take_line(payload, *line);
        line->release();
    }
}

void Lsu::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    if (!warp_access(payload) && ends_here(payload)) return;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    ++instructions;
    delay += 2 * domain().period();
    unsigned lines = 0;
    serve_lines(payload, [&](LineRequest& line) {
        ++lines;
        l1_out->b_transport(line, delay);
    });
    line_requests += lines;
    lines_per_instruction.add(lines);
}

unsigned Lsu::serve_debug(Payload& payload, unsigned) {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
    unsigned done = 0;
    serve_lines(payload, [&](LineRequest& line) {
        done += l1_out->transport_dbg(line);
        line.set_response_status(tlm::TLM_OK_RESPONSE);
    });
    return done;
}

void Lsu::trace() {
    queue_signal_.set(warp_in.requests().size());
    pending_signal_.set(pending_.size() - free_.size());
    valid_signal_.set(current_.pending != none);
    stall_signal_.set(current_.pending != none && l1_out.request_free_from() == never);
}

void Lsu::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << warp_in.requests().size() << " instructions queued, " << pending_.size() - free_.size()
        << " pending, " << pool_.live() << " line requests in flight"
        << (current_.pending != none && l1_out.request_free_from() == never ? ", L1 does not take the next line" : "")
        << "\n";
}

}  // namespace heddle
