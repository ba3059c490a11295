// The lookup of an L1 in plain C++: what a request finds, what keeps it from being served, and what serving it does to
// tags and MSHR. Bytes, queues, time and counters belong to the module around it.
#pragma once

#include <vector>

#include "heddle/cache/line_observer.h"
#include "heddle/cache/mshr.h"
#include "heddle/cache/outcome.h"
#include "heddle/cache/tag_array.h"
#include "heddle/l1_cache/l1_cache_parameters.h"
#include "heddle/l1_cache/l1_request.h"
#include "heddle/l1_cache/l1_splits.h"

namespace heddle {

// A load is served in three steps: find() says where its blocks are, stall_cause() whether it has to wait, and hit() or
// wait_for_...() changes the state accordingly. The prediction of a stall needs the first two only.
class L1Lookup {
public:
    using Mask = SectorGeometry::Mask;
    static constexpr unsigned none = TagArray::none;
    static_assert(none == Mshr<L1Waiter>::none, "one value says that there is no way and no entry");

    // With a numbering sets follow from its numbers; it has to outlive the lookup.
    explicit L1Lookup(const L1CacheParameters& parameters, const LineNumbering* numbering = nullptr);

    const TagArray& tags() const { return tags_; }
    const Mshr<L1Waiter>& mshr() const { return mshr_; }
    const SectorGeometry& sectors() const { return sectors_; }
    bool plain() const { return plain_; }
    bool keeps_stores() const { return keeps_stores_; }

    // Who is told of misses and of lines that come and go; null, as at the beginning: nobody.
    void report_to(LineObserver* observer) { observer_ = observer; }
    // For a miss that the module around the lookup serves itself.
    void report_miss(std::uint64_t line) const {
        if (observer_) observer_->missed(line);
    }

    // Sets what the request is and finds. `found` may be that of an earlier request.
    void find(const L1Request& request, L1Found& found) const;
    // The same for a load of these blocks of the line.
    void find_blocks(std::uint64_t line, Mask asked, L1Found& found) const;
    // What keeps the request from being served now. Chooses the victim of a miss. `room` is what the module around the
    // lookup has in this cycle: room.miss_queue_entries() free entries, room.hit_queue_full(), and
    // room.miss_port_taken() if another bank has used the way to MSHR and miss queue.
    template <class Room>
    [[nodiscard]] StallCause stall_cause(L1Found& found, const Room& room) const;

    // Serves a load that has all its blocks, or one that has to wait for some of them: in a plain() cache for the line,
    // with a fetch whose entry is none if the line is in flight already. Only if stall_cause() is none.
    void hit(const L1Found& found) { hit(found.way); }
    void hit(unsigned way) { tags_.touch(way); }
    [[nodiscard]] L1Fetch wait_for_line(const L1Found& found, Payload* payload, unsigned bank, Cycle now);
    [[nodiscard]] L1Fetches wait_for_blocks(const L1Found& found, Payload* payload, unsigned bank, Cycle now);
    // The same for one block of a load that is looked up block by block; the fetch's entry is none if the block is in
    // flight already.
    [[nodiscard]] L1Fetch wait_for_block(const L1Found& found, Payload* payload, unsigned split, Cycle now);
    // For such a load: what it waits with for each block, and what block_arrived() gets.
    [[nodiscard]] unsigned open_split(unsigned blocks) { return blocks > 1 ? splits_.open(blocks) : L1Splits::none; }

    // A store whose bytes stay in the cache; only if keeps_stores(). No copy from before the store may be used by later
    // loads, so blocks in flight are closed and will not be installed.
    [[nodiscard]] L1StoreEffect keep_store(const L1Store& store);
    // Any other store, and every atomic: drops its line, also if that is in flight.
    L1StoreEffect drop_line(std::uint64_t line);
    // The start of a kernel: drops all lines, also those in flight.
    void drop_all();
    // Then the cache may be given another size: so many of the ways of each set.
    void use_ways(unsigned ways) { tags_.use_ways(ways); }

    // The way that has all these blocks of the line, or none.
    unsigned way_with(std::uint64_t line, Mask blocks) const {
        const unsigned way = tags_.find(line);
        return way != none && tags_.has(way, blocks) ? way : none;
    }

    // How many loads wait for the blocks that come with the fill of this entry.
    std::size_t waiting(unsigned first_entry) const {
        std::size_t sum = 0;
        for (unsigned entry = first_entry; entry != none; entry = mshr_.next(entry)) sum += mshr_.waiters(entry).size();
        return sum;
    }
    // A block that the waiting load needs has arrived; see L1Splits.
    [[nodiscard]] bool block_arrived(const L1Waiter& waiter, int& status, bool failed) {
        return splits_.block_arrived(waiter.split, status, failed);
    }
    // The turn of a load that begins to wait now.
    std::uint16_t next_turn() const { return turn_; }
    // Ends the entries that the fill belongs to; by then the waiting loads must have got their bytes. The first
    // function is for a plain() cache.
    [[nodiscard]] L1Installed install_line(unsigned entry, bool failed);
    // The same in two steps, for a cache whose entry lasts until each of the loads has got its response: from the first
    // on the line can be hit, and no load joins the others.
    [[nodiscard]] L1Installed fill_line(unsigned entry, bool failed);
    void release_entry(unsigned entry) { mshr_.release(entry); }
    [[nodiscard]] L1Installed install_blocks(unsigned first_entry, bool failed);

    // For the host's cache, when a request of the line, or the fill of the entry, will be looked up soon.
    void prefetch_line(std::uint64_t line) const { tags_.prefetch_set(tags_.set_of(line)); }
    void prefetch_fill(unsigned entry, std::uint64_t line) const {
        mshr_.prefetch(entry);
        prefetch_line(line);
    }

private:
    template <class Room>
    StallCause stall_cause_of_miss(L1Found& found, const Room& room) const;
    void find_in_flight(L1Found& found) const;
    unsigned way_of_miss(const L1Found& found, bool& evicted);
    Mask release_entries(unsigned first_entry, bool failed);
    void end_fetch(unsigned way, Mask kept);
    bool close_blocks(std::uint64_t line, unsigned way, Mask blocks);

    // With allocation on miss a line that is in flight has a way.
    bool may_be_in_flight(unsigned way) const { return way != none || allocates_on_fill_; }
    // The open MSHR entry of a block, or none. Only if may_be_in_flight(way), where `way` is that of the line.
    unsigned entry_of(std::uint64_t line, unsigned sector, unsigned way) const {
        if (!plain_) return mshr_.find(sectors_.block(line, sector));
        return tags_.reserved(way) ? tags_.entry(way) : none;
    }
    unsigned victim(unsigned set) const { return tags_.victim(set, spares_written()); }
    bool spares_written() const {
        return written_lines_ &&
               std::uint64_t{written_lines_} * 100 < std::uint64_t{tags_.used_lines()} * spared_written_percent_;
    }
    void report_installed(std::uint64_t line) const {
        if (observer_) observer_->installed(line);
    }
    void report_dropped(std::uint64_t line) const {
        if (observer_) observer_->dropped(line);
    }
    // Gives the way to the line. `evicted` becomes true if it held another line.
    unsigned take_way(unsigned chosen, std::uint64_t line, bool& evicted) {
        const bool empty = keeps_partial_stores_ && !tags_.valid_sectors(chosen);
        const TagArray::Reservation reservation = tags_.reserve_way(chosen, line);
        evicted |= reservation.displaced;
        if (reservation.displaced && !empty) report_dropped(reservation.displaced_line);
        if (reservation.displaced_dirty) --written_lines_;
        return reservation.way;
    }

    L1Waiter waiter_of(Payload* payload, unsigned bank) {
        return {payload, L1Splits::none, static_cast<std::uint16_t>(bank), turn_++};
    }

    // A plain cache, which is the default, has whole lines, allocates on miss and keeps no stores. A reserved way then
    // belongs to one fill: its bytes can be received directly in the way, and the way knows the MSHR entry.
    const bool plain_, allocates_on_fill_, keeps_stores_, keeps_partial_stores_, single_sectors_;
    const SectorGeometry sectors_;
    unsigned written_lines_ = 0;  // lines that hold a store's bytes; their ways are marked dirty
    TagArray tags_;
    Mshr<L1Waiter> mshr_;               // by block
    std::vector<unsigned> fetches_of_;  // outstanding fills, by way; empty if a way never has more than one
    const unsigned spared_written_percent_;
    LineObserver* observer_ = nullptr;
    L1Splits splits_;
    std::uint16_t turn_ = 0;  // of the next load that waits
};

inline void L1Lookup::find(const L1Request& request, L1Found& found) const {
    found.kind = request.kind;
    found.parts = request.parts;
    if (request.kind != L1RequestKind::load) return;
    find_blocks(request.address / line_bytes, sectors_.asked(request.address, request.bytes, request.word_mask), found);
}

inline void L1Lookup::find_blocks(std::uint64_t line, Mask asked, L1Found& found) const {
    found.kind = L1RequestKind::load;
    found.line = line;
    found.set = tags_.set_of(line);
    found.way = tags_.find(line, found.set);
    found.in_flight = 0;
    found.merge_full = false;
    found.there = found.way == none ? Mask{0} : static_cast<Mask>(tags_.valid_sectors(found.way) & asked);
    found.absent = static_cast<Mask>(asked & ~found.there);
    if (found.absent && may_be_in_flight(found.way)) find_in_flight(found);
}

inline void L1Lookup::find_in_flight(L1Found& found) const {
    for_each_sector(found.absent, [&](unsigned sector) {
        const unsigned entry = entry_of(found.line, sector, found.way);
        if (entry == none) return;
        if (!mshr_.can_attach(entry)) found.merge_full = true;
        found.in_flight |= static_cast<Mask>(1u << sector);
    });
    found.absent &= static_cast<Mask>(~found.in_flight);
}

template <class Room>
inline StallCause L1Lookup::stall_cause(L1Found& found, const Room& room) const {
    if (found.kind == L1RequestKind::load && found.missing()) return stall_cause_of_miss(found, room);
    if (found.kind == L1RequestKind::passing) {
        if (room.miss_queue_entries() < found.parts) return StallCause::miss_queue_full;
        return room.miss_port_taken() ? StallCause::miss_port_busy : StallCause::none;
    }
    return room.hit_queue_full() ? StallCause::response_queue_full : StallCause::none;
}

// Absent blocks need an MSHR entry each, a place in the miss queue for each or for each run of them, and a way, unless
// that is taken with the fill.
template <class Room>
inline StallCause L1Lookup::stall_cause_of_miss(L1Found& found, const Room& room) const {
    if (found.merge_full) return StallCause::mshr_merge_full;
    if (room.miss_port_taken()) return StallCause::miss_port_busy;
    if (!found.absent) return StallCause::none;
    const unsigned blocks = plain_ ? 1 : count_sectors(found.absent);
    const unsigned runs = single_sectors_                                                     ? blocks
                          : plain_ || found.absent == SectorGeometry::first_run(found.absent) ? 1
                                                                                              : 2;
    if (mshr_.capacity() - mshr_.count() < blocks) return StallCause::mshr_full;
    if (room.miss_queue_entries() < runs) return StallCause::miss_queue_full;
    if (may_be_in_flight(found.way)) return StallCause::none;
    found.victim = victim(found.set);
    return found.victim == none ? StallCause::no_replaceable_way : StallCause::none;
}

inline L1Fetch L1Lookup::wait_for_line(const L1Found& found, Payload* payload, unsigned bank, Cycle now) {
    const L1Waiter waiter = waiter_of(payload, bank);
    L1Fetch fetch{found.line, 1, false, none, none};
    if (found.in_flight) {
        mshr_.attach(tags_.entry(found.way), waiter);
        return fetch;
    }
    report_miss(found.line);
    fetch.way = take_way(found.victim, found.line, fetch.evicted);
    fetch.entry = mshr_.allocate(found.line, fetch.way, now);
    mshr_.attach(fetch.entry, waiter);
    tags_.set_entry(fetch.way, fetch.entry);
    return fetch;
}

inline L1Installed L1Lookup::install_line(unsigned entry, bool failed) {
    const L1Installed installed = fill_line(entry, failed);
    release_entry(entry);
    return installed;
}

inline L1Installed L1Lookup::fill_line(unsigned entry, bool failed) {
    const unsigned way = mshr_.way(entry);
    const bool kept = !failed && mshr_.open(entry);
    if (kept) {
        tags_.fill(way, 1);
        report_installed(mshr_.line(entry));
    } else {
        tags_.release(way);
    }
    return {static_cast<Mask>(kept), way, false};
}

}  // namespace heddle
