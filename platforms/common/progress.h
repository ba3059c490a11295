// The line that says how far a run is: CTAs done, cycle, speed, time left.
#pragma once

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>

#include "heddle/base/cycle.h"

namespace heddle {

class Progress {
public:
    // On a terminal one line is rewritten; elsewhere a line appears now and then.
    Progress(std::ostream& out, bool enabled, bool terminal) : out_(out), enabled_(enabled), terminal_(terminal) {}

    struct State {
        Cycle cycle;
        std::uint64_t warp_instructions, finished_ctas, expected_ctas;
        std::string remark = {};  // at the end of the line; on a terminal in a line of its own when it comes up
    };
    // May be called often: it writes only when it is time.
    void update(const State& state);
    // Takes the line off the terminal.
    void clear();
    double seconds() const;

private:
    std::ostream& out_;
    const bool enabled_, terminal_;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    double next_seconds_ = 0.3;
    bool visible_ = false, remarked_ = false;
};

}  // namespace heddle
