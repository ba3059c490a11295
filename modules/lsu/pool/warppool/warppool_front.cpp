// The front of the unit: instruction queues, coalescers, inter-warp queues; and what the unit shows of itself.
#include <algorithm>

#include "base/lsu_messages.h"
#include "lsu/pool/warppool/warppool_lsu.h"

namespace heddle {
namespace {

// The per-cycle order spends four cycles from the insertion into an instruction queue to the L1: insertion, choice by a
// coalescer, placement, selection.
constexpr unsigned stages_of_the_order = 4;

}  // namespace

// --- 4: each coalescer places its line, the lower one first ---

bool WarpPoolLsu::place_lines(Cycle now) {
    bool any = false;
    std::uint32_t queues_used = 0;
    for (Coalescer& coalescer : coalescers_) {
        coalescer.stalled_on = nullptr;
        if (!coalescer.busy()) continue;
        if (coalescer.direct) {
            if (coalescer.line_since <= now) coalescer.stalled_on = &pool.stall_store_cycles;
        } else {
            coalescer.stalled_on = place(coalescer, queues_used, now);
            any |= !coalescer.stalled_on;
        }
    }
    return any;
}

// What keeps the line from being placed; null: nothing, and the coalescer goes on to its next one.
Counter* WarpPoolLsu::place(Coalescer& coalescer, std::uint32_t& queues_used, Cycle now) {
    if (!coalescer.has_line) next_line(coalescer);
    const std::uint32_t queue = std::uint32_t{1} << lines_.queue_of(coalescer.group.address);
    if (queues_used & queue) return &pool.stall_conflict_cycles;
    const bool mapped = coalescer.mapping.type == MappingType::other;
    if (mapped && map_table_.full()) return &pool.stall_map_cycles;
    const unsigned entry = coalescer.current.pending;
    LoadSlot slot{entry, gpu_access(*pending_[entry].instruction).warp, LoadSlot::not_mapped, coalescer.group};
    if (mapped) slot.map_entry = static_cast<std::uint16_t>(map_table_.allocate(now));
    const auto result = lines_.insert(slot.group.address, coalescer.current.lanes->bypass_l1, slot, now);
    if (result == InterWarpQueues::Result::no_tag || result == InterWarpQueues::Result::no_slot) {
        if (mapped) map_table_.release(slot.map_entry, now);
        return result == InterWarpQueues::Result::no_tag ? &pool.stall_tag_cycles : &pool.stall_slot_cycles;
    }
    queues_used |= queue;
    count_insert(result, coalescer.mapping);
    ++pending_[entry].lines_open;
    ++coalescer.current.lines;
    coalescer.has_line = false;
    coalescer.current.lanes_left &= ~slot.group.lanes;
    if (coalescer.current.done())
        finish_sending(coalescer.current);
    else
        ++pending_[entry].lines_waiting;
    return nullptr;
}

LaneMask WarpPoolLsu::transaction_lanes(const Current& current) {
    if (!current.lanes_left) return all_lanes;
    return heddle::transaction_lanes(current.lanes->access_bytes,
                                     static_cast<unsigned>(__builtin_ctz(current.lanes_left)));
}

void WarpPoolLsu::next_line(Coalescer& coalescer) const {
    const WarpAccess& lanes = *coalescer.current.lanes;
    const LaneMask together = transaction_lanes(coalescer.current);
    coalescer.group = next_line_group(lanes, coalescer.current.lanes_left & together, false);
    coalescer.mapping = classify_mapping(lanes, coalescer.group, lanes.active & together, parameters_.strict_ranges);
    coalescer.has_line = true;
}

void WarpPoolLsu::count_insert(InterWarpQueues::Result result, const Mapping& mapping) {
    ++pool.lines_emitted;
    ++pool.inserts;
    if (result == InterWarpQueues::Result::merged) {
        ++pool.merges;
    } else {
        ++pool.tag_allocations;
        WarpPoolCounters::raise(pool.max_tags, lines_.used());
    }
    if (result == InterWarpQueues::Result::duplicated) ++pool.duplicate_tags;
    pool.count(mapping);
    WarpPoolCounters::raise(pool.max_map_entries, map_table_.used());
}

// --- 5: idle coalescers take instructions, from the lowest queue ---

bool WarpPoolLsu::pop_instructions(Cycle now) {
    bool any = false;
    for (Coalescer& coalescer : coalescers_) {
        if (queues_.empty()) break;
        if (coalescer.busy() || !has_room(now)) continue;
        std::uint64_t skip = 0;
        unsigned queue = queues_.lowest_ready(now);
        for (; queue != queues_.none && !may_take(queue); queue = queues_.lowest_ready(now, skip))
            skip |= std::uint64_t{1} << queue;
        if (queue == queues_.none) break;
        count_queue(queue, now);
        Payload* instruction = queues_.pop(queue);
        warp_in.announce(instruction, LEFT_QUEUE);
        coalescer.has_line = false;
        coalescer.line_since = now + 1;
        begin(coalescer.current, instruction, now);
        const WarpAccess* lanes = coalescer.current.lanes;
        coalescer.direct = !lanes || !instruction->is_read() || lanes->active == 0;
        any = true;
    }
    return any;
}

// Plain accesses keep their order: their initiator is no SM that knows what may pass what.
bool WarpPoolLsu::may_take(unsigned queue) const {
    if (warp_access(*queues_.head(queue))) return true;
    return std::none_of(coalescers_.begin(), coalescers_.end(), [](const Coalescer& c) { return c.plain(); });
}

// --- 6: an instruction of the SM enters its queue ---

bool WarpPoolLsu::take_instruction(Cycle now) {
    queue_full_ = false;
    if (!warp_in.requests().ready(now)) return false;
    const unsigned warp = gpu_access(*warp_in.requests().head()).warp;
    const unsigned queue = queue_of_warp(warp, parameters_.warps, parameters_.instruction_queues);
    queue_full_ = queues_.full(queue);
    if (queue_full_) return false;
    count_queue(queue, now);
    queues_.push(queue, warp_in.requests().pop(now), now + 1 + parameters_.pipeline_stages - stages_of_the_order);
    return true;
}

// --- Accounting ---

void WarpPoolLsu::count_queue(unsigned queue, Cycle now) {
    pool.iq_occupancy_cycles.add(queue, queues_.size(queue) * (now - queue_since_[queue]));
    queue_since_[queue] = now;
}

// While the unit sleeps nothing changes: the cycles since the last tick went as that one did.
void WarpPoolLsu::account_until(Cycle cycle) {
    const Cycle cycles = cycle - accounted_;
    for (Coalescer& coalescer : coalescers_)
        if (coalescer.stalled_on) *coalescer.stalled_on += cycles;
    if (link_shut_) l1_stall_cycles += cycles;
    if (queue_full_) pool.iq_full_cycles += cycles;
    accounted_ = cycle;
}

void WarpPoolLsu::settle_counters() {
    account_until(domain().now());
    for (unsigned queue = 0; queue < parameters_.instruction_queues; ++queue) count_queue(queue, accounted_);
}

bool WarpPoolLsu::idle() const {
    return LsuBase::idle() && !anything_waits();
}

void WarpPoolLsu::trace() {
    unsigned busy = 0;
    for (const Coalescer& coalescer : coalescers_) busy += coalescer.busy();
    queued_signal_.set(queues_.size());
    coalescers_signal_.set(busy);
    tags_signal_.set(lines_.used());
    policy_signal_.set(selector_.policy() == RequestSelector::Policy::warp_id);
    stall_signal_.set(link_shut_);
    write_back_signal_.set(l1_out.responses().size());
}

void WarpPoolLsu::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << warp_in.requests().size() + queues_.size() << " instructions queued, " << pending_count()
        << " pending, " << lines_.used() << " lines wait for the L1, " << map_table_.used()
        << " thread map entries in use, " << pool_.live() << " line requests in flight"
        << (link_shut_ ? ", L1 does not take the next line" : "") << "\n";
}

}  // namespace heddle
