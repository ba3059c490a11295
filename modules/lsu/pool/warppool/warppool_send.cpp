// The way of line requests to the L1.
#include <algorithm>

#include "heddle/base/lsu_messages.h"
#include "heddle/lsu/pool/warppool/warppool_lsu.h"

namespace heddle {

// --- 3: one request per cycle to the L1, loads first ---

bool WarpPoolLsu::select(Cycle now) {
    unsigned store = lines_.empty() ? store_to_send(now) : none;
    if (store == none && lines_.empty()) return false;
    if (!l1_out.can_send(now)) {
        back_pressured_ = true;
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

// The same with a port for stores: the L1 takes one of the two, a store only if it can serve no load.
bool WarpPoolLsu::select_of_both(Cycle now) {
    const bool load = !lines_.empty() && l1_out.can_send(now);
    back_pressured_ = !lines_.empty() && !load;
    if (back_pressured_) stalls_on(Stall::l1);
    const unsigned store = stores_out_->can_send(now) ? store_to_send(now) : none;
    if (load) send_tag(selector_.pick(lines_), now);
    if (store != none) send_store(store, now);
    return load || store != none;
}

// The lowest coalescer whose line request goes directly to the L1 and has waited since that cycle or longer.
unsigned WarpPoolLsu::store_to_send(Cycle waiting_since) const {
    for (unsigned left = direct_; left; left &= left - 1) {
        const unsigned index = static_cast<unsigned>(__builtin_ctz(left));
        if (line_since_[index] <= waiting_since) return index;
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
    line_since_[index] = now + 1;
    if (!current.done()) {
        if (stores_out_) ++pending_[current.pending].lines_waiting;
    } else {
        if (!stores_out_) warp_in.announce(pending_[current.pending].instruction, LEFT_UNIT);
        finish_sending(current);
        direct_ = static_cast<std::uint8_t>(direct_ & ~(1U << index));
    }
    if (recorded()) line_served_.show(*line);
    (stores_out_ ? *stores_out_ : l1_out).send(line, now);
}

void WarpPoolLsu::send_tag(unsigned index, Cycle now) {
    const InterWarpQueues::Tag& tag = lines_.tag(index);
    const LoadSlot* slots = lines_.slots(index);
    const unsigned count = tag.count;
    LineRequest* line =
        count == 1 ? make_load_request(*tag.source, tag.bypass_l1, slots[0].group) : merged_request(tag, slots);
    line->owner.loads = static_cast<std::uint8_t>(count);
    line->owner.pending = slots[0].instruction;
    line->owner.pool_entry = slots[0].map_entry;
    line->access.owner_tag = index;
    metadata_slots_ += count;
    most_metadata_slots_ = std::max(most_metadata_slots_, metadata_slots_);
    ++tally_.sent[count];
    pool.tag_cycles += tag.waited(now);
    if (recorded()) slots_signal_.set(count);
    if (!stores_out_)
        for (unsigned slot = 0; slot < count; ++slot) line_left(slots[slot].instruction);
    lines_.release(index, count > 1);
    if (recorded()) line_served_.show(*line);
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
    LineRequest* line = start_request(*tag.source, tlm::TLM_READ_COMMAND, begin, static_cast<unsigned>(end - begin));
    line->owner.group = slots[0].group;
    line->owner.line_offset = static_cast<std::uint8_t>(begin % line_bytes);
    line->access.word_mask = words;
    line->access.bypass_l1 = tag.bypass_l1;
    line->access.kind = AccessKind::load;  // a prefetch that waited with loads of its line is none any more
    return line;
}

void WarpPoolLsu::line_left(unsigned entry) {
    Pending& pending = pending_[entry];
    if (--pending.lines_waiting == 0) warp_in.announce(pending.instruction, LEFT_UNIT);
}

// With a port for stores a request has left only when the L1 has looked it up: before that one of the other port may
// pass it.
bool WarpPoolLsu::take_looked_up(Cycle now) {
    if (!looked_up_->ready(now)) return false;
    while (looked_up_->ready(now)) {
        const auto& line = static_cast<const LineRequest&>(*looked_up_->pop(now));
        line_left(line.owner.pending);
        for (unsigned slot = 1; slot < line.owner.loads; ++slot)
            line_left(lines_.slots(line.access.owner_tag)[slot].instruction);
    }
    return true;
}

}  // namespace heddle
