#include "lsu/pool/warppool/warppool_lsu.h"

#include <algorithm>

#include "base/lsu_messages.h"

namespace heddle {
namespace {

// The per-cycle order spends four cycles from the insertion into an instruction queue to the L1: insertion, choice by a
// coalescer, placement, selection.
constexpr unsigned stages_of_the_order = 4;

static_assert(WarpPoolParameters::max_slots <= InterWarpQueues::max_slots, "a tag has to hold all its loads");

}  // namespace

WarpPoolLsu::WarpPoolLsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters,
                         const WarpPoolParameters& pool_parameters)
    : LsuBase(name, domain, parameters, pool_parameters.write_back_entries, this),
      pool(*this, pool_parameters),
      all_coalescers_(static_cast<std::uint8_t>((1U << pool_parameters.coalescers) - 1)),
      strict_ranges_(pool_parameters.strict_ranges),
      write_back_entries_(static_cast<std::uint8_t>(pool_parameters.write_back_entries)),
      selector_(pool_parameters.policy, pool_parameters.quantum_cycles, pool_parameters.toggle_percent),
      lines_(pool_parameters.inter_warp_queues, pool_parameters.tags_per_queue, pool_parameters.slots_per_tag),
      queues_(pool_parameters.instruction_queues, pool_parameters.instruction_queue_entries),
      queue_latency_(1 + pool_parameters.pipeline_stages - stages_of_the_order),
      warps_(pool_parameters.warps),
      instruction_queues_(pool_parameters.instruction_queues),
      store_wait_limit_(pool_parameters.store_wait_limit_cycles),
      map_table_(pool_parameters.thread_map_entries) {
    pool_parameters.validate("lsu.warppool");
}

// What the steps will look at has left the host's nearest cache since the last tick, while other units ticked: it is
// all fetched at once.
inline void WarpPoolLsu::begin_tick(Cycle now) {
    if (l1_out.responses().ready(now)) {
        const Payload* answer = l1_out.responses().head();
        prefetch_host_line(answer);
        prefetch_payload(answer);
    }
    if (warp_in.requests().ready(now)) prefetch_host_line(&gpu_access(*warp_in.requests().head()).warp);
    if (!lines_.empty()) {
        prefetch_host_line(&lines_.tag(lines_.oldest()));
        prefetch_payload(static_cast<const Payload*>(lines_.source_of_oldest()));
    }
    for (unsigned left = loading_; left; left &= left - 1) {
        const Coalescer& coalescer = coalescers_[static_cast<unsigned>(__builtin_ctz(left))];
        prefetch_host_line(lines_.place_of(coalescer.queue));
        prefetch_host_line(&coalescer.current.lanes->active);
    }
    stalls_ = 0;
    link_shut_ = false;
}

void WarpPoolLsu::tick(Cycle now) {
    const std::uint64_t stalls_before = stalls_;
    begin_tick(now);
    if (selector_.quantum_over(now)) end_quantum(now);
    if (recorded()) slots_signal_.set(0);
    bool progress = l1_out.responses().ready(now) && write_back(now);
    l1_out.service(now);
    if (direct_ || !lines_.empty()) progress |= select(now);
    if (busy()) progress |= place_lines(now);
    if (busy() != all_coalescers_ && queues_.ready(now)) progress |= pop_instructions(now);
    if (warp_in.requests().ready(now)) progress |= take_instruction(now);
    progress |= respond(now);
    warp_in.service(now);
    const bool works = busy() || !lines_.empty();
    if (progress && (works || recorded()))  // if recorded, to show the end of it; changes nothing else
        wake_at(now + 1);
    else
        sleep(progress, works, now);
    stalls_ &= any_stall;
    if (stalls_ != stalls_before) account_until(now, stalls_before);
    if (recorded()) trace();
}

// After progress whatever waits may go on; otherwise only a call of a peer, the link to the L1 or an instruction on its
// way through the pipeline's first stages can change anything.
void WarpPoolLsu::sleep(bool progress, bool works, Cycle now) {
    Cycle next = std::min(warp_in.due(now, progress), l1_out.due(now, progress));
    if (done_.ready(now)) next = std::min(next, done_.due(now, progress, warp_in.response_link_open()));
    if (works && l1_out.request_free_from() > now) next = std::min(next, l1_out.request_free_from());
    if (!queues_.empty()) {
        const Cycle next_ready = queues_.next_ready(now);
        next = std::min(next, progress && queues_.ready() ? now + 1 : next_ready);
    }
    if (next != never) wake_at(next);
}

// --- 1: from the L1 to the registers of one warp per cycle; acknowledgements of stores need none ---

bool WarpPoolLsu::write_back(Cycle now) {
    auto& answers = l1_out.responses();
    if (answers.ready(now, write_back_entries_ - 1)) ++pool.write_back_full_cycles;
    bool written = false;
    do {
        auto& line = static_cast<LineRequest&>(*answers.head());
        const bool needs_registers = !line.is_write() && line.get_data_length() != 0;
        if (needs_registers && written) break;
        written |= needs_registers;
        const unsigned loads = line.owner.loads;
        if (loads && head_written_ == 0 && !line.access.bypass_l1) selector_.answered(line.access.missed_l1);
        if (loads > 1) {
            if (!write_next_load(line, now)) break;
        } else {
            if (loads) load_written(line.owner.place, now);
            take_answer(line.owner.pending, line, now);
        }
        answers.pop(now);
        line.release();
    } while (answers.ready(now));
    return true;
}

void WarpPoolLsu::load_written(unsigned map_entry, Cycle now) {
    ++tally_.written_back;
    --metadata_slots_;
    if (map_entry != LoadSlot::not_mapped) pool.map_entry_cycles += map_table_.release(map_entry, now);
}

// Gives the next load of a merged request its bytes; true if it was the last. The first stands in the request.
bool WarpPoolLsu::write_next_load(LineRequest& line, Cycle now) {
    const LoadSlot* slots = lines_.slots(line.access.owner_tag);
    const bool first = head_written_ == 0;
    const LineGroup& group = first ? line.owner.group : slots[head_written_].group;
    const unsigned entry = first ? line.owner.pending : slots[head_written_].instruction;
    load_written(first ? line.owner.place : slots[head_written_].map_entry, now);
    Pending& pending = pending_[entry];
    if (line.is_response_error())
        pending.status = static_cast<std::int8_t>(line.get_response_status());
    else
        scatter_to_lanes(*warp_access(*pending.instruction), group, &line.data[group.address - line.get_address()]);
    line_is_back(entry, now);
    if (++head_written_ < line.owner.loads) {
        prefetch_host_line(&slots[head_written_]);
        return false;
    }
    head_written_ = 0;
    lines_.let_go(line.access.owner_tag);
    return true;
}

// --- 3: one request per cycle to the L1, loads first ---

bool WarpPoolLsu::select(Cycle now) {
    unsigned store = lines_.empty() ? store_to_send(now) : none;
    if (store == none && lines_.empty()) return false;
    if (!l1_out.can_send(now)) {
        link_shut_ = true;
        stalls_on(Stall::l1);
        return false;
    }
    if (store == none && store_wait_limit_ && now > store_wait_limit_)
        store = store_to_send(now - store_wait_limit_ - 1);
    if (store != none)
        send_store(store, now);
    else
        send_tag(selector_.pick(lines_), now);
    return true;
}

// The lowest coalescer with a line that goes to the L1 itself and waits since that cycle or longer.
unsigned WarpPoolLsu::store_to_send(Cycle waiting_since) const {
    for (unsigned left = direct_; left; left &= left - 1) {
        const unsigned index = static_cast<unsigned>(__builtin_ctz(left));
        if (coalescers_[index].line_since <= waiting_since) return index;
    }
    return none;
}

void WarpPoolLsu::send_store(unsigned index, Cycle now) {
    Current& current = coalescers_[index].current;
    const std::uint64_t later = current.lanes ? current.left & ~transaction_lanes(current) : 0;
    current.left ^= later;
    LineRequest* line = next_request(current);
    current.left |= later;
    ++line_requests;
    ++pool.lines_emitted;
    ++pool.stores_sent;
    coalescers_[index].line_since = now + 1;
    if (current.done()) {
        warp_in.announce(pending_[current.pending].instruction, LEFT_UNIT);
        finish_sending(current);
        direct_ = static_cast<std::uint8_t>(direct_ & ~(1U << index));
    }
    l1_out.send(line, now);
}

void WarpPoolLsu::send_tag(unsigned index, Cycle now) {
    const InterWarpQueues::Tag& tag = lines_.tag(index);
    const LoadSlot* slots = lines_.slots(index);
    const unsigned count = tag.count;
    LineRequest* line = count == 1
                            ? make_load_request(*static_cast<Payload*>(tag.source), tag.bypass_l1, slots[0].group)
                            : merged_request(tag, slots);
    line->owner.loads = static_cast<std::uint8_t>(count);
    line->owner.pending = slots[0].instruction;
    line->owner.place = slots[0].map_entry;
    line->access.owner_tag = index;
    metadata_slots_ += count;
    most_metadata_slots_ = std::max(most_metadata_slots_, metadata_slots_);
    ++tally_.sent[count];
    pool.tag_cycles += tag.waited(now);
    if (recorded()) slots_signal_.set(count);
    for (unsigned slot = 0; slot < count; ++slot) line_sent(slots[slot].instruction);
    lines_.release(index, count > 1);
    l1_out.send(line, now);
}

inline WarpPoolLsu::LineRequest* WarpPoolLsu::merged_request(const InterWarpQueues::Tag& tag, const LoadSlot* slots) {
    std::uint64_t begin = slots[0].group.address, end = begin + slots[0].group.bytes;
    std::uint32_t words = slots[0].group.words;
    for (unsigned slot = 1; slot < tag.count; ++slot) {
        const LineGroup& group = slots[slot].group;
        begin = std::min(begin, group.address);
        end = std::max(end, group.address + group.bytes);
        words |= group.words;
    }
    LineRequest* line = start_request(*static_cast<Payload*>(tag.source), tlm::TLM_READ_COMMAND, begin,
                                      static_cast<unsigned>(end - begin));
    line->owner.group = slots[0].group;
    line->access.word_mask = words;
    line->access.bypass_l1 = tag.bypass_l1;
    return line;
}

void WarpPoolLsu::line_sent(unsigned entry) {
    Pending& pending = pending_[entry];
    if (--pending.lines_waiting == 0) warp_in.announce(pending.instruction, LEFT_UNIT);
}

}  // namespace heddle
