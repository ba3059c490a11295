// What is done for a request that can be served, and what is asked of the L2 for it.
#include "base/payload_bytes.h"
#include "l1_cache/l1_cache.h"

namespace heddle {
namespace {

// Sectors are counted whether or not the cache has them: they are what the SM asks for.
constexpr SectorGeometry counted_sectors{line_bytes / sector_bytes};

// Such a load can fetch the line itself, as its own transaction.
bool asks_for_whole_line(const Payload& request, const GpuAccess& access) {
    return request.get_data_length() == line_bytes && !request.get_byte_enable_ptr() && access.kind == AccessKind::load;
}

}  // namespace

void L1Cache::serve_head(L1Bank& bank, Cycle now) {
    Payload* request = bank.in.requests().pop(now);
    const L1Head::Kind kind = bank.head.kind;
    bank.head.kind = L1Head::Kind::unknown;
    if (kind == L1Head::Kind::load)
        load(bank, request, gpu_access(*request), now);
    else if (kind == L1Head::Kind::passing)
        pass_on(bank, request, now);
    else
        answer_here(bank, request, now);
    fetch_ahead(bank);
}

void L1Cache::answer_here(L1Bank& bank, Payload* request, Cycle now) {
    if (moves_nothing(*request)) request->set_response_status(tlm::TLM_OK_RESPONSE);
    if (gpu_access(*request).kind == AccessKind::invalidate) drop_all();
    bank.hit_queue.push(request, now + parameters_.latency_cycles);
}

inline void L1Cache::pass_on(L1Bank& bank, Payload* request, Cycle now) {
    count_passing(*request);
    if (banked()) {
        gpu_access(*request).route.push(bank.number);
        miss_port_taken_ = true;
    }
    miss_queue_.push(request, now);
}

inline void L1Cache::load(L1Bank& bank, Payload* request, GpuAccess& access, Cycle now) {
    count_load(*request, bank.head);
    access.missed_l1 = bank.head.missing() != 0;
    if (!bank.head.missing())
        answer_hit(bank, request, now);
    else if (plain_)
        wait_for_line(bank, request, access, now);
    else
        wait_for_blocks(bank, request, access, now);
}

void L1Cache::answer_hit(L1Bank& bank, Payload* request, Cycle now) {
    tags_.touch(bank.head.way);
    read_into_payload(*request, data_of(bank.head.way), line_of(request->get_address()));
    request->set_response_status(tlm::TLM_OK_RESPONSE);
    bank.hit_queue.push(request, now + parameters_.latency_cycles);
}

inline void L1Cache::wait_for_line(L1Bank& bank, Payload* request, GpuAccess& access, Cycle now) {
    const L1Head& head = bank.head;
    const Waiter waiter{request, bank.number, not_split};
    miss_port_taken_ = banked();
    if (head.on_the_way) {
        mshr_.attach(tags_.entry(head.way), waiter);
        return;
    }
    const unsigned way = take_way(head.victim, head.line);
    const unsigned entry = mshr_.allocate(head.line, way, now);
    mshr_.attach(entry, waiter);
    tags_.set_entry(way, entry);
    ask_below(request, access, {head.line, 1, way, entry}, now);
}

// Blocks on their way are waited for with those who asked for them; the others are asked for.
void L1Cache::wait_for_blocks(L1Bank& bank, Payload* request, GpuAccess& access, Cycle now) {
    const L1Head& head = bank.head;
    miss_port_taken_ = banked();
    for (Mask rest = head.there; rest; rest &= static_cast<Mask>(rest - 1)) {
        const unsigned first = static_cast<unsigned>(__builtin_ctz(rest)) * sectors_.bytes();
        read_overlap(*request, data_of(head.way) + first, head.line * line_bytes + first, sectors_.bytes());
    }
    Waiter waiter{request, bank.number, not_split};
    if (head.missing() & (head.missing() - 1)) waiter.split = new_split(count_sectors(head.missing()));
    for (Mask rest = head.on_the_way; rest; rest &= static_cast<Mask>(rest - 1))
        mshr_.attach(entry_of(head.line, static_cast<unsigned>(__builtin_ctz(rest)), head.way), waiter);
    if (head.absent) fetch(head, way_of_miss(head), waiter, access, now);
}

// The way that absent blocks will come to, if it is known already.
unsigned L1Cache::way_of_miss(const L1Head& head) {
    if (!may_be_on_the_way(head.way)) return take_way(head.victim, head.line);
    if (head.way != TagArray::none) tags_.touch(head.way);
    if (allocates_on_fill()) return TagArray::none;
    if (tags_.valid(head.way)) tags_.reserve_again(head.way);
    return head.way;
}

// One request for each run of absent blocks.
void L1Cache::fetch(const L1Head& head, unsigned way, const Waiter& waiter, GpuAccess& access, Cycle now) {
    for (Mask rest = head.absent; rest;) {
        const Mask run = SectorGeometry::first_run(rest);
        rest &= static_cast<Mask>(~run);
        unsigned chain = Mshr<Waiter>::none;
        for (unsigned left = run; left;) {
            const unsigned sector = 31 - static_cast<unsigned>(__builtin_clz(left));
            left &= ~(1u << sector);
            chain = mshr_.allocate(sectors_.block(head.line, sector), way, now, chain);
            mshr_.attach(chain, waiter);
        }
        if (!allocates_on_fill()) ++fetches_of_[way];
        ask_below(waiter.payload, access, {head.line, run, way, chain}, now);
    }
}

// A load of the whole line fetches it as its own transaction.
inline void L1Cache::ask_below(Payload* request, GpuAccess& access, const Fetch& fetch, Cycle now) {
    const bool itself = fetch.run == sectors_.all() && asks_for_whole_line(*request, access);
    L1Fill* own = itself ? nullptr : make_fill(access, fetch);
    (itself ? access : own->access).route.push(fetch.entry);
    miss_queue_.push(itself ? request : own, now);
}

// A request for a part of the line is answered from the line, which is fetched by a transaction of our own.
inline L1Fill* L1Cache::make_fill(const GpuAccess& access, const Fetch& fetch) {
    const std::uint64_t address = fetch.line * line_bytes + sectors_.first_byte(fetch.run);
    L1Fill* fill = pool_.acquire(tlm::TLM_READ_COMMAND, address, sectors_.range_bytes(fetch.run));
    fill->access = access;
    fill->access.route.clear();
    fill->access.kind = AccessKind::load;
    if (plain_) fill->set_data_ptr(data_of(fetch.way));
    return fill;
}

unsigned L1Cache::new_split(unsigned blocks) {
    if (free_splits_.empty()) {
        free_splits_.push_back(static_cast<unsigned>(splits_.size()));
        splits_.emplace_back();
    }
    const unsigned split = free_splits_.back();
    free_splits_.pop_back();
    splits_[split] = {blocks, tlm::TLM_OK_RESPONSE};
    return split;
}

void L1Cache::count_load(Payload& request, const L1Head& found) {
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

}  // namespace heddle
