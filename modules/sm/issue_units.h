// When each unit that instructions issue to can take the next one. A class of instructions has one unit per scheduler
// or one for all schedulers; the issue port is a unit of each scheduler that every instruction needs. Plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "heddle/base/cycle.h"
#include "heddle/base/divisor.h"
#include "heddle/sm/sm_parameters.h"
#include "heddle/sm/warp_sets.h"

namespace heddle {

class IssueUnits {
public:
    static constexpr IssueClass issue_port = static_cast<IssueClass>(issue_classes);  // no instruction's class

    // `shared`: classes with one unit for all schedulers, as class bits. Slots are dealt to the schedulers in turn.
    IssueUnits(unsigned schedulers, std::uint16_t shared) : shared_(shared), schedulers_(schedulers) {
        for (unsigned slot = 0; slot < 64; ++slot) own_[slot % schedulers] |= std::uint64_t{1} << slot;
        first_slots_ = (std::uint64_t{1} << schedulers) - 1;
    }

    unsigned schedulers() const { return schedulers_.value(); }
    // The scheduler that has priority at shared units after so many cycles.
    unsigned turn(Cycle cycles) const { return static_cast<unsigned>(schedulers_.remainder(cycles)); }
    std::uint64_t warps_of(unsigned scheduler) const { return own_[scheduler]; }
    // The class has one unit for all schedulers.
    bool is_shared(IssueClass what) const { return shared_ >> static_cast<unsigned>(what) & 1; }
    // Whether each scheduler owns at least one of the warps.
    bool each_has_one_of(std::uint64_t warps) const {
        if ((warps & first_slots_) == first_slots_) return true;  // spares the loop mostly
        for (unsigned s = 0; s < schedulers(); ++s)
            if (!(warps & own_[s])) return false;
        return true;
    }

    // When each unit can take an instruction of one scheduler, by class.
    using Ways = std::array<Cycle, issue_classes + 1>;
    Ways& ways_of(unsigned scheduler) { return free_from_[scheduler]; }

    // The unit works on an instruction until then and takes no other one before. A scheduler issues once per cycle, so
    // a unit of its own that is free again in the next cycle never delays it and need not be recorded.
    void occupy(IssueClass what, Ways& ways, Cycle until, Cycle now) {
        const bool shared = is_shared(what);
        if (!shared && until <= now + 1) return;
        for (unsigned s = 0; shared && s < schedulers(); ++s) free_from_[s][static_cast<unsigned>(what)] = until;
        close(what, ways, until);
        count_busy(what, until - now);
    }
    // One scheduler's way to a unit takes no other instruction before `until`, whatever the unit does.
    void close(IssueClass what, Ways& ways, Cycle until) {
        ways[static_cast<unsigned>(what)] = until;
        Cycle& all_free = all_free_from_[static_cast<unsigned>(what)];
        if (all_free < until) all_free = until;
    }
    void count_busy(IssueClass what, Cycle cycles) { busy_cycles_[static_cast<unsigned>(what)] += cycles; }
    // For how many cycles, over all its units, instructions have occupied the class since the last call. Units that
    // occupy() need not record are not counted.
    [[nodiscard]] std::uint64_t take_busy_cycles(IssueClass what) {
        return std::exchange(busy_cycles_[static_cast<unsigned>(what)], 0);
    }
    // Those of the warps whose unit can take an instruction in this cycle.
    std::uint64_t with_room(unsigned what, std::uint64_t warps, Cycle now) const {
        return all_free_from_[what] > now ? warps & ~blocked_warps(what, now) : warps;
    }
    // The first cycle in which one of the warps finds its unit free, or any that is past if none is busy; the set of
    // warps is not empty.
    Cycle room_from(unsigned what, std::uint64_t warps, Cycle now) const {
        return all_free_from_[what] > now ? first_free(what, warps) : 0;
    }

private:
    std::uint64_t blocked_warps(unsigned what, Cycle now) const;
    Cycle first_free(unsigned what, std::uint64_t warps) const;

    const std::uint16_t shared_;
    const Divisor schedulers_;
    std::array<std::uint64_t, SmParameters::max_schedulers> own_{};
    std::uint64_t first_slots_ = 0;  // one of each scheduler
    Ways all_free_from_{};           // no unit of the class is busy from then on
    std::array<Ways, SmParameters::max_schedulers> free_from_{};
    std::array<std::uint64_t, issue_classes + 1> busy_cycles_{};
};

}  // namespace heddle
