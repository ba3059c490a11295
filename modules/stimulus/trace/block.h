// A decoded thread block: the instructions of its warps as a stream of 32-bit words, mostly one word each.
//
//   word 0          form number, and which words follow
//   mask            if it is another one than the instruction before had
//   addresses       strided: base (2 words), step of one lane
//                   scattered: base (2 words), number of a pattern of offsets that came before
//                   offsets: base (2 words), one word for each active lane
//                   list: two words for each active lane
#pragma once

#include <vector>

#include "heddle/base/lane_access.h"
#include "heddle/stimulus/trace/growing_table.h"

namespace heddle::traces {

enum class AddressWords : std::uint32_t { none, strided, scattered, offsets, list };

constexpr std::uint32_t form_mask = (1u << 20) - 1;
constexpr std::uint32_t new_mask_flag = 1u << 31;
constexpr unsigned address_words_shift = 28;
constexpr std::uint32_t address_words_mask = 7;

struct Block {
    std::uint32_t cta = 0;
    std::vector<std::uint32_t> words;
    std::vector<std::uint32_t> warp_begin;  // by warp, in words

    std::size_t bytes() const { return (words.size() + warp_begin.size()) * sizeof(std::uint32_t); }
};

inline std::uint64_t two_words(const std::uint32_t* words) {
    return words[0] | std::uint64_t{words[1]} << 32;
}

// Warps at different places of an array often access it in the same pattern. By lane, 0 for those that are not active.
using LaneOffsets = std::array<std::uint32_t, warp_lanes>;
using OffsetPatterns = GrowingTable<LaneOffsets, 1u << 15>;

// Addresses of the active lanes, in ascending order of lanes.
struct LaneAddresses {
    unsigned count = 0;
    std::uint64_t address[warp_lanes];
};

}  // namespace heddle::traces
