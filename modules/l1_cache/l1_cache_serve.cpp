// What is done for a request that can be served, and what is sent to the L2 for it.
#include "heddle/base/l1_messages.h"
#include "heddle/cache/payload_sectors.h"
#include "heddle/l1_cache/l1_cache.h"
#include "heddle/l1_cache/l1_payload.h"

namespace heddle {
namespace {

// Sectors are counted whether or not the cache has them: they are what the SM asks for.
constexpr SectorGeometry counted_sectors{line_bytes / sector_bytes};

}  // namespace

void L1Cache::serve_head(L1Bank& bank, Cycle now) {
    Payload* request = bank.lookups->pop(now);
    const L1RequestKind kind = bank.head.kind;
    bank.head.kind = L1RequestKind::unknown;
    if (store_port_) bank.in.announce(request, LOOKED_UP);
    if (kind == L1RequestKind::load)
        load(bank, request, gpu_access(*request), now);
    else if (kind == L1RequestKind::passing)
        pass_on(bank, request, now);
    else
        respond_without_access(bank, request, now);
    prefetch_next(bank);
}

// The next request has waited longer than the host keeps the lines that belong to it.
inline void L1Cache::prefetch_next(const L1Bank& bank) const {
    if (bank.lookups->empty()) return;
    lookup_.prefetch_line(bank.lookups->head()->get_address() / line_bytes);
    bank.prefetch_second_request();
}

void L1Cache::respond_without_access(L1Bank& bank, Payload* request, Cycle now) {
    if (moves_nothing(*request)) request->set_response_status(tlm::TLM_OK_RESPONSE);
    bank.hit_queue.push(request, now + hit_latency_);
}

void L1Cache::drop_all() {
    drop_from_ = never;
    ++invalidations;
    lookup_.drop_all();
    if (next_ways_ != lookup_.tags().used_ways()) lookup_.use_ways(next_ways_);
    lines_changed();
}

inline void L1Cache::pass_on(L1Bank& bank, Payload* request, Cycle now) {
    apply_passing(*request);
    if (perfect_ && !request->is_read())
        gpu_access(*request).route.push(perfect_->lines.begin_write(request->get_address() / line_bytes));
    if (banked()) {
        gpu_access(*request).route.push(bank.number);
        miss_port_taken_ = true;
    }
    if (store_parts_ && request->is_write())
        store_parts_->split(*request, asked_sectors(lookup_.sectors(), *request),
                            [&](Payload* part) { miss_queue_.push(part, now); });
    else
        miss_queue_.push(request, now);
}

// What a bypassing load, a store or an atomic does here before it goes to the L2.
void L1Cache::apply_passing(Payload& request) {
    if (request.is_read()) {
        ++bypasses;
        return;
    }
    ++(request.is_write() ? stores : atomics);
    change_line(request);
}

// A store, a part of one, or an atomic.
void L1Cache::change_line(Payload& request) {
    const SectorGeometry& sectors = lookup_.sectors();
    const std::uint64_t address = request.get_address();
    const bool stays = request.is_write() && lookup_.keeps_stores();
    const L1StoreEffect effect =
        stays ? lookup_.keep_store({address, request.get_data_length(), sectors_written_whole(sectors, request)})
              : lookup_.drop_line(address / line_bytes);
    if (request.is_write()) {
        const Mask written = asked_sectors(counted_sectors, request);
        const Mask valid = sectors.count == 1 && effect.found ? written : effect.found;
        store_sectors += count_sectors(written);
        store_sector_hits += count_sectors(static_cast<Mask>(written & valid));
    }
    if (effect.closed) ++closed_misses;
    if (effect.evicted) ++evictions;
    if (!stays && effect.found) ++write_evicts;
    for_each_sector(effect.kept, [&](unsigned sector) {
        write_overlap(request, data_of(effect.way, sector), line_of(address) + sector * sectors.bytes(),
                      sectors.bytes());
    });
}

inline void L1Cache::load(L1Bank& bank, Payload* request, GpuAccess& access, Cycle now) {
    count(*request, access, bank.head);
    access.missed_l1 = bank.head.missing() != 0;
    if (!bank.head.missing()) return serve_hit(bank, request, now);
    wait_for_fill(bank, request, access, now);
    if (prefetches_ && bank.head.absent && access.kind == AccessKind::prefetch)
        prefetches_->tracker.fetched(bank.head.line);
}

void L1Cache::serve_hit(L1Bank& bank, Payload* request, Cycle now) {
    if (perfect_ && perfect_->lines.serves(bank.head.line)) {
        read_memory(*request);
    } else {
        lookup_.hit(bank.head);
        read_into_payload(*request, data_of(bank.head.way), line_of(request->get_address()));
    }
    request->set_response_status(tlm::TLM_OK_RESPONSE);
    bank.hit_queue.push(request, now + hit_latency_);
}

// Sectors that are there are read now: they may be gone when the others arrive.
inline void L1Cache::wait_for_fill(L1Bank& bank, Payload* request, GpuAccess& access, Cycle now) {
    const L1Found& head = bank.head;
    miss_port_taken_ = banked();
    if (lookup_.plain()) {
        const L1Fetch line = lookup_.wait_for_line(head, request, bank.number, now);
        if (line.entry != L1Lookup::none) fetch(request, access, line, now);
        return;
    }
    const unsigned bytes = lookup_.sectors().bytes();
    for_each_sector(head.there, [&](unsigned sector) {
        read_overlap(*request, data_of(head.way, sector), head.line * line_bytes + sector * bytes, bytes);
    });
    for (const L1Fetch& run : lookup_.wait_for_blocks(head, request, bank.number, now))
        fetch(request, access, run, now);
}

// A load of the whole line fetches it as its own transaction.
void L1Cache::fetch(Payload* request, GpuAccess& access, const L1Fetch& fetch, Cycle now) {
    if (fetch.evicted) ++evictions;
    const bool itself = fetch.run == lookup_.sectors().all() && asks_for_whole_line(*request, access);
    L1Fill* own = itself ? nullptr : make_fill(access, fetch);
    (itself ? access : own->access).route.push(fetch.entry);
    miss_queue_.push(itself ? request : own, now);
}

// A load of a part of the line is served from the line, which a transaction of the cache's own fetches.
inline L1Fill* L1Cache::make_fill(const GpuAccess& access, const L1Fetch& fetch) {
    const SectorGeometry& sectors = lookup_.sectors();
    const std::uint64_t address = fetch.line * line_bytes + sectors.first_byte(fetch.run);
    L1Fill* fill = pool_.acquire(tlm::TLM_READ_COMMAND, address, sectors.range_bytes(fetch.run));
    fill->access = access;
    fill->access.route.clear();
    fill->access.kind = AccessKind::load;
    // A foreign bus may buffer, and use the place of the bytes longer than the cache expects.
    if (lookup_.plain() && !memory_out.foreign_peer()) fill->set_data_ptr(data_of(fetch.way));
    return fill;
}

inline void L1Cache::count(Payload& request, const GpuAccess& access, const L1Found& found) {
    const bool prefetch = access.kind == AccessKind::prefetch;
    if (prefetches_) {
        if (prefetch)
            prefetches_->look_up(found.absent != 0);
        else if (found.there | found.in_flight)
            prefetches_->load(found.line);
    }
    if (!prefetch) count_load(request, found);
}

void L1Cache::count_load(Payload& request, const L1Found& found) {
    ++accesses;
    ++(found.absent ? misses : found.in_flight ? hits_reserved : hits);
    const unsigned asked = count_sectors(asked_sectors(counted_sectors, request));
    sector_accesses += asked;
    if (lookup_.sectors().count == 1) {
        (found.absent ? sector_misses : found.in_flight ? sector_hits_reserved : sector_hits) += asked;
        return;
    }
    sector_hits += count_sectors(found.there);
    sector_hits_reserved += count_sectors(found.in_flight);
    sector_misses += count_sectors(found.absent);
}

}  // namespace heddle
