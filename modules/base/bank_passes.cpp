#include "heddle/base/bank_passes.h"

#include <algorithm>

namespace heddle {
namespace {

// Passes of one group of lanes: the largest number of different words accessed in one bank.
unsigned passes_of_group(const LaneAccess& access, unsigned first_lane, unsigned lanes, unsigned banks) {
    const unsigned words_per_lane = std::max(1u, access.access_bytes / bank_word_bytes);
    std::uint64_t words[warp_lanes * max_lane_bytes / bank_word_bytes];
    std::uint8_t per_bank[128] = {};
    unsigned count = 0, most = 0;
    for (unsigned lane = first_lane; lane < first_lane + lanes; ++lane) {
        if (!(access.active >> lane & 1)) continue;
        for (unsigned w = 0; w < words_per_lane; ++w) {
            const std::uint64_t word = access.address_of(lane) / bank_word_bytes + w;
            // Neighbouring lanes mostly access neighbouring or equal words, so the search starts at the newest.
            bool seen = false;
            for (unsigned i = count; i-- > 0 && !seen;) seen = words[i] == word;
            if (seen) continue;
            words[count++] = word;
            most = std::max<unsigned>(most, ++per_bank[word & (banks - 1)]);
        }
    }
    return most;
}

bool is_consecutive(const LaneAccess& access) {
    if (access.active != all_lanes || access.access_bytes != bank_word_bytes) return false;
    if (access.strided) return access.stride == bank_word_bytes;
    for (unsigned lane = 1; lane < warp_lanes; ++lane)
        if (access.address_of(lane) != access.address_of(0) + lane * bank_word_bytes) return false;
    return true;
}

}  // namespace

unsigned bank_passes(const LaneAccess& access, unsigned banks, unsigned merged) {
    if (access.strided && access.stride == 0 && access.access_bytes <= bank_word_bytes) return 1;
    if (banks == warp_lanes && is_consecutive(access)) return 1;
    const unsigned words_per_lane = std::max(1u, access.access_bytes / bank_word_bytes);
    const unsigned group = std::min(warp_lanes, warp_lanes / words_per_lane * merged);
    unsigned total = 0;
    for (unsigned lane = 0; lane < warp_lanes; lane += group) total += passes_of_group(access, lane, group, banks);
    return std::max(total, 1u);
}

}  // namespace heddle
