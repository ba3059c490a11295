#include "heddle/icc_unit/icl_monitor.h"

#include <algorithm>

namespace heddle {
namespace {

// The window of cycle t is (t - W, t].
bool within(Cycle earlier, Cycle now, unsigned window) {
    return now - earlier < window;
}

}  // namespace

IclMonitor::Verdicts IclMonitor::observe(const Read& read) {
    if (!within(last_cleaning_, read.at, 8 * windows.back())) forget_old(read.at);
    std::vector<Read>& earlier = reads_of_[read.line];
    earlier.erase(std::remove_if(earlier.begin(), earlier.end(),
                                 [&](const Read& old) { return !within(old.at, read.at, windows.back()); }),
                  earlier.end());
    Verdicts verdicts;
    for (const Read& old : earlier) {
        for (std::size_t i = 0; i < windows.size(); ++i) {
            if (!within(old.at, read.at, windows[i])) continue;
            verdicts[i].redundant = true;
            verdicts[i].data_sharing |= old.cta != read.cta && (old.word_mask & read.word_mask);
            verdicts[i].other_sm |= old.sm != read.sm;
        }
    }
    earlier.push_back(read);
    return verdicts;
}

// Without this, lines that are not read any more would stay for ever.
void IclMonitor::forget_old(Cycle now) {
    last_cleaning_ = now;
    for (auto entry = reads_of_.begin(); entry != reads_of_.end();)
        entry = within(entry->second.back().at, now, windows.back()) ? std::next(entry) : reads_of_.erase(entry);
}

}  // namespace heddle
