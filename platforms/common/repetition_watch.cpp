#include "heddle/platforms/common/repetition_watch.h"

#include <algorithm>

#include "heddle/platforms/common/text.h"

namespace heddle {

void RepetitionWatch::start_again(Cycle now) {
    seen_.clear();
    since_ = last_ = now;
    samples_ = 0;
}

// A machine that stands still is the watchdog's business, and one whose CTAs end gets on.
bool RepetitionWatch::worth_a_look(Cycle now, std::uint64_t retired, std::uint64_t finished_ctas) {
    const bool worth = retired != retired_ && finished_ctas == finished_ctas_;
    if (!worth) start_again(now);
    retired_ = retired;
    finished_ctas_ = finished_ctas;
    return worth;
}

void RepetitionWatch::look(Cycle now, const RunningWarps& warps) {
    if (seen_.size() > few_instructions) start_again(now);
    last_ = now;
    ++samples_;
    for (const RunningWarp& warp : warps) {
        const Place place{warp.kernel->version(), warp.pc};
        if (seen_.size() > few_instructions || seen_.count(place)) continue;
        seen_[place] = {warp.kernel->shape().name, warp.line, warp.cta, warp.warp};
    }
}

std::string RepetitionWatch::message() const {
    const std::size_t enough = std::max(enough_samples, samples_per_instruction * seen_.size());
    if (seen_.empty() || seen_.size() > few_instructions || samples_ < enough || last_ - since_ < long_cycles)
        return "";
    const auto& [first_place, first] = *seen_.begin();
    std::uint32_t low_pc = first_place.pc, high_pc = low_pc, low_line = first.line, high_line = low_line;
    for (const auto& [place, seen] : seen_) {
        low_pc = std::min(low_pc, place.pc);
        high_pc = std::max(high_pc, place.pc);
        low_line = std::min(low_line, seen.line);
        high_line = std::max(high_line, seen.line);
    }
    const std::string count = seen_.size() == 1
                                  ? "only one instruction has"
                                  : "only " + std::to_string(seen_.size()) + " different instructions have";
    return count + " been seen for " + grouped(last_ - since_) + " cycles: kernel " + first.kernel + ", " +
           (high_line ? numbered("line", "lines", low_line, high_line) + ", " : "") +
           numbered("PC", "PCs", low_pc, high_pc) + " (CTA " + std::to_string(first.cta) + " warp " +
           std::to_string(first.warp) + ")";
}

}  // namespace heddle
