#include "heddle/platforms/common/host_threads.h"

namespace heddle {

HostThreads::HostThreads(unsigned wanted, bool recorded) : wanted_(wanted), recorded_(recorded) {
    if (wanted > 1 && !recorded) team_.emplace(wanted);
}

void HostThreads::share_work_of(const std::vector<ClockDomain*>& clocks, bool every_cycle) {
    clocks_ = clocks;
    if (!team_) return;
    for (ClockDomain* clock : clocks) clock->share_work(*team_, every_cycle);
}

ClockDomain::Sharing HostThreads::sharing() const {
    ClockDomain::Sharing all;
    for (const ClockDomain* clock : clocks_) {
        const ClockDomain::Sharing& one = clock->sharing();
        all.shared += one.shared;
        all.alone += one.alone;
        if (all.reason.empty()) all.reason = one.reason;
    }
    return all;
}

unsigned HostThreads::used() const {
    return team_ && sharing().shared > 1 ? wanted_ : 1;
}

std::string HostThreads::explanation() const {
    if (wanted_ == 1) return "";
    if (recorded_) return "of " + std::to_string(wanted_) + " that were asked for: a waveform is recorded by one";
    const ClockDomain::Sharing all = sharing();
    const std::string because = all.reason.empty() ? "" : ": " + all.reason;
    if (used() == 1) return "of " + std::to_string(wanted_) + " that were asked for" + because;
    return std::to_string(all.shared) + " of " + std::to_string(all.shared + all.alone) + " blocks shared" + because;
}

}  // namespace heddle
