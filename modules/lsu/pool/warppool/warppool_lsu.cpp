#include "heddle/lsu/pool/warppool/warppool_lsu.h"

#include <algorithm>

namespace heddle {
namespace {

// The steps of a cycle take four cycles from the insertion into an instruction queue to the L1: insertion, choice by a
// coalescer, placement, selection.
constexpr unsigned least_stages = 4;

static_assert(WarpPoolParameters::max_slots <= InterWarpQueues::max_slots, "a tag has to hold all its loads");

}  // namespace

WarpPoolLsu::WarpPoolLsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters,
                         const WarpPoolParameters& pool_parameters)
    : LsuBase(name, domain, parameters, pool_parameters.write_back_entries, this),
      pool(*this, validated(pool_parameters, "lsu.warppool")),
      all_coalescers_(static_cast<std::uint8_t>((1U << pool_parameters.coalescers) - 1)),
      strict_ranges_(pool_parameters.strict_ranges),
      write_back_entries_(static_cast<std::uint8_t>(pool_parameters.write_back_entries)),
      write_backs_per_cycle_(static_cast<std::uint8_t>(pool_parameters.write_backs_per_cycle)),
      write_back_mapped_only_(pool_parameters.write_back_mapped_only),
      selector_(pool_parameters.policy, pool_parameters.quantum_cycles, pool_parameters.toggle_percent),
      lines_(pool_parameters.inter_warp_queues, pool_parameters.tags_per_queue, pool_parameters.slots_per_tag),
      queues_(pool_parameters.instruction_queues, pool_parameters.instruction_queue_entries),
      queue_latency_(1 + pool_parameters.pipeline_stages - least_stages),
      warps_(pool_parameters.warps),
      instruction_queues_(pool_parameters.instruction_queues),
      store_wait_limit_(pool_parameters.store_wait_limit_cycles),
      map_table_(pool_parameters.thread_map_entries) {
    if (!pool_parameters.store_port) return;
    stores_out_ = std::make_unique<AtOut>(*this, "stores_out", pool_parameters.write_back_entries);
    looked_up_ = std::make_unique<LookedUpLines>(*this);
    l1_out.observe_phases(*looked_up_);
    stores_out_->observe_phases(*looked_up_);
}

// What the steps will read has been evicted from the host's nearest cache since the last tick, while other modules
// ticked: it is all prefetched at once.
inline void WarpPoolLsu::prefetch(Cycle now) {
    if (l1_out.responses().ready(now)) static_cast<const LineRequest*>(l1_out.responses().head())->prefetch();
    if (warp_in.requests().ready(now)) prefetch_warp(*warp_in.requests().head());
    if (!lines_.empty()) {
        lines_.prefetch_oldest();
        prefetch_instruction(lines_.source_of_oldest());
    }
    for (unsigned left = loading_; left; left &= left - 1) {
        const Coalescer& coalescer = coalescers_[static_cast<unsigned>(__builtin_ctz(left))];
        lines_.prefetch_queue(coalescer.queue);
        coalescer.prefetch_lanes();
    }
}

void WarpPoolLsu::tick(Cycle now) {
    const std::uint64_t stalls_before = stalls_;
    prefetch(now);
    stalls_ = 0;
    back_pressured_ = false;
    if (selector_.quantum_over(now)) end_quantum(now);
    if (recorded()) slots_signal_.set(0);
    writes_left_ = write_backs_per_cycle_;
    bool progress = looked_up_ && take_looked_up(now);
    if (l1_out.responses().ready(now)) progress |= write_back(l1_out, now);
    l1_out.service(now);
    if (stores_out_) progress |= take_answers_to_stores(now);
    if (direct_ || !lines_.empty()) progress |= stores_out_ ? select_of_both(now) : select(now);
    if (busy()) progress |= place_lines(now);
    if (busy() != all_coalescers_ && queues_.ready(now)) progress |= pop_instructions(now);
    if (warp_in.requests().ready(now)) progress |= take_instruction(now);
    progress |= respond(now);
    warp_in.service(now);
    const bool works = busy() || !lines_.empty();
    if (progress && (works || recorded()))  // if recorded, only so that the waveform shows the end of the cycle
        wake_at(now + 1);
    else
        sleep(progress, works, now);
    stalls_ &= any_stall;
    if (stalls_ != stalls_before) account_until(now, stalls_before);
    if (recorded()) trace();
}

// After progress whatever waits may go on; otherwise only a call of a peer, the link to the L1 or an instruction that
// reaches the head of its queue can change anything.
void WarpPoolLsu::sleep(bool progress, bool works, Cycle now) {
    Cycle next = std::min(warp_in.due(now, progress), l1_out.due(now, progress));
    if (done_.ready(now)) next = std::min(next, done_.due(now, progress, warp_in.response_link_open()));
    if (works && l1_out.request_free_from() > now) next = std::min(next, l1_out.request_free_from());
    if (stores_out_) {
        next = std::min({next, stores_out_->due(now, progress), looked_up_->due(now, progress)});
        if (direct_ && stores_out_->request_free_from() > now) next = std::min(next, stores_out_->request_free_from());
    }
    if (!queues_.empty()) {
        const Cycle next_ready = queues_.next_ready(now);
        next = std::min(next, progress && queues_.ready() ? now + 1 : next_ready);
    }
    if (next != never) wake_at(next);
}

// --- 1: from the L1 to the registers of one warp per cycle; acknowledgements of stores need none ---

bool WarpPoolLsu::write_back(AtOut& port, Cycle now) {
    auto& responses = port.responses();
    if (responses.ready(now, write_back_entries_ - 1) && &port == &l1_out) ++pool.write_back_full_cycles;
    bool any = false;
    do {
        auto& line = static_cast<LineRequest&>(*responses.head());
        if (!may_write(line)) break;
        any = true;
        if (!write_response(line, now)) break;
        responses.pop(now);
        line.release();
    } while (responses.ready(now));
    return any;
}

bool WarpPoolLsu::take_answers_to_stores(Cycle now) {
    const bool any = stores_out_->responses().ready(now) && write_back(*stores_out_, now);
    stores_out_->service(now);
    return any;
}

// Whether the registers that the response is for, or those of its next load, may be written in this cycle.
inline bool WarpPoolLsu::may_write(const LineRequest& line) const {
    if (writes_left_ || line.is_write() || line.get_data_length() == 0) return true;
    if (!write_back_mapped_only_ || !line.owner.loads) return false;
    const unsigned entry =
        head_written_ == 0 ? line.owner.pool_entry : lines_.slots(line.access.owner_tag)[head_written_].map_entry;
    return entry == LoadSlot::not_mapped;
}

// Writes back what may be written in this cycle; true if nothing of the response is left.
inline bool WarpPoolLsu::write_response(LineRequest& line, Cycle now) {
    const unsigned loads = line.owner.loads;
    if (loads && head_written_ == 0 && !line.access.bypass_l1) selector_.count_response(line.access.missed_l1);
    if (loads > 1) {
        while (!write_next_load(line, now))
            if (!may_write(line)) return false;
        return true;
    }
    if (loads)
        load_written(line.owner.pool_entry, now);
    else if (!line.is_write() && line.get_data_length() != 0)
        --writes_left_;
    take_response(line.owner.pending, line, now);
    return true;
}

void WarpPoolLsu::load_written(unsigned map_entry, Cycle now) {
    ++tally_.written_back;
    --metadata_slots_;
    const bool mapped = map_entry != LoadSlot::not_mapped;
    if (mapped || !write_back_mapped_only_) --writes_left_;
    if (mapped) pool.map_entry_cycles += map_table_.release(map_entry, now);
}

// Writes back the next load of a merged request; true if it was the last. The request itself describes the first one.
bool WarpPoolLsu::write_next_load(LineRequest& line, Cycle now) {
    const LoadSlot* slots = lines_.slots(line.access.owner_tag);
    const bool first = head_written_ == 0;
    const LineGroup& group = first ? line.owner.group : slots[head_written_].group;
    const unsigned entry = first ? line.owner.pending : slots[head_written_].instruction;
    load_written(first ? line.owner.pool_entry : slots[head_written_].map_entry, now);
    Pending& pending = pending_[entry];
    if (line.is_response_error())
        pending.status = static_cast<std::int8_t>(line.get_response_status());
    else
        scatter_to_lanes(*warp_access(*pending.instruction), group,
                         &line.data[group.address % line_bytes - line.owner.line_offset]);
    line_returned(entry, now);
    if (++head_written_ < line.owner.loads) {
        lines_.prefetch_slot(line.access.owner_tag, head_written_);
        return false;
    }
    head_written_ = 0;
    lines_.free_tag(line.access.owner_tag);
    return true;
}

}  // namespace heddle
