// Measures intra-cluster locality: how many of a cluster's reads ask for a line that it asked for shortly before
// (MECHANISMS 1.7). It changes nothing. Plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "heddle/base/cycle.h"

namespace heddle {

class IclMonitor {
public:
    // The paper names the end points (s3.3.1), the steps are a choice.
    static constexpr std::array<unsigned, 4> windows{500, 1000, 1500, 2000};

    struct Read {
        Cycle at = 0;
        std::uint64_t line = 0;
        std::uint32_t cta = 0;
        std::uint32_t sm = 0;
        std::uint32_t word_mask = 0;
    };
    // What one read is within one window.
    struct Verdict {
        bool redundant = false;     // the cluster asked for the line before
        bool data_sharing = false;  // and another CTA for one of these words; if not: cache-line sharing
        bool other_sm = false;      // and another SM: what intra-cluster coalescing can merge
    };
    using Verdicts = std::array<Verdict, windows.size()>;

    // Reads come in the order of time.
    Verdicts observe(const Read& read);
    std::size_t lines() const { return reads_of_.size(); }

private:
    void forget_old(Cycle now);

    std::unordered_map<std::uint64_t, std::vector<Read>> reads_of_;  // of each line, within the longest window
    Cycle last_cleaning_ = 0;
};

}  // namespace heddle
