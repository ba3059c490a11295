// When the units that instructions issue to take the next one. A class has one unit per scheduler or one for all. Plain
// C++.
#pragma once

#include <array>
#include <cstdint>

#include "base/cycle.h"
#include "base/divisor.h"
#include "sm/sm_parameters.h"
#include "sm/warp_sets.h"

namespace heddle {

class IssueUnits {
public:
    // `shared`: classes with one unit for all schedulers, as class bits. Warps belong to schedulers in turns.
    IssueUnits(unsigned schedulers, std::uint8_t shared) : shared_(shared), schedulers_(schedulers) {
        for (unsigned slot = 0; slot < 64; ++slot) own_[slot % schedulers] |= std::uint64_t{1} << slot;
    }

    unsigned schedulers() const { return schedulers_.value(); }
    // Whose turn it is at what is shared.
    unsigned turn(Cycle now) const { return static_cast<unsigned>(schedulers_.remainder(now)); }
    std::uint64_t warps_of(unsigned scheduler) const { return own_[scheduler]; }
    // Whether no scheduler is without one of the warps.
    bool each_has_one_of(std::uint64_t warps) const {
        for (unsigned s = 0; s < schedulers(); ++s)
            if (!(warps & own_[s])) return false;
        return true;
    }

    // A scheduler issues once per cycle: a unit of its own that is free again in the next was never in use for it.
    void occupy(IssueClass what, unsigned scheduler, Cycle until, Cycle now) {
        const bool shared = shared_ & class_bit(what);
        if (!shared && until <= now + 1) return;
        free_from_[static_cast<unsigned>(what)][shared ? 0 : scheduler] = until;
        busy_ |= class_bit(what);
    }
    // Those of the warps whose unit takes an instruction in this cycle.
    std::uint64_t with_room(unsigned what, std::uint64_t warps, Cycle now) {
        return busy_ >> what & 1 ? warps & ~shut_out(what, now) : warps;
    }
    // The first cycle in which one of the warps, of which there is one, finds its unit free.
    Cycle room_from(unsigned what, std::uint64_t warps) const {
        return busy_ >> what & 1 ? end_of_use(what, warps) : 0;
    }

private:
    std::uint64_t shut_out(unsigned what, Cycle now);
    Cycle end_of_use(unsigned what, std::uint64_t warps) const;

    const std::uint8_t shared_;
    std::uint8_t busy_ = 0;  // classes for which free_from_ has to be asked
    const Divisor schedulers_;
    std::array<std::uint64_t, SmParameters::max_schedulers> own_{};
    std::array<std::array<Cycle, SmParameters::max_schedulers>, issue_classes> free_from_{};
};

}  // namespace heddle
