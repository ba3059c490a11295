// Notices that instructions retire but only the same few of them: an endless loop, a lock that nobody releases. Plain
// C++. It is shown samples of what the resident warps are about to issue, now and then; nothing is counted per cycle.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "heddle/base/cycle.h"
#include "heddle/stimulus/running_warp.h"

namespace heddle {

class RepetitionWatch {
public:
    // A loop that waits for something has a handful of instructions. More are no sign of one.
    static constexpr std::size_t few_instructions = 16;
    // How long is long: samples, and the cycles they span. A single warp is seen at one instruction per sample, so that
    // each has to come up several times before it is likely that there are no others.
    static constexpr std::size_t enough_samples = 16, samples_per_instruction = 4;
    static constexpr Cycle long_cycles = 100000;

    // Whether a look is worth its while: instructions have retired since the last time, and no CTA has ended. Both are
    // counts since the beginning.
    [[nodiscard]] bool worth_a_look(Cycle now, std::uint64_t retired, std::uint64_t finished_ctas);
    void look(Cycle now, const RunningWarps& warps);
    // "only 2 different instructions have been seen for 1 000 000 cycles: kernel ..."; "" if there is nothing to say.
    std::string message() const;

private:
    void start_again(Cycle now);

    struct Place {
        std::uint64_t kernel;  // its version, which no other kernel has
        std::uint32_t pc;
        bool operator<(const Place& other) const {
            return kernel != other.kernel ? kernel < other.kernel : pc < other.pc;
        }
    };
    struct Seen {
        std::string kernel;
        std::uint32_t line, cta, warp;  // of the warp that was seen there first
    };

    std::map<Place, Seen> seen_;
    Cycle since_ = 0, last_ = 0;
    std::size_t samples_ = 0;
    std::uint64_t retired_ = 0, finished_ctas_ = 0;
};

}  // namespace heddle
