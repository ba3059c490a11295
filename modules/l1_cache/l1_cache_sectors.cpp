// Requests whose sectors are looked up apart from each other, in banks of which each has one sector of all lines.
#include "heddle/cache/payload_sectors.h"
#include "heddle/l1_cache/l1_cache.h"
#include "heddle/l1_cache/l1_cache_room.h"
#include "heddle/l1_cache/l1_payload.h"

namespace heddle {

// The sectors by which a load or store goes; none for what stays in one piece.
inline L1Cache::Mask L1Cache::sectors_apart(Payload& request) const {
    if (request.get_command() == tlm::TLM_IGNORE_COMMAND || !is_servable(request)) return 0;
    const GpuAccess& access = gpu_access(request);
    if (request.is_read() && (access.bypass_l1 || access.kind == AccessKind::prefetch)) return 0;
    return lookup_.sectors().asked(request.get_address(), request.get_data_length(), access.word_mask);
}

// Requests begin their latency as long as all their banks have room. A bank takes one per cycle, and what stays in one
// piece needs all banks.
bool L1Cache::advance_by_sector(Cycle now) {
    auto& requests = first_bank_.in.requests();
    Mask taken = 0;
    awaited_sectors_ = 0;
    while (requests.ready(now) && !first_bank_.pipeline->filled()) {
        const Mask apart = sectors_apart(*requests.head());
        const Mask wanted = apart ? apart : lookup_.sectors().all();
        if (wanted & taken) break;
        if (!sector_banks_->admits(apart)) {
            awaited_sectors_ = apart;
            break;
        }
        taken |= wanted;
        sector_banks_->enter(apart);
        first_bank_.pipeline->push(requests.pop(now), now + parameters_.latency_cycles);
    }
    return taken != 0;
}

bool L1Cache::look_up_sectors(Cycle now) {
    bool progress = false;
    while (first_bank_.lookups->ready(now)) {
        const Mask sectors = sectors_apart(*first_bank_.lookups->head());
        if (!sectors) {  // what stays in one piece waits until all before it have been looked up
            progress |= sector_banks_->empty() && look_up(first_bank_, now);
            break;
        }
        progress = true;
        if (sector_banks_->empty() && serve_hit_at_once(sectors, now)) continue;
        deal_out(sectors, now);
    }
    // A lookup may help the banks behind it, or take the last place in the miss queue.
    unsigned left = lookup_.sectors().all();
    while (const unsigned ready = left & sector_banks_->to_look_up(miss_queue_.filled())) {
        const auto sector = static_cast<unsigned>(__builtin_ctz(ready));
        progress |= look_up_sector(sector, now);
        left &= ~0u << sector << 1;
    }
    return progress;
}

// A load that finds all its sectors, with nobody before it and nobody beside it in the banks, passes through them in
// one step.
[[gnu::always_inline]] inline bool L1Cache::serve_hit_at_once(Mask sectors, Cycle now) {
    Payload& request = *first_bank_.lookups->head();
    if (!request.is_read() || first_bank_.lookups->ready(now, 1) || Room{*this, first_bank_}.hit_queue_full() ||
        prefetches_)
        return false;
    const std::uint64_t line = request.get_address() / line_bytes;
    const unsigned way = lookup_.way_with(line, sectors);
    if (way == L1Lookup::none) return false;
    if (recorded()) lookup_served_[0]->show(request);
    first_bank_.lookups->pop(now);
    sector_banks_->pass(sectors);
    gpu_access(request).missed_l1 = false;
    lookup_.hit(way);
    if (sectors == lookup_.sectors().touched(request.get_address(), request.get_data_length()))
        read_into_payload(request, data_of(way), line * line_bytes);
    else
        for_each_sector(sectors, [&](unsigned sector) { read_sector(request, way, line, sector); });
    const unsigned count = count_sectors(sectors);
    accesses += count;
    sector_accesses += count;
    hits += count;
    sector_hits += count;
    request.set_response_status(tlm::TLM_OK_RESPONSE);
    first_bank_.hit_queue.push(&request, now + hit_latency_);
    return true;
}

// The sectors of the request that is at the end of its latency go to their banks.
[[gnu::always_inline]] inline void L1Cache::deal_out(Mask sectors, Cycle now) {
    Payload& request = *first_bank_.lookups->pop(now);
    if (recorded()) lookup_served_[0]->show(request);
    if (request.is_write()) {
        ++stores;
        store_parts_->split(request, sectors, [&](Payload* part) {
            const auto sector = static_cast<unsigned>(part->get_address() % line_bytes) / lookup_.sectors().bytes();
            sector_banks_->push(sector, {part, L1Splits::none}, now);
        });
        return;
    }
    gpu_access(request).missed_l1 = false;
    const unsigned split = lookup_.open_split(count_sectors(sectors));
    for_each_sector(sectors, [&](unsigned sector) { sector_banks_->push(sector, {&request, split}, now); });
}

[[gnu::always_inline]] inline bool L1Cache::look_up_sector(unsigned sector, Cycle now) {
    L1SectorBank& bank = (*sector_banks_)[sector];
    Payload& payload = *bank.accesses.head().payload;
    if (payload.is_write())
        bank.head.kind = L1RequestKind::passing;
    else
        lookup_.find_blocks(payload.get_address() / line_bytes, static_cast<Mask>(1u << sector), bank.head);
    const StallCause stall = lookup_.stall_cause(bank.head, Room{*this, first_bank_});
    if (stall != StallCause::none) {
        sector_banks_->set_stall(sector, stall);
        count_stall(bank, now);
        return false;
    }
    if (bank.first_stall != StallCause::none) {
        sector_banks_->set_stall(sector, stall);
        end_stall(bank, now);
    }
    const L1SectorAccess access = sector_banks_->pop(sector, now);
    if (!payload.is_write()) {
        load_sector(access, sector, bank.head, now);
    } else {
        change_line(payload);
        if (!lookup_.keeps_stores()) sector_banks_->lines_changed();
        miss_queue_.push(&payload, now);
    }
    return true;
}

[[gnu::always_inline]] inline void L1Cache::load_sector(const L1SectorAccess& access, unsigned sector,
                                                        const L1Found& found, Cycle now) {
    Payload& request = *access.payload;
    count_sector(found);
    if (found.missing()) {
        gpu_access(request).missed_l1 = true;
        const L1Fetch missing = lookup_.wait_for_block(found, &request, access.split, now);
        if (missing.entry != L1Lookup::none) fetch(&request, gpu_access(request), missing, now);
        return;
    }
    lookup_.hit(found);
    read_sector(request, found.way, found.line, sector);
    int status = tlm::TLM_OK_RESPONSE;
    if (!lookup_.block_arrived({&request, access.split, 0, 0}, status, false)) return;
    request.set_response_status(static_cast<tlm::tlm_response_status>(status));
    first_bank_.hit_queue.push(&request, now + hit_latency_);
}

[[gnu::always_inline]] inline void L1Cache::read_sector(Payload& request, unsigned way, std::uint64_t line,
                                                        unsigned sector) {
    const unsigned bytes = lookup_.sectors().bytes();
    read_overlap(request, data_of(way, sector), line * line_bytes + sector * bytes, bytes);
}

// Each sector of a load counts as a load.
[[gnu::always_inline]] inline void L1Cache::count_sector(const L1Found& found) {
    if (prefetches_ && !found.absent) prefetches_->load(found.line);
    ++accesses;
    ++sector_accesses;
    ++(found.absent ? misses : found.in_flight ? hits_reserved : hits);
    ++(found.absent ? sector_misses : found.in_flight ? sector_hits_reserved : sector_hits);
}

}  // namespace heddle
