// The parts of the lookup for a cache that is not plain: some blocks of a line may be there, others in flight or
// absent.
#include "heddle/l1_cache/l1_lookup.h"

namespace heddle {

L1Lookup::L1Lookup(const L1CacheParameters& parameters, const LineNumbering* numbering)
    : plain_(!parameters.sectored && !parameters.allocate_on_fill && !parameters.write_allocate),
      allocates_on_fill_(parameters.allocate_on_fill),
      keeps_stores_(parameters.write_allocate),
      keeps_partial_stores_(parameters.allocate_partial_stores),
      single_sectors_(parameters.sector_requests),
      sectors_{parameters.sectors_per_line()},
      tags_(parameters.set_index(numbering), parameters.ways, parameters.sectors_per_line()),
      mshr_(parameters.mshr_entries, parameters.mshr_merges, !plain_),
      spared_written_percent_(parameters.spared_written_percent) {
    if (!allocates_on_fill_ && !plain_) fetches_of_.resize(tags_.lines());
}

// The load joins those that wait for the blocks in flight, and asks for the absent ones with a request for each run,
// or for each block.
L1Fetches L1Lookup::wait_for_blocks(const L1Found& found, Payload* payload, unsigned bank, Cycle now) {
    L1Waiter waiter = waiter_of(payload, bank);
    L1Fetches fetches;
    const Mask missing = found.missing();
    if (missing & (missing - 1)) waiter.split = splits_.open(count_sectors(missing));
    for_each_sector(found.in_flight,
                    [&](unsigned sector) { mshr_.attach(entry_of(found.line, sector, found.way), waiter); });
    if (!found.absent) return fetches;
    report_miss(found.line);
    bool evicted = false;
    const unsigned way = way_of_miss(found, evicted);
    for (Mask rest = found.absent; rest;) {
        const Mask run = single_sectors_ ? static_cast<Mask>(rest & -rest) : SectorGeometry::first_run(rest);
        rest &= static_cast<Mask>(~run);
        unsigned chain = none;
        for (unsigned left = run; left;) {
            const unsigned sector = 31 - static_cast<unsigned>(__builtin_clz(left));
            left &= ~(1u << sector);
            chain = mshr_.allocate(sectors_.block(found.line, sector), way, now, chain);
            mshr_.attach(chain, waiter);
        }
        if (!allocates_on_fill_) ++fetches_of_[way];
        fetches.add({found.line, run, evicted, way, chain});
        evicted = false;
    }
    return fetches;
}

L1Fetch L1Lookup::wait_for_block(const L1Found& found, Payload* payload, unsigned split, Cycle now) {
    L1Waiter waiter = waiter_of(payload, 0);
    waiter.split = split;
    const auto sector = static_cast<unsigned>(__builtin_ctz(found.missing()));
    L1Fetch fetch{found.line, found.absent, false, none, none};
    if (found.in_flight) {
        mshr_.attach(entry_of(found.line, sector, found.way), waiter);
        return fetch;
    }
    report_miss(found.line);
    fetch.way = way_of_miss(found, fetch.evicted);
    fetch.entry = mshr_.allocate(sectors_.block(found.line, sector), fetch.way, now);
    mshr_.attach(fetch.entry, waiter);
    if (!allocates_on_fill_) ++fetches_of_[fetch.way];
    return fetch;
}

// The way that absent blocks will be installed in, or none if that is chosen with the fill.
[[gnu::always_inline]] inline unsigned L1Lookup::way_of_miss(const L1Found& found, bool& evicted) {
    if (!may_be_in_flight(found.way)) return take_way(found.victim, found.line, evicted);
    if (found.way != none) tags_.touch(found.way);
    if (allocates_on_fill_) return none;
    if (tags_.valid(found.way)) tags_.reserve_again(found.way);
    return found.way;
}

L1Installed L1Lookup::install_blocks(unsigned first_entry, bool failed) {
    const std::uint64_t line = sectors_.line_of_block(mshr_.line(first_entry));
    L1Installed installed;
    installed.way = mshr_.way(first_entry);
    installed.kept = release_entries(first_entry, failed);
    if (allocates_on_fill_ && installed.kept) {
        // No way is ever reserved with allocation on fill, so there is a victim.
        installed.way = tags_.find(line);
        if (installed.way == none) installed.way = take_way(victim(tags_.set_of(line)), line, installed.evicted);
    }
    if (installed.kept && !tags_.valid_sectors(installed.way)) report_installed(line);
    if (!allocates_on_fill_)
        end_fetch(installed.way, installed.kept);
    else if (installed.kept)
        tags_.fill(installed.way, installed.kept);
    return installed;
}

// Returns the blocks that the cache may keep: those that were not written since they were asked for.
[[gnu::always_inline]] inline L1Lookup::Mask L1Lookup::release_entries(unsigned first_entry, bool failed) {
    Mask kept = 0;
    for (unsigned entry = first_entry, next; entry != none; entry = next) {
        if (!failed && mshr_.open(entry)) kept |= sectors_.mask_of_block(mshr_.line(entry));
        next = mshr_.next(entry);
        mshr_.release(entry);
    }
    return kept;
}

// One of the fills that the way is reserved for has arrived. With the last one it can be displaced again.
[[gnu::always_inline]] inline void L1Lookup::end_fetch(unsigned way, Mask kept) {
    if (--fetches_of_[way])
        tags_.add_sectors(way, kept);
    else if (tags_.orphaned(way) || !(tags_.valid_sectors(way) | kept | tags_.dirty_sectors(way)))
        tags_.release(way);
    else
        tags_.fill(way, kept);
}

}  // namespace heddle
