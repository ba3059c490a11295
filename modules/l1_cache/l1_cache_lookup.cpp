// What a request finds in the L1, what is asked of the L2 for it, and why it has to wait.
#include "base/payload_bytes.h"
#include "l1_cache/l1_cache.h"

namespace heddle {
namespace {

// Sectors are counted whether or not the cache has them: they are what the SM asks for.
constexpr SectorGeometry counted_sectors{line_bytes / sector_bytes};

// Such a load can fetch the line itself, as its own transaction.
bool asks_for_whole_line(Payload& request) {
    return request.get_data_length() == line_bytes && !request.get_byte_enable_ptr() &&
           gpu_access(request).kind == AccessKind::load;
}

}  // namespace

// All of the request's bytes are in the way.
bool L1Cache::is_there(Payload& request, unsigned way) const {
    return way != TagArray::none && tags_.has(way, sectors_.asked(request));
}

StallCause L1Cache::load(L1Bank& bank, Payload* request, Cycle now) {
    const std::uint64_t line = request->get_address() / line_bytes;
    const unsigned way = tags_.find(line);
    const Mask asked = sectors_.asked(*request);
    const Mask there = way == TagArray::none ? Mask{0} : static_cast<Mask>(tags_.valid_sectors(way) & asked);
    if (there != asked)
        return wait_for_blocks(bank, request, {line, way, there, 0, static_cast<Mask>(asked & ~there)}, now);
    if (bank.hit_queue.filled()) return StallCause::response_queue_full;
    count_load(*request, {line, way, asked, 0, 0});
    gpu_access(*request).missed_l1 = false;
    tags_.touch(way);
    read_into_payload(*request, data_of(way), line * line_bytes);
    request->set_response_status(tlm::TLM_OK_RESPONSE);
    bank.hit_queue.push(request, now + parameters_.latency_cycles);
    return StallCause::none;
}

// Blocks on their way are waited for with those who asked for them; the others are asked for.
StallCause L1Cache::wait_for_blocks(L1Bank& bank, Payload* request, Lookup found, Cycle now) {
    const Mask missing = found.absent;
    for (Mask rest = missing; rest; rest &= static_cast<Mask>(rest - 1)) {
        const unsigned entry = mshr_.find(block(found.line, static_cast<unsigned>(__builtin_ctz(rest))));
        if (entry == Mshr<unsigned>::none) continue;
        if (!mshr_.can_attach(entry)) return StallCause::mshr_merge_full;
        found.on_the_way |= static_cast<Mask>(rest & -rest);
    }
    if (miss_port_taken_) return StallCause::miss_port_busy;
    found.absent &= static_cast<Mask>(~found.on_the_way);
    if (found.absent) {
        const StallCause cause = make_room(found);
        if (cause != StallCause::none) return cause;
    }
    miss_port_taken_ = banked();
    count_load(*request, found);
    gpu_access(*request).missed_l1 = true;
    for (Mask rest = found.there; rest; rest &= static_cast<Mask>(rest - 1)) {
        const unsigned first = static_cast<unsigned>(__builtin_ctz(rest)) * sectors_.bytes();
        read_overlap(*request, data_of(found.way) + first, found.line * line_bytes + first, sectors_.bytes());
    }
    const unsigned waiter = new_waiter(bank, request, count_sectors(missing));
    for (Mask rest = found.on_the_way; rest; rest &= static_cast<Mask>(rest - 1))
        mshr_.attach(mshr_.find(block(found.line, static_cast<unsigned>(__builtin_ctz(rest)))), waiter);
    if (found.absent) fetch(request, found, waiter, now);
    return StallCause::none;
}

// An MSHR entry per block, a place in the miss queue per run of them, and a way, unless that is taken with the answer.
StallCause L1Cache::make_room(Lookup& found) {
    if (mshr_.capacity() - mshr_.count() < count_sectors(found.absent)) return StallCause::mshr_full;
    const unsigned runs = found.absent == SectorGeometry::first_run(found.absent) ? 1 : 2;
    if (miss_queue_.size() + runs > miss_queue_.capacity()) return StallCause::miss_queue_full;
    if (found.way != TagArray::none) {
        tags_.touch(found.way);
        if (!parameters_.allocate_on_fill && tags_.valid(found.way)) tags_.reserve_again(found.way);
    } else if (!parameters_.allocate_on_fill) {
        found.way = take_way(found.line);
        if (found.way == TagArray::none) return StallCause::no_replaceable_way;
    }
    return StallCause::none;
}

// Displaces a line, if need be; TagArray::none if all ways of the set wait for answers.
unsigned L1Cache::take_way(std::uint64_t line) {
    const bool spare =
        std::uint64_t{written_lines_} * 100 < std::uint64_t{tags_.lines()} * parameters_.spared_written_percent;
    const TagArray::Reservation reservation = tags_.reserve(line, tags_.set_of(line), spare);
    if (reservation.displaced) ++evictions;
    if (reservation.displaced_dirty) --written_lines_;
    return reservation.way;
}

// In a write-through cache a dirty mark only says that a store's bytes are here.
void L1Cache::mark_written(unsigned way) {
    if (!tags_.dirty(way)) ++written_lines_;
    tags_.mark_dirty(way, sectors_.all());
}

// One request for each run of absent blocks.
void L1Cache::fetch(Payload* request, const Lookup& found, unsigned waiter, Cycle now) {
    const unsigned way = parameters_.allocate_on_fill ? TagArray::none : found.way;
    for (Mask rest = found.absent; rest;) {
        const Mask run = SectorGeometry::first_run(rest);
        rest &= static_cast<Mask>(~run);
        unsigned chain = Mshr<unsigned>::none;
        for (unsigned sector = sectors_.count; sector-- > 0;) {
            if (!(run >> sector & 1)) continue;
            const unsigned entry = mshr_.allocate(block(found.line, sector), way, now);
            mshr_.attach(entry, waiter);
            next_of_fetch_[entry] = chain;
            chain = entry;
        }
        const bool itself = run == sectors_.all() && asks_for_whole_line(*request);
        Payload* fill = itself ? request : make_fill(request, found.line, run, way);
        gpu_access(*fill).route.push(chain);
        if (way != TagArray::none) ++fetches_of_[way];
        miss_queue_.push(fill, now);
    }
}

// A request for a part of the line is answered from the line, which is fetched by a transaction of our own.
Payload* L1Cache::make_fill(Payload* request, std::uint64_t line, Mask run, unsigned way) {
    const std::uint64_t address = line * line_bytes + sectors_.first_byte(run);
    LinePayload* fill = pool_.acquire(tlm::TLM_READ_COMMAND, address, sectors_.range_bytes(run));
    fill->access = gpu_access(*request);
    fill->access.route.clear();
    fill->access.kind = AccessKind::load;
    if (lands_in_its_way()) fill->set_data_ptr(data_of(way));
    return fill;
}

// Whether a way is nobody else's until the whole line has come.
bool L1Cache::lands_in_its_way() const {
    return sectors_.count == 1 && !parameters_.allocate_on_fill && !parameters_.write_allocate;
}

unsigned L1Cache::new_waiter(L1Bank& bank, Payload* request, unsigned blocks) {
    if (free_waiters_.empty()) {
        free_waiters_.push_back(static_cast<unsigned>(waiters_.size()));
        waiters_.emplace_back();
    }
    const unsigned waiter = free_waiters_.back();
    free_waiters_.pop_back();
    waiters_[waiter] = {&bank, request, blocks, tlm::TLM_OK_RESPONSE};
    return waiter;
}

void L1Cache::count_load(Payload& request, const Lookup& found) {
    ++accesses;
    ++(found.absent ? misses : found.on_the_way ? hits_reserved : hits);
    const unsigned asked = count_sectors(counted_sectors.asked(request));
    sector_accesses += asked;
    if (sectors_.count == 1) {
        (found.absent ? sector_misses : found.on_the_way ? sector_hits_reserved : sector_hits) += asked;
        return;
    }
    sector_hits += count_sectors(found.there);
    sector_hits_reserved += count_sectors(found.on_the_way);
    sector_misses += count_sectors(found.absent);
}

// A bypassing load, a store or an atomic goes to the L2.
void L1Cache::count_passing(Payload& request) {
    if (request.is_read()) {
        ++bypasses;
        return;
    }
    const std::uint64_t line = request.get_address() / line_bytes;
    ++(request.is_write() ? stores : atomics);
    if (request.is_write()) {
        const Mask written = counted_sectors.asked(request);
        store_sectors += count_sectors(written);
        const unsigned way = tags_.find(line);
        if (way != TagArray::none) {
            const Mask valid = sectors_.count == 1 && tags_.valid_sectors(way) ? written : tags_.valid_sectors(way);
            store_sector_hits += count_sectors(static_cast<Mask>(written & valid));
        }
    }
    if (request.is_write() && parameters_.write_allocate)
        leave_store(request);
    else
        drop_line(line);
}

// The store's bytes stay here for later loads: in the blocks that are there, and in those it sets as a whole. What is
// on its way was read before the store and is not kept.
void L1Cache::leave_store(Payload& store) {
    const std::uint64_t line = store.get_address() / line_bytes;
    const Mask touched = sectors_.touched(store.get_address(), store.get_data_length());
    const Mask whole = sectors_.written_whole(store);
    if (close_blocks(line, touched)) ++closed_misses;
    unsigned way = tags_.find(line);
    if (way == TagArray::none && whole) {
        way = take_way(line);
        if (way != TagArray::none) tags_.fill(way, 0);
    }
    if (way == TagArray::none) return;
    tags_.add_sectors(way, whole);
    if (tags_.valid_sectors(way) & touched) mark_written(way);
    tags_.touch(way);
    for (Mask rest = touched & tags_.valid_sectors(way); rest; rest &= static_cast<Mask>(rest - 1)) {
        const unsigned first = static_cast<unsigned>(__builtin_ctz(rest)) * sectors_.bytes();
        write_overlap(store, data_of(way) + first, line * line_bytes + first, sectors_.bytes());
    }
}

// A write or atomic goes to the line: no copy may answer later loads, not even one that is still on its way (a load
// that follows a store of its own thread must see it).
void L1Cache::drop_line(std::uint64_t line) {
    const unsigned way = tags_.find(line);
    if (way != TagArray::none && tags_.valid_sectors(way)) ++write_evicts;
    if (forget_line(line)) ++closed_misses;
}

// True if something of the line was on its way.
bool L1Cache::forget_line(std::uint64_t line) {
    const unsigned way = tags_.find(line);
    if (way != TagArray::none) {
        if (tags_.dirty(way)) --written_lines_;
        if (tags_.valid(way))
            tags_.invalidate(way);
        else
            tags_.orphan(way);
    }
    return close_blocks(line, sectors_.all());
}

bool L1Cache::close_blocks(std::uint64_t line, Mask blocks) {
    bool any = false;
    for (unsigned sector = 0; sector < sectors_.count; ++sector) {
        const unsigned entry = blocks >> sector & 1 ? mshr_.find(block(line, sector)) : Mshr<unsigned>::none;
        if (entry == Mshr<unsigned>::none) continue;
        mshr_.close(entry);
        any = true;
    }
    return any;
}

void L1Cache::drop_all() {
    ++invalidations;
    tags_.invalidate_all();
    written_lines_ = 0;
    mshr_.close_all();
}

}  // namespace heddle
