#include "heddle/platforms/common/host_threads.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <thread>

#include "heddle/base/error.h"
#include "heddle/platforms/common/parse_value.h"

namespace heddle {
namespace {

constexpr unsigned most_threads = 256;

// Anything but a number from 2 to the most counts as 1.
unsigned threads_for_tests() {
    const char* text = std::getenv("HEDDLE_TEST_THREADS");
    const unsigned long threads = text ? std::strtoul(text, nullptr, 10) : 1;
    return threads > 1 && threads <= most_threads ? static_cast<unsigned>(threads) : 1;
}

}  // namespace

unsigned parse_host_threads(const std::string& name, const std::string& text) {
    if (text == "auto") return std::clamp(std::thread::hardware_concurrency(), 1U, most_threads);
    const bool number = text.find_first_not_of("0123456789") == std::string::npos && !text.empty();
    const std::uint64_t threads = number ? parse_whole(name, text, "threads") : 0;
    if (threads < 1 || threads > most_threads)
        throw InputError(name + " is '" + text + "', expected 1 to " + std::to_string(most_threads) + " or auto");
    return static_cast<unsigned>(threads);
}

HostThreads::HostThreads(unsigned wanted, bool recorded)
    : wanted_(wanted ? wanted : threads_for_tests()), recorded_(recorded), tested_(!wanted && wanted_ > 1) {
    if (wanted_ == 1 || recorded) return;
    try {
        team_.emplace(wanted_);
    } catch (const std::system_error& error) {
        throw InputError("the host does not start " + std::to_string(wanted_) + " threads (" + error.code().message() +
                         "); ask for fewer of them, or give the process more memory");
    }
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
