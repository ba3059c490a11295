#include "heddle/platforms/common/host_threads.h"

#include <cstdlib>

namespace heddle {
namespace {

// Anything but a number from 2 to 256 counts as 1.
unsigned threads_for_tests() {
    const char* text = std::getenv("HEDDLE_TEST_THREADS");
    const unsigned long threads = text ? std::strtoul(text, nullptr, 10) : 1;
    return threads > 1 && threads <= 256 ? static_cast<unsigned>(threads) : 1;
}

}  // namespace

HostThreads::HostThreads(unsigned wanted, bool recorded)
    : wanted_(wanted ? wanted : threads_for_tests()), recorded_(recorded), tested_(!wanted && wanted_ > 1) {
    if (wanted_ > 1 && !recorded) team_.emplace(wanted_);
}

void HostThreads::share_work_of(const std::vector<ClockDomain*>& clocks, bool every_cycle) {
    clocks_ = clocks;
    if (!team_) return;
    for (ClockDomain* clock : clocks) clock->share_work(*team_, every_cycle || tested_);
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
