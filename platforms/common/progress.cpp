#include "heddle/platforms/common/progress.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "heddle/platforms/common/text.h"

namespace heddle {

namespace {

std::string duration(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
    if (whole < 60) return std::to_string(whole) + " s";
    if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
    return std::to_string(whole / 3600) + " h " + std::to_string(whole / 60 % 60) + " min";
}

}  // namespace

double Progress::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void Progress::update(const State& state) {
    if (!enabled_) return;
    const double elapsed = seconds();
    if (elapsed < next_seconds_) return;
    next_seconds_ = elapsed + (terminal_ ? 0.25 : 5.0);
    std::string line = "CTAs " + grouped(state.finished_ctas);
    if (state.expected_ctas) line += " of " + grouped(state.expected_ctas);
    line += ", cycle " + grouped(state.cycle) + ", " +
            with_prefix(static_cast<double>(state.warp_instructions) / elapsed) + " warp instructions/s";
    if (state.expected_ctas && state.finished_ctas) {
        const auto left = static_cast<double>(state.expected_ctas - std::min(state.finished_ctas, state.expected_ctas));
        line += ", " + duration(elapsed * left / static_cast<double>(state.finished_ctas)) + " left";
    }
    if (!terminal_ && !state.remark.empty()) line += "; " + state.remark;
    // The line that is rewritten must not be longer than the terminal is wide, so the remark gets one of its own, once.
    if (terminal_ && remarked_ == state.remark.empty()) {
        remarked_ = !remarked_;
        if (remarked_) out_ << "\r\x1b[K" << state.remark << "\n";
    }
    out_ << (terminal_ ? "\r\x1b[K" : "") << line << (terminal_ ? "" : "\n") << std::flush;
    visible_ = terminal_;
}

void Progress::clear() {
    if (visible_) out_ << "\r\x1b[K" << std::flush;
    visible_ = false;
}

}  // namespace heddle
