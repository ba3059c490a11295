#include "lsu/pool/warppool/warppool_lsu.h"

#include <algorithm>

#include "base/lsu_messages.h"

namespace heddle {
WarpPoolLsu::WarpPoolLsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters,
                         const WarpPoolParameters& pool_parameters)
    : LsuBase(name, domain, parameters, pool_parameters.write_back_entries, this),
      pool(*this, pool_parameters),
      parameters_(pool_parameters),
      queues_(pool_parameters.instruction_queues, pool_parameters.instruction_queue_entries),
      lines_(pool_parameters.inter_warp_queues, pool_parameters.tags_per_queue, pool_parameters.slots_per_tag),
      selector_(pool_parameters.policy, pool_parameters.quantum_cycles, pool_parameters.toggle_percent),
      map_table_(pool_parameters.thread_map_entries),
      coalescers_(pool_parameters.coalescers),
      queue_since_(pool_parameters.instruction_queues) {
    pool_parameters.validate("lsu.warppool");
}

void WarpPoolLsu::tick(Cycle now) {
    account_until(now);
    const unsigned percent = selector_.advance(now);
    if (percent != RequestSelector::none) {
        pool.quantum_miss_percent.add(percent);
        WarpPoolCounters::raise(pool.policy_toggles, selector_.toggles());
    }
    if (recorded()) slots_signal_.set(0);
    bool progress = write_back(now);
    l1_out.service(now);
    progress |= select(now);
    progress |= place_lines(now);
    progress |= pop_instructions(now);
    progress |= take_instruction(now);
    progress |= respond(now);
    warp_in.service(now);
    sleep(progress, now);
    if (recorded()) trace();
}

bool WarpPoolLsu::anything_waits() const {
    if (!queues_.empty() || !lines_.empty()) return true;
    return std::any_of(coalescers_.begin(), coalescers_.end(), [](const Coalescer& c) { return c.busy(); });
}

// After progress whatever waits may go on; otherwise only a call of a peer, the link to the L1 or an instruction on its
// way through the pipeline's first stages can change anything.
void WarpPoolLsu::sleep(bool progress, Cycle now) {
    const bool waits = anything_waits();
    if (progress && (waits || recorded())) {  // if recorded, to show the end of it; changes nothing else
        wake_at(now + 1);
        return;
    }
    Cycle next = std::min(warp_in.due(now, progress), l1_out.due(now, progress));
    next = std::min(next, done_.due(now, progress, warp_in.response_link_open()));
    if (waits) {
        if (l1_out.request_free_from() > now) next = std::min(next, l1_out.request_free_from());
        next = std::min(next, queues_.next_ready(now));
    }
    if (next != never) wake_at(next);
}

// --- 1: from the L1 to the registers of one warp per cycle; acknowledgements of stores need none ---

bool WarpPoolLsu::write_back(Cycle now) {
    auto& answers = l1_out.responses();
    if (answers.ready(now, parameters_.write_back_entries - 1)) ++pool.write_back_full_cycles;
    bool any = false, written = false;
    while (answers.ready(now)) {
        auto& line = static_cast<LineRequest&>(*answers.head());
        const bool needs_registers = !line.is_write() && line.get_data_length() != 0;
        if (needs_registers && written) break;
        any = true;
        written |= needs_registers;
        if (line.owner.loads && head_written_ == 0 && !line.access.bypass_l1) selector_.answered(line.access.missed_l1);
        if (line.owner.loads > 1) {
            if (!write_next_load(line, now)) break;
        } else {
            if (line.owner.loads) load_written(line.owner.place, now);
            take_answer(line.owner.pending, line, now);
        }
        answers.pop(now);
        line.release();
    }
    return any;
}

void WarpPoolLsu::load_written(unsigned map_entry, Cycle now) {
    ++pool.loads_written_back;
    --metadata_slots_;
    if (map_entry != LoadSlot::not_mapped) pool.map_entry_cycles += map_table_.release(map_entry, now);
}

// Gives the next load of a merged request its bytes; true if it was the last.
bool WarpPoolLsu::write_next_load(LineRequest& line, Cycle now) {
    const LoadSlot& slot = merged_[std::size_t{line.owner.pending} * parameters_.slots_per_tag + head_written_];
    load_written(slot.map_entry, now);
    Pending& pending = pending_[slot.instruction];
    if (line.is_response_error())
        pending.status = static_cast<std::int8_t>(line.get_response_status());
    else
        scatter_to_lanes(*warp_access(*pending.instruction), slot.group,
                         &line.data[slot.group.address - line.get_address()]);
    line_is_back(slot.instruction, now);
    if (++head_written_ < line.owner.loads) return false;
    head_written_ = 0;
    free_merged_.push_back(line.owner.pending);
    return true;
}

// --- 3: one request per cycle to the L1, loads first ---

bool WarpPoolLsu::select(Cycle now) {
    Coalescer* store = lines_.empty() ? store_to_send(now) : nullptr;
    link_shut_ = (!lines_.empty() || store) && !l1_out.can_send(now);
    if (link_shut_ || (lines_.empty() && !store)) return false;
    const Cycle limit = parameters_.store_wait_limit_cycles;
    if (!store && limit && now > limit) store = store_to_send(now - limit - 1);
    if (store)
        send_store(*store, now);
    else
        send_tag(selector_.pick(lines_), now);
    return true;
}

// The lowest coalescer with a line that goes to the L1 itself and waits since that cycle or longer.
WarpPoolLsu::Coalescer* WarpPoolLsu::store_to_send(Cycle waiting_since) {
    for (Coalescer& coalescer : coalescers_)
        if (coalescer.busy() && coalescer.direct && coalescer.line_since <= waiting_since) return &coalescer;
    return nullptr;
}

void WarpPoolLsu::send_store(Coalescer& coalescer, Cycle now) {
    Current& current = coalescer.current;
    const LaneMask later = current.lanes_left & ~transaction_lanes(current);
    current.lanes_left &= ~later;
    LineRequest* line = next_request(current);
    current.lanes_left |= later;
    ++line_requests;
    ++pool.lines_emitted;
    ++pool.stores_sent;
    coalescer.line_since = now + 1;
    if (current.done()) {
        warp_in.announce(pending_[current.pending].instruction, LEFT_UNIT);
        finish_sending(current);
    }
    l1_out.send(line, now);
}

void WarpPoolLsu::send_tag(unsigned index, Cycle now) {
    const InterWarpQueues::Tag& tag = lines_.tag(index);
    const LoadSlot* slots = lines_.slots(index);
    LineRequest* line = merged_request(slots, tag.count);
    ++line_requests;
    ++(selector_.policy() == RequestSelector::Policy::oldest ? pool.requests_oldest : pool.requests_warp_id);
    pool.slots_per_request.add(tag.count);
    pool.tag_cycles += now - tag.since;
    if (recorded()) slots_signal_.set(tag.count);
    for (unsigned slot = 0; slot < tag.count; ++slot) line_sent(slots[slot].instruction);
    lines_.release(index);
    l1_out.send(line, now);
}

// One request for the bytes that the tag's loads want between them.
WarpPoolLsu::LineRequest* WarpPoolLsu::merged_request(const LoadSlot* slots, unsigned count) {
    const LoadSlot& first = slots[0];
    Payload& instruction = *pending_[first.instruction].instruction;
    LineRequest* line;
    if (count == 1) {
        line = make_lane_request(instruction, *warp_access(instruction), first.group);
    } else {
        LineGroup all = first.group;
        std::uint64_t end = all.address + all.bytes;
        for (unsigned slot = 1; slot < count; ++slot) {
            const LineGroup& group = slots[slot].group;
            all.address = std::min(all.address, group.address);
            end = std::max(end, group.address + group.bytes);
            all.words |= group.words;
        }
        all.bytes = static_cast<unsigned>(end - all.address);
        all.run = false;
        line = make_lane_request(instruction, *warp_access(instruction), all);
    }
    line->owner.loads = static_cast<std::uint8_t>(count);
    line->owner.place = first.map_entry;
    line->owner.pending = count == 1 ? first.instruction : keep_slots(slots, count);
    metadata_slots_ += count;
    WarpPoolCounters::raise(pool.max_metadata_slots, metadata_slots_);
    return line;
}

unsigned WarpPoolLsu::keep_slots(const LoadSlot* slots, unsigned count) {
    if (free_merged_.empty()) {
        free_merged_.push_back(static_cast<unsigned>(merged_.size() / parameters_.slots_per_tag));
        merged_.resize(merged_.size() + parameters_.slots_per_tag);
    }
    const unsigned entry = free_merged_.back();
    free_merged_.pop_back();
    std::copy_n(slots, count, merged_.begin() + std::size_t{entry} * parameters_.slots_per_tag);
    return entry;
}

void WarpPoolLsu::line_sent(unsigned entry) {
    Pending& pending = pending_[entry];
    if (--pending.lines_waiting == 0) warp_in.announce(pending.instruction, LEFT_UNIT);
}
}  // namespace heddle
