// When which banks of a DRAM channel are refreshed. Plain C++.
#pragma once

#include <cstdint>

#include "heddle/base/cycle.h"
#include "heddle/memory_controller/dram_banks.h"
#include "heddle/memory_controller/dram_timing.h"

namespace heddle {

// Each group of banks, a pseudo-channel or a single bank, has a refresh in every tREFI. The groups take turns, evenly
// spread over it.
class RefreshSchedule {
public:
    // `ahead`: how much earlier than after tREFI the first refresh comes.
    RefreshSchedule(unsigned banks, const DramTiming& timing, unsigned ahead)
        : period_(timing.refi_cycles),
          first_(period_ - ahead),
          banks_(banks),
          groups_(timing.refresh_single_banks ? banks : timing.pseudo_channels) {}

    // Never, if there is no refresh.
    Cycle next() const { return period_ ? time_of(done_) : never; }

    // Gives `refresh` (group of banks, cycle) what has become due. Of a group that was not asked about for several
    // periods only the last refresh is felt, and given: each ends before the next one comes, which DramTiming demands.
    // Returns how many there were.
    template <class Refresh>
    std::uint64_t catch_up(Cycle now, Refresh refresh) {
        const std::uint64_t before = done_;
        if (next() <= now) done_ += (now - next()) / period_ * groups_;
        while (done_ > before && time_of(done_ - 1) + period_ > now) --done_;
        for (; next() <= now; ++done_)
            refresh(every_nth_bank(static_cast<unsigned>(done_ % groups_), groups_, banks_), next());
        return done_ - before;
    }

private:
    Cycle time_of(std::uint64_t refresh) const {
        return first_ + refresh / groups_ * period_ + refresh % groups_ * period_ / groups_;
    }

    const Cycle period_, first_;
    const unsigned banks_, groups_;
    std::uint64_t done_ = 0;
};

}  // namespace heddle
