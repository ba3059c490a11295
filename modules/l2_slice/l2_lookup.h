// The lookup of an L2 slice in plain C++: what a request finds, what keeps it from being served, and what serving it
// and fills do to tags and MSHR. Bytes, queues, time and counters belong to the module around it.
#pragma once

#include <array>
#include <vector>

#include "heddle/cache/mshr.h"
#include "heddle/cache/tag_array.h"
#include "heddle/l2_slice/l2_request.h"

namespace heddle {

// A request is served in two steps: decide() says what it finds and whether it has to wait, serve() acts on that. The
// prediction of a stall needs the first step only. Both are always inlined, so that their results stay in registers.
class L2Lookup {
public:
    using Mask = SectorGeometry::Mask;
    static constexpr unsigned none = TagArray::none;

    // `by_sector`: MSHR entries are counted in sectors, and a request waits for its own sectors only. Those of a line
    // share an entry of mshr() all the same.
    L2Lookup(unsigned sets, unsigned ways, unsigned sectors_per_line, unsigned mshr_entries, unsigned mshr_merges,
             bool by_sector = false)
        : sectors_{sectors_per_line},
          merges_(mshr_merges),
          by_sector_(by_sector),
          tags_(sets, ways, sectors_per_line),
          last_way_(sets),
          mshr_(mshr_entries, mshr_merges * sectors_per_line, false),
          fetch_of_(mshr_entries) {}

    // A miss of a sector fetches all of its aligned block of so many, but for those that are there.
    void fetch_blocks_of(unsigned sectors) { fetch_sectors_ = sectors; }

    const SectorGeometry& sectors() const { return sectors_; }
    const TagArray& tags() const { return tags_; }
    const Mshr<L2Waiter>& mshr() const { return mshr_; }
    // In lines or, by sector, in sectors.
    unsigned mshr_entries_in_use() const { return by_sector_ ? in_flight_ : mshr_.count(); }
    // No line or, by sector, no sector can be fetched on top of those in flight.
    bool mshr_full() const { return mshr_.full() || (by_sector_ && in_flight_ >= mshr_.capacity()); }

    // `room` is what the module around the lookup has in this cycle: room.miss_queue_entries() free entries.
    template <class Room>
    [[nodiscard, gnu::always_inline]] L2Decision decide(L2Request& request, const Room& room) const;
    // Only if the decision has no stall.
    [[nodiscard, gnu::always_inline]] L2Served serve(const L2Request& request, const L2Decision& decision,
                                                     const L2Waiter& waiter);
    // The request that is executed now has set these sectors.
    void written(unsigned way, Mask sectors) {
        tags_.add_sectors(way, sectors);
        tags_.mark_dirty(way, sectors);
    }

    // For accesses that do not wait: they find what they need in the way, or bring it themselves.
    bool has(unsigned way, Mask sectors) const { return way != none && tags_.has(way, sectors); }
    void touch(unsigned way) { tags_.touch(way); }
    void add_sectors(unsigned way, Mask sectors) { tags_.add_sectors(way, sectors); }
    void mark_dirty(unsigned way, Mask sectors) { tags_.mark_dirty(way, sectors); }
    void mark_clean(unsigned way) { tags_.mark_clean(way); }
    // Puts the line, without any sector, in the place of a clean one. True if that was valid.
    bool replace_clean(unsigned victim, std::uint64_t line) {
        const TagArray::Reservation reservation = tags_.reserve_way(victim, line);
        tags_.fill(victim, 0);
        return reservation.displaced;
    }

    // Of the sectors that the request touches, those that are neither there nor in flight.
    Mask absent(const L2Request& request) const {
        const unsigned way = tags_.find(request.line, request.set);
        return way == none ? request.touched : static_cast<Mask>(request.touched & ~present(way));
    }

    // The fetch that was served last is sent in so many parts, not as one.
    void fetch_in_parts(unsigned entry, unsigned parts) { fetch_of_[entry].outstanding += parts - 1; }
    // One of the responses that the entry waits for has arrived. Returns which of its sectors have to be installed: a
    // sector that is valid already has newer bytes than memory had.
    [[nodiscard]] Mask fetched(unsigned entry, Mask sectors) {
        const unsigned way = mshr_.way(entry);
        const Mask missing = static_cast<Mask>(sectors & ~tags_.valid_sectors(way));
        --fetch_of_[entry].outstanding;
        arrived(entry, sectors);
        tags_.add_sectors(way, missing);
        return missing;
    }
    void fetch_failed(unsigned entry, Mask sectors, int status) {
        --fetch_of_[entry].outstanding;
        arrived(entry, sectors);
        fetch_of_[entry].failed = true;
        fetch_of_[entry].status = status;
    }
    unsigned fetches_outstanding(unsigned entry) const { return fetch_of_[entry].outstanding; }
    // A response has failed: the waiting requests cannot be executed, and get its status.
    bool failed(unsigned entry) const { return fetch_of_[entry].failed; }
    int failed_status(unsigned entry) const { return fetch_of_[entry].status; }

    // By sector: a response has arrived. Calls answer(waiter) for each request that needs no longer wait, in order: its
    // sectors are neither in flight nor wanted by an older one that waits, or some of them have failed. touched(waiter)
    // are its sectors.
    template <class Touched, class Answer>
    void answer(unsigned entry, Mask failed_sectors, Touched touched, Answer answer);

    // The last response has arrived: ends the reservation of the way. The entry stays until release().
    void end_reservation(unsigned entry) {
        const unsigned way = mshr_.way(entry);
        if (!failed(entry) || tags_.valid_sectors(way) || tags_.dirty(way))
            tags_.fill(way, 0);
        else
            tags_.release(way);
    }
    void release(unsigned entry) { mshr_.release(entry); }

    // The dirty sectors of the way are on their way to memory.
    void written_back(unsigned way) { tags_.mark_clean(way); }
    // For a valid way.
    void drop(unsigned way) { tags_.invalidate(way); }

    // For the host's cache, when the fill of the entry will be installed soon.
    void prefetch_fill(unsigned entry) const {
        tags_.prefetch_way(mshr_.way(entry));
        prefetch_host_line(mshr_.first_waiter(entry).payload);
    }

private:
    struct Fetch {
        Mask requested = 0;
        bool failed = false;
        unsigned outstanding = 0;
        int status = 0;
        std::array<std::uint16_t, 4> waiting{};  // requests, by the sectors that they touch
    };
    void arrived(unsigned entry, Mask sectors) {
        if (!by_sector_) return;
        Mask& requested = fetch_of_[entry].requested;
        in_flight_ -= count_sectors(requested & sectors);
        requested &= static_cast<Mask>(~sectors);
    }
    // Whether the fetch finds no place in the MSHR.
    bool fetch_stalls(Mask sectors, bool has_entry) const {
        if (!has_entry && mshr_.full()) return true;
        return by_sector_ && in_flight_ + count_sectors(sectors) > mshr_.capacity();
    }
    // The request has to wait in the entry of its line, whatever it fetches.
    bool joins(unsigned entry, Mask touched) const {
        if (!by_sector_) return true;
        bool waited_for = false;
        for_each_sector(touched, [&](unsigned sector) { waited_for |= fetch_of_[entry].waiting[sector] != 0; });
        return waited_for || (fetch_of_[entry].requested & touched);
    }
    // The sectors of a line come soon after each other, so the way that the last request of the set had is looked at
    // first.
    unsigned way_of(const L2Request& request) const {
        const unsigned last = last_way_[request.set];
        return tags_.line(last) == request.line ? last : tags_.find(request.line, request.set);
    }
    template <class Room>
    void decide_absent(const L2Request& request, const Room& room, L2Decision& decision) const;
    unsigned start_fetch(std::uint64_t line, unsigned way, Cycle now);
    // Sectors of the line that are there or in flight.
    Mask present(unsigned way) const {
        const Mask valid = tags_.valid_sectors(way);
        return tags_.reserved(way) ? static_cast<Mask>(valid | fetch_of_[tags_.entry(way)].requested) : valid;
    }

    // A sector that the request touches has as many waiting requests as it may have.
    bool merges_full(unsigned entry, Mask touched) const {
        bool full = false;
        for_each_sector(touched, [&](unsigned sector) { full |= fetch_of_[entry].waiting[sector] >= merges_; });
        return full;
    }

    const SectorGeometry sectors_;
    unsigned fetch_sectors_ = 1;
    const unsigned merges_;  // of a sector
    const bool by_sector_;
    unsigned in_flight_ = 0;  // sectors, if counted by sector
    TagArray tags_;
    std::vector<unsigned> last_way_;  // by set
    Mshr<L2Waiter> mshr_;             // a reserved way knows its entry
    std::vector<Fetch> fetch_of_;     // by MSHR entry
};

// Every request to a line that has waiting requests joins them, whichever sectors it wants: so accesses to a line are
// executed in the order in which they came. By sector the same is true of the accesses to a sector.
template <class Room>
inline L2Decision L2Lookup::decide(L2Request& request, const Room& room) const {
    L2Decision decision;
    decision.way = request.known_absent ? none : way_of(request);
    if (decision.way == none) {
        request.known_absent = true;
        decide_absent(request, room, decision);
        return decision;
    }
    const bool reserved = tags_.reserved(decision.way);
    Mask there = present(decision.way);
    if (request.fetches_nothing) there |= tags_.dirty_sectors(decision.way);
    decision.absent = static_cast<Mask>(request.touched & ~there);
    decision.fetch = decision.absent & request.to_fetch;
    if (fetch_sectors_ > 1)
        decision.fetch = SectorGeometry::whole_blocks(decision.fetch, fetch_sectors_) & static_cast<Mask>(~there);
    decision.waits = reserved && joins(tags_.entry(decision.way), request.touched);
    if (!decision.fetch)
        decision.outcome = decision.waits    ? CacheOutcome::hit_reserved
                           : decision.absent ? CacheOutcome::miss
                                             : CacheOutcome::hit;
    if (reserved && merges_full(tags_.entry(decision.way), request.touched))
        decision.stall = StallCause::mshr_merge_full;
    else if (decision.fetch && fetch_stalls(decision.fetch, reserved))
        decision.stall = StallCause::mshr_full;
    else if (decision.fetch && !room.miss_queue_entries())
        decision.stall = StallCause::miss_queue_full;
    return decision;
}

// The line has no way: it needs one, an MSHR entry if something has to be fetched, and places in the miss queue for the
// fetch and for the write-back of a dirty victim.
template <class Room>
inline void L2Lookup::decide_absent(const L2Request& request, const Room& room, L2Decision& decision) const {
    decision.absent = request.touched;
    decision.fetch = request.to_fetch;
    if (fetch_sectors_ > 1) decision.fetch = SectorGeometry::whole_blocks(decision.fetch, fetch_sectors_);
    if (decision.fetch && fetch_stalls(decision.fetch, false)) {
        decision.stall = tags_.all_reserved(request.set) ? StallCause::no_replaceable_way : StallCause::mshr_full;
        return;
    }
    decision.victim = tags_.victim(request.set);
    if (decision.victim == none) {
        decision.stall = StallCause::no_replaceable_way;
        return;
    }
    const unsigned needed = (tags_.dirty(decision.victim) ? 1u : 0u) + (decision.fetch ? 1u : 0u);
    if (room.miss_queue_entries() < needed) decision.stall = StallCause::miss_queue_full;
}

inline L2Served L2Lookup::serve(const L2Request& request, const L2Decision& decision, const L2Waiter& waiter) {
    L2Served served;
    served.way = decision.way;
    served.entry = none;
    const bool reserved = decision.way != none && tags_.reserved(decision.way);
    if (decision.way == none) {
        const TagArray::Reservation reservation = tags_.reserve_way(decision.victim, request.line);
        served.way = reservation.way;
        served.evicted = reservation.displaced;
        served.writeback = reservation.displaced_dirty;
        served.evicted_line = reservation.displaced_line;
        if (!decision.fetch) tags_.fill(served.way, 0);
    } else {
        tags_.touch(served.way);
        if (decision.fetch && !reserved) tags_.reserve_again(served.way);
    }
    last_way_[request.set] = served.way;
    if (!decision.fetch && !decision.waits) return served;
    served.entry = reserved ? tags_.entry(served.way) : start_fetch(request.line, served.way, waiter.since);
    mshr_.attach(served.entry, waiter);
    for_each_sector(request.touched, [&](unsigned sector) { ++fetch_of_[served.entry].waiting[sector]; });
    if (decision.fetch) {
        if (by_sector_) in_flight_ += count_sectors(decision.fetch);
        fetch_of_[served.entry].requested |= by_sector_ ? decision.fetch : SectorGeometry::range(decision.fetch);
        ++fetch_of_[served.entry].outstanding;
    }
    return served;
}

template <class Touched, class Answer>
inline void L2Lookup::answer(unsigned entry, Mask failed_sectors, Touched touched, Answer answer) {
    Fetch& fetch = fetch_of_[entry];
    Mask blocked = fetch.requested;
    mshr_.filter(entry, [&](const L2Waiter& waiter) {
        const Mask sectors = touched(waiter);
        if ((sectors & blocked) && !(sectors & failed_sectors)) {
            blocked |= sectors;
            return true;
        }
        for_each_sector(sectors, [&](unsigned sector) { --fetch.waiting[sector]; });
        answer(waiter);
        return false;
    });
}

inline unsigned L2Lookup::start_fetch(std::uint64_t line, unsigned way, Cycle now) {
    const unsigned entry = mshr_.allocate(line, way, now);
    tags_.set_entry(way, entry);
    fetch_of_[entry] = {};
    return entry;
}

}  // namespace heddle
