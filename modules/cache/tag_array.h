// The tags of a set-associative cache, plain or sectored. Which bytes a line holds is the cache's own matter: a way
// index is an index over all lines, so the data of a way are at way * line_bytes of an array beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cache/replacement/lru.h"
#include "cache/set_index.h"
#include "cache/way_index.h"

namespace heddle {

// `line` is a line number (address / line_bytes), or any other key that is never ~0. A way is
//   invalid
//   reserved  a fill is outstanding: it is found, but never a victim (allocate on miss, MECHANISMS section 0)
//   valid     no fill is outstanding
//   orphaned  a fill is outstanding whose line is no longer wanted: not found, no victim, until release()
// Sectors are bits of a mask; an unsectored line has the one sector 1. Reserved lines may have valid sectors when only
// some are being fetched. What has to hold before a call is said where it is not obvious; nothing is checked.
template <class Replacement = Lru>
class BasicTagArray {
public:
    using Sectors = std::uint8_t;
    static constexpr unsigned none = ~0u;

    BasicTagArray(SetIndex index, unsigned ways, unsigned sectors_per_line = 1)
        : index_(index),
          ways_(ways),
          all_sectors_(static_cast<Sectors>((1u << sectors_per_line) - 1)),
          tags_(index.sets() * ways, no_line),
          states_(index.sets() * ways),
          invalid_(index.sets(), ways),
          replacement_(index.sets(), ways) {
        if (ways > most_walked_ways) by_line_.emplace(lines());
    }
    BasicTagArray(unsigned sets, unsigned ways, unsigned sectors_per_line = 1)
        : BasicTagArray(SetIndex(sets), ways, sectors_per_line) {}

    unsigned sets() const { return index_.sets(); }
    unsigned ways() const { return ways_; }
    unsigned lines() const { return static_cast<unsigned>(tags_.size()); }
    Sectors all_sectors() const { return all_sectors_; }
    unsigned set_of(std::uint64_t line) const { return index_(line); }

    // The way that holds or awaits the line. The second form is for caches whose set does not follow from the line
    // number alone (slices of an interleaved memory).
    unsigned find(std::uint64_t line) const { return find(line, index_(line)); }
    unsigned find(std::uint64_t line, unsigned set) const {
        if (by_line_) return by_line_->find(line, tags_.data());
        const unsigned first = set * ways_;
        const std::uint64_t* tags = &tags_[first];
        for (unsigned way = 0; way < ways_; ++way)
            if (tags[way] == line) return first + way;
        return none;
    }

    bool valid(unsigned way) const { return states_[way].state == State::valid; }
    bool reserved(unsigned way) const { return states_[way].state == State::reserved; }
    bool orphaned(unsigned way) const { return states_[way].state == State::orphaned; }
    bool dirty(unsigned way) const { return states_[way].dirty != 0; }
    Sectors valid_sectors(unsigned way) const { return states_[way].sectors; }
    Sectors dirty_sectors(unsigned way) const { return states_[way].dirty; }
    bool has(unsigned way, Sectors sectors) const { return (states_[way].sectors & sectors) == sectors; }
    std::uint64_t line(unsigned way) const { return tags_[way]; }

    // An invalid way of the set, else the replacement policy's choice of the valid ones, else none. Dirty lines can be
    // spared: then they are chosen only if there are no others.
    unsigned victim(unsigned set, bool spare_dirty = false) const {
        const unsigned first = set * ways_;
        for (unsigned way = first; invalid_[set] && way < first + ways_; ++way)
            if (states_[way].state == State::invalid) return way;
        if (spare_dirty) {
            const auto clean = [this](unsigned way) { return valid(way) && !dirty(way); };
            const unsigned way = replacement_.victim(first, ways_, none, clean);
            if (way != none) return way;
        }
        return replacement_.victim(first, ways_, none, [this](unsigned way) { return valid(way); });
    }

    struct Reservation {
        unsigned way = none;  // none: every way of the set waits for a fill
        bool displaced = false;
        Sectors displaced_dirty = 0;
        std::uint64_t displaced_line = 0;
    };
    // Makes room for a line that is not there. The displaced line's data still lie in the way.
    Reservation reserve(std::uint64_t line) { return reserve(line, index_(line)); }
    Reservation reserve(std::uint64_t line, unsigned set, bool spare_dirty = false) {
        Reservation result;
        result.way = victim(set, spare_dirty);
        if (result.way == none) return result;
        Way& way = states_[result.way];
        if (way.state == State::invalid) --invalid_[set];
        if (way.state == State::valid) {
            result.displaced = true;
            result.displaced_dirty = way.dirty;
            result.displaced_line = tags_[result.way];
        }
        set_tag(result.way, line);
        way = {State::reserved, 0, 0};
        replacement_.touch(result.way);
        return result;
    }
    // A valid line that has to fetch further sectors.
    void reserve_again(unsigned way) { states_[way].state = State::reserved; }

    // The (last) outstanding data of a reserved way have come.
    void fill(unsigned way, Sectors sectors) {
        states_[way].state = State::valid;
        states_[way].sectors |= sectors;
    }
    // Sectors that became valid without ending the reservation: written whole, or fetched while others still are.
    void add_sectors(unsigned way, Sectors sectors) { states_[way].sectors |= sectors; }

    void touch(unsigned way) { replacement_.touch(way); }
    void mark_dirty(unsigned way, Sectors sectors) { states_[way].dirty |= sectors; }
    void mark_clean(unsigned way) { states_[way].dirty = 0; }

    // For a way without outstanding fill.
    void invalidate(unsigned way) { forget(way, State::invalid); }
    // For a reserved way: its fill will come, but must not be installed under this tag.
    void orphan(unsigned way) { forget(way, State::orphaned); }
    // The fill of an orphaned way has come (or a reservation is given up).
    void release(unsigned way) { forget(way, State::invalid); }
    void invalidate_all() {
        for (unsigned way = 0; way < lines(); ++way) {
            if (valid(way)) invalidate(way);
            if (reserved(way)) orphan(way);
        }
    }

private:
    enum class State : std::uint8_t { invalid, reserved, valid, orphaned };
    struct Way {
        State state = State::invalid;
        Sectors sectors = 0, dirty = 0;
    };
    static constexpr std::uint64_t no_line = ~std::uint64_t{0};

    void set_tag(unsigned way, std::uint64_t line) {
        if (by_line_ && tags_[way] != no_line) by_line_->erase(way, tags_.data());
        if (by_line_ && line != no_line) by_line_->insert(line, way);
        tags_[way] = line;
    }
    void forget(unsigned way, State state) {
        set_tag(way, no_line);
        if (state == State::invalid && states_[way].state != State::invalid) ++invalid_[way / ways_];
        states_[way] = {state, 0, 0};
    }

    SetIndex index_;
    unsigned ways_;
    Sectors all_sectors_;
    std::optional<WayIndex> by_line_;  // where sets are not walked through
    // Tags apart from the rest and contiguous per set: the lookup is the hot path of the whole simulator.
    std::vector<std::uint64_t> tags_;
    std::vector<Way> states_;
    std::vector<unsigned> invalid_;  // by set: ways that are
    Replacement replacement_;
};

using TagArray = BasicTagArray<>;

}  // namespace heddle
