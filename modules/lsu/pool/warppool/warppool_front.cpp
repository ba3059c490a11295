// The front half of the unit: instruction queues, coalescers, inter-warp queues.
#include <algorithm>
#include <new>
#include <utility>

#include "heddle/base/lsu_messages.h"
#include "heddle/base/lsu_traits.h"
#include "heddle/lsu/pool/warppool/warppool_lsu.h"

namespace heddle {

// --- 4: each coalescer places its line, the lower one first ---

LaneMask WarpPoolLsu::transaction_lanes(const Current& current) {
    if (!current.left) return all_lanes;
    return heddle::transaction_lanes(current.lanes->access_bytes,
                                     static_cast<unsigned>(__builtin_ctz(current.lanes_left())));
}

// Called a cycle before the line may be placed: the host stalls if it reads the group, in larger pieces than it was
// written in, right after the writing. For the same reason the group is constructed in place.
inline void WarpPoolLsu::next_line(Coalescer& coalescer) const {
    const WarpAccess& lanes = *coalescer.current.lanes;
    const LaneMask together = transaction_lanes(coalescer.current);
    const LineGroup& group =
        *new (&coalescer.group) LineGroup(next_line_group(lanes, coalescer.current.lanes_left() & together, false));
    coalescer.mapping = classify_mapping(lanes, group, lanes.active & together, strict_ranges_);
    coalescer.queue = static_cast<std::uint8_t>(lines_.queue_of(group.address));
}

inline void WarpPoolLsu::count_insert(InterWarpQueues::Result result, const Mapping& mapping) {
    ++tally_.placed[static_cast<unsigned>(mapping.type)];
    tally_.merged += result == InterWarpQueues::Result::merged;
    if (result == InterWarpQueues::Result::duplicated) ++pool.duplicate_tags;
    if (mapping.long_range) ++pool.map_long_range;
}

inline void WarpPoolLsu::begin_load(unsigned index, Payload& instruction) {
    Coalescer& coalescer = coalescers_[index];
    Pending& pending = pending_[coalescer.current.pending];
    pending.lines_open += unfinished;
    pending.lines_waiting = unfinished;
    coalescer.instruction = &instruction;
    coalescer.warp = gpu_access(instruction).warp;
    coalescer.bypass_l1 = coalescer.current.lanes->bypass_l1;
    loading_ = static_cast<std::uint8_t>(loading_ | 1U << index);
    next_line(coalescer);
}

inline void WarpPoolLsu::finish_load(unsigned index) {
    Current& current = coalescers_[index].current;
    Pending& pending = pending_[current.pending];
    pending.lines_open += current.lines - unfinished;
    pending.lines_waiting = static_cast<std::uint8_t>(pending.lines_waiting + current.lines - unfinished);
    finish_sending(current);
    loading_ = static_cast<std::uint8_t>(loading_ & ~(1U << index));
}

// Places the line and lets the coalescer go on to its next one, or returns what the line waits for.
inline WarpPoolLsu::Stall WarpPoolLsu::place(unsigned index, std::uint32_t& queues_used, Cycle now) {
    Coalescer& coalescer = coalescers_[index];
    Current& current = coalescer.current;
    const std::uint32_t queue = std::uint32_t{1} << coalescer.queue;
    if (queues_used & queue) return Stall::conflict;
    LoadSlot slot{current.pending, coalescer.warp, LoadSlot::not_mapped, coalescer.group};
    const bool mapped = coalescer.mapping.type == MappingType::other;
    if (mapped) {
        if (map_table_.full()) return Stall::map;
        slot.map_entry = static_cast<std::uint16_t>(map_table_.next());
    }
    const auto result =
        lines_.insert_into(coalescer.queue, coalescer.bypass_l1, slot, slot.group.address, coalescer.instruction, now);
    if (result == InterWarpQueues::Result::no_tag) return Stall::tag;
    if (result == InterWarpQueues::Result::no_slot) return Stall::slot;
    if (mapped) map_table_.allocate(now);
    queues_used |= queue;
    count_insert(result, coalescer.mapping);
    ++current.lines;
    current.left ^= coalescer.group.lanes;
    if (current.left)
        next_line(coalescer);
    else
        finish_load(index);
    return Stall::none;
}

bool WarpPoolLsu::place_lines(Cycle now) {
    bool any = false;
    std::uint32_t queues_used = 0;
    for (unsigned left = busy(); left; left &= left - 1) {
        const unsigned index = static_cast<unsigned>(__builtin_ctz(left));
        if (direct_ >> index & 1) {
            if (line_since_[index] <= now) stalls_on(Stall::store);
        } else {
            const Stall reason = place(index, queues_used, now);
            stalls_on(reason);
            any |= reason == Stall::none;
        }
    }
    return any;
}

// --- 5: idle coalescers take instructions, from the lowest queue ---

// Plain accesses keep their order, because their initiator is no SM that knows which may pass which.
inline std::uint64_t WarpPoolLsu::queues_to_take() const {
    std::uint64_t queues = queues_.ready();
    if (plain_ & direct_)
        for (std::uint64_t left = queues; left; left &= left - 1)
            if (!warp_access(*queues_.head(queues_.lowest(left)))) queues ^= left & -left;
    return queues;
}

inline void WarpPoolLsu::start(unsigned index, unsigned queue, Cycle now) {
    pool.iq_occupancy_cycles.add(queue, queue_cycles(queues_.from(queue, 0), now));
    Payload* instruction = queues_.pop(queue);
    warp_in.announce(instruction, LEFT_QUEUE);
    Coalescer& coalescer = coalescers_[index];
    if (!begin(coalescer.current, instruction, now)) return;
    const WarpAccess* lanes = coalescer.current.lanes;
    const unsigned bit = 1U << index;
    plain_ = static_cast<std::uint8_t>(lanes ? plain_ & ~bit : plain_ | bit);
    if (lanes && instruction->is_read() && lanes->active) {
        begin_load(index, *instruction);
    } else {
        line_since_[index] = now + 1;
        direct_ = static_cast<std::uint8_t>(direct_ | bit);
    }
}

bool WarpPoolLsu::pop_instructions(Cycle now) {
    bool any = false;
    for (unsigned idle = all_coalescers_ & ~busy(); idle && has_room(now); idle &= idle - 1) {
        const std::uint64_t queues = queues_to_take();
        if (!queues) break;
        start(static_cast<unsigned>(__builtin_ctz(idle)), queues_.lowest(queues), now);
        any = true;
    }
    return any;
}

// --- 6: an instruction of the SM enters its queue ---

bool WarpPoolLsu::take_instruction(Cycle now) {
    const unsigned warp = gpu_access(*warp_in.requests().head()).warp;
    const unsigned queue = queue_of_warp(warp, warps_, instruction_queues_);
    if (queues_.full(queue)) {
        stalls_on(Stall::instruction_queue);
        return false;
    }
    queues_.push(queue, warp_in.requests().pop(now), now + queue_latency_);
    return true;
}

}  // namespace heddle
