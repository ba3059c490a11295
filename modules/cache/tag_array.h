// The tags of a set-associative cache, plain or sectored. The cache itself stores the lines' bytes: ways are numbered
// through all sets, so the bytes of a way can lie at way * line_bytes of an array.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/base/host_line.h"
#include "heddle/cache/line_index.h"
#include "heddle/cache/replacement/lru.h"
#include "heddle/cache/set_index.h"

namespace heddle {

// `line` is a line number (address / line_bytes), or any other key that is neither ~0 nor ~0 - 1. A way is
//   invalid
//   reserved  a fill is outstanding: it is found, but never a victim (allocate on miss, MECHANISMS section 0)
//   valid     no fill is outstanding
//   orphaned  a fill is outstanding whose line is no longer wanted: not found, no victim, until release()
//   off       the cache has no storage for it now: not found, no victim, until use_ways() gives it back
// Sectors are bits of a mask, at most four; an unsectored line has the one sector 1. A reserved line may have valid
// sectors when only some are being fetched. Preconditions are documented where they are not obvious, and not checked.
template <class Replacement = Lru>
class BasicTagArray {
public:
    using Sectors = std::uint8_t;
    static constexpr unsigned none = ~0u;

    BasicTagArray(SetIndex index, unsigned ways, unsigned sectors_per_line = 1)
        : index_(index),
          ways_(ways),
          used_ways_(ways),
          lines_(index.sets() * ways),
          all_sectors_(static_cast<Sectors>((1u << sectors_per_line) - 1)),
          way_(make_host_line_array<Way>(lines_)),
          replacement_(index.sets(), ways) {
        if (ways > most_walked_ways) many_ = std::make_unique<ManyWays>(index.sets(), ways);
    }
    BasicTagArray(unsigned sets, unsigned ways, unsigned sectors_per_line = 1)
        : BasicTagArray(SetIndex(sets), ways, sectors_per_line) {}

    unsigned sets() const { return index_.sets(); }
    unsigned ways() const { return ways_; }
    unsigned lines() const { return lines_; }
    unsigned used_ways() const { return used_ways_; }
    unsigned used_lines() const { return sets() * used_ways_; }
    Sectors all_sectors() const { return all_sectors_; }
    unsigned set_of(std::uint64_t line) const { return index_(line); }

    // The way that holds or awaits the line. The second form is for caches whose set does not follow from the line
    // number alone (slices of an interleaved memory).
    unsigned find(std::uint64_t line) const { return find(line, index_(line)); }
    unsigned find(std::uint64_t line, unsigned set) const {
        if (many_) return find_by_line(line);
        const unsigned first = set * ways_;
        const auto* ways = &way_[first];
        for (unsigned way = 0; way < ways_; ++way)
            if (ways[way].line == line) return first + way;
        return none;
    }

    // For the host's cache, when the set or the way will be looked up soon. Two host lines hold a set of eight ways.
    void prefetch_set(unsigned set) const {
        const Way* ways = &way_[set * ways_];
        prefetch_host_line(ways);
        prefetch_host_line(ways + ways_ / 2);
    }
    void prefetch_way(unsigned way) const { prefetch_host_line(&way_[way]); }

    bool valid(unsigned way) const { return way_[way].state == valid_state; }
    bool reserved(unsigned way) const { return way_[way].state == reserved_state; }
    bool orphaned(unsigned way) const { return way_[way].state == orphaned_state && !off(way); }
    bool off(unsigned way) const { return way_[way].line == off_line; }
    bool dirty(unsigned way) const { return way_[way].dirty != 0; }
    Sectors valid_sectors(unsigned way) const { return way_[way].sectors; }
    Sectors dirty_sectors(unsigned way) const { return way_[way].dirty; }
    bool has(unsigned way, Sectors sectors) const { return (way_[way].sectors & sectors) == sectors; }
    std::uint64_t line(unsigned way) const { return way_[way].line; }
    // Every way of the set waits for a fill.
    bool all_reserved(unsigned set) const {
        const Way* ways = &way_[set * ways_];
        for (unsigned way = 0; way < ways_; ++way)
            if (ways[way].state != reserved_state) return false;
        return true;
    }
    // For the owner of a reserved way to find the MSHR entry that fetches its line.
    unsigned entry(unsigned way) const { return way_[way].entry; }
    void set_entry(unsigned way, unsigned entry) { way_[way].entry = entry & 0xffff; }

    // An invalid way of the set, else the replacement policy's choice of the valid ones, else none. With `spare_dirty`
    // a dirty line is chosen only if there is no other.
    unsigned victim(unsigned set, bool spare_dirty = false) const {
        const unsigned first = set * ways_;
        if (many_ && many_->invalid[set].count) return first_invalid(many_->invalid[set]);
        // Invalid ways have the mark 0, so in sets of few ways the search for the oldest finds them first.
        const auto mark_of = [this](unsigned way) { return std::uint64_t{way_[way].mark}; };
        if (spare_dirty) {
            const auto clean = [this](unsigned way) { return !awaits_fill(way) && !dirty(way); };
            const unsigned way = replacement_.victim(first, ways_, none, mark_of, clean);
            if (way != none) return way;
        }
        return replacement_.victim(first, ways_, none, mark_of, [this](unsigned way) { return !awaits_fill(way); });
    }

    struct Reservation {
        unsigned way = none;  // none: every way of the set waits for a fill
        bool displaced = false;
        Sectors displaced_dirty = 0;
        std::uint64_t displaced_line = 0;
    };
    // Makes room for a line that is not there. The displaced line's bytes are still those of the way.
    Reservation reserve(std::uint64_t line) { return reserve(line, index_(line)); }
    Reservation reserve(std::uint64_t line, unsigned set, bool spare_dirty = false) {
        const unsigned way = victim(set, spare_dirty);
        return way == none ? Reservation{} : reserve_way(way, line);
    }
    // The same for a way that victim() has chosen.
    Reservation reserve_way(unsigned index, std::uint64_t line) {
        Way& way = way_[index];
        Reservation result;
        result.way = index;
        if (way.state == valid_state) {
            result.displaced = true;
            result.displaced_dirty = way.dirty;
            result.displaced_line = way.line;
        } else if (many_) {
            --many_->invalid[index / ways_].count;
        }
        set_line(index, line);
        if (many_) many_->recent = index;
        way.state = reserved_state;
        way.sectors = way.dirty = 0;
        touch(index);
        return result;
    }
    // A valid line that has to fetch further sectors.
    void reserve_again(unsigned way) { way_[way].state = reserved_state; }

    // The last outstanding fill of a reserved way has arrived.
    void fill(unsigned way, Sectors sectors) {
        way_[way].state = valid_state;
        add_sectors(way, sectors);
    }
    // These sectors became valid and the reservation goes on: they were written whole, or other fills are outstanding.
    void add_sectors(unsigned way, Sectors sectors) { way_[way].sectors = (way_[way].sectors | sectors) & 15; }

    void touch(unsigned way) { way_[way].mark = replacement_.touch(way); }
    void mark_dirty(unsigned way, Sectors sectors) { way_[way].dirty = (way_[way].dirty | sectors) & 15; }
    void mark_clean(unsigned way) { way_[way].dirty = 0; }

    // For a way without an outstanding fill.
    void invalidate(unsigned way) { forget(way, invalid_state); }
    // For a reserved way: its fill will arrive, but must not be installed under this tag.
    void orphan(unsigned way) { forget(way, orphaned_state); }
    // The fill of an orphaned way has arrived, or the fill of a reserved one has failed.
    void release(unsigned way) {
        forget(way, invalid_state);
        if (used_ways_ != ways_ && way % ways_ >= used_ways_) switch_off(way);
    }
    // From now on each set has so many ways, at most those it was built with. Only after invalidate_all(), before any
    // line is reserved.
    void use_ways(unsigned ways) {
        used_ways_ = ways;
        for (unsigned way = 0; way < lines(); ++way) {
            const bool used = way % ways_ < ways;
            if (used && off(way)) switch_on(way);
            if (!used && way_[way].state == invalid_state) switch_off(way);
        }
    }
    void invalidate_all() {
        for (unsigned way = 0; way < lines(); ++way) {
            if (valid(way)) invalidate(way);
            if (reserved(way)) orphan(way);
        }
    }

private:
    // The lowest bit is set while a fill is outstanding.
    enum State : std::uint8_t { invalid_state = 0, reserved_state = 1, valid_state = 2, orphaned_state = 3 };
    static constexpr std::uint64_t no_line = ~std::uint64_t{0}, off_line = no_line - 1;
    // A way takes 16 bytes, so that a set of four is one line of the host's cache: the lookup is the hot path of the
    // whole simulator. 38 bits of mark last for days of simulation with nothing but accesses to one cache.
    struct Way {
        std::uint64_t line = no_line;
        std::uint64_t state : 2, sectors : 4, dirty : 4, entry : 16, mark : 38;
    };
    // Used instead of a walk through the ways where a set has too many of them.
    struct ManyWays {
        struct Invalid {
            unsigned count;
            unsigned from;  // none has a lower number
        };
        ManyWays(unsigned sets, unsigned ways) : by_line(sets * ways, 2) {
            for (unsigned set = 0; set < sets; ++set) invalid.push_back({ways, set * ways});
        }
        LineIndex by_line;
        std::vector<Invalid> invalid;  // invalid ways, by set
        unsigned recent = 0;           // the way that was found or reserved last
    };

    auto line_of() const {
        return [ways = way_.get()](unsigned way) { return ways[way].line; };
    }
    // Searches for a line follow each other: a request asks for its sectors one by one.
    unsigned find_by_line(std::uint64_t line) const {
        if (way_[many_->recent].line == line) return many_->recent;
        const unsigned way = many_->by_line.find(line, line_of());
        if (way != none) many_->recent = way;
        return way;
    }
    unsigned first_invalid(typename ManyWays::Invalid& invalid) const {
        while (way_[invalid.from].state != invalid_state) ++invalid.from;
        return invalid.from;
    }
    void add_invalid(unsigned way) {
        auto& invalid = many_->invalid[way / ways_];
        ++invalid.count;
        invalid.from = std::min(invalid.from, way);
    }
    bool awaits_fill(unsigned way) const { return way_[way].state & 1; }
    void set_line(unsigned way, std::uint64_t line) {
        if (many_ && way_[way].line != no_line) many_->by_line.erase(way, line_of());
        if (many_ && line != no_line) many_->by_line.insert(line, way);
        way_[way].line = line;
    }
    void forget(unsigned index, State state) {
        Way& way = way_[index];
        set_line(index, no_line);
        if (many_ && state == invalid_state && way.state != invalid_state) add_invalid(index);
        way.state = state;
        way.sectors = way.dirty = 0;
        way.mark = 0;
    }

    // A way that is off has the state of an orphaned one, so that nobody takes it, and a line of its own.
    void switch_off(unsigned way) {
        if (many_) --many_->invalid[way / ways_].count;
        way_[way].state = orphaned_state;
        way_[way].line = off_line;
    }
    void switch_on(unsigned way) {
        if (many_) add_invalid(way);
        way_[way].state = invalid_state;
        way_[way].line = no_line;
    }

    SetIndex index_;
    unsigned ways_, used_ways_, lines_;
    Sectors all_sectors_;
    HostLineArray<Way> way_;  // the ways of a set are neighbours
    std::unique_ptr<ManyWays> many_;
    Replacement replacement_;
};

using TagArray = BasicTagArray<>;

}  // namespace heddle
