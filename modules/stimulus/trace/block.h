// A decoded thread block. What its warps execute and where they access memory are kept apart, because thousands of
// warps take the same path through a kernel and differ in their addresses only.
//
// A path is a sequence of 32-bit words, mostly one for an instruction:
//
//   word 0          form number, and which words follow
//   mask            if it is another one than the instruction before had; the first instruction always has it
//   argument        strided: the step of one lane; scattered: the number of a pattern of offsets that came before
//
// A warp's addresses are the words that its memory instructions take one after another:
//
//   strided, scattered   base (2 words)
//   offsets              base (2 words), one word for each active lane
//   list                 two words for each active lane
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/base/lane_access.h"
#include "heddle/stimulus/trace/growing_table.h"

namespace heddle::traces {

enum class AddressWords : std::uint32_t { none, strided, scattered, offsets, list };
constexpr std::uint32_t address_kinds = 5;

constexpr std::uint32_t form_mask = (1u << 20) - 1;
constexpr unsigned address_words_shift = 28;
constexpr std::uint32_t address_words_mask = 7;
constexpr std::uint32_t new_mask_flag = 1u << 31;
constexpr std::uint32_t unused_bits = 0xffu << 20;

inline AddressWords address_words_of(std::uint32_t word) {
    return static_cast<AddressWords>(word >> address_words_shift & address_words_mask);
}
inline bool has_argument(AddressWords kind) {
    return kind == AddressWords::strided || kind == AddressWords::scattered;
}
inline std::uint64_t two_words(const std::uint32_t* words) {
    return words[0] | std::uint64_t{words[1]} << 32;
}
// How many words of addresses an instruction takes.
inline unsigned words_taken(AddressWords kind, LaneMask mask) {
    switch (kind) {
        case AddressWords::none:
            return 0;
        case AddressWords::strided:
        case AddressWords::scattered:
            return 2;
        case AddressWords::offsets:
            return 2 + static_cast<unsigned>(__builtin_popcount(mask));
        case AddressWords::list:
            break;
    }
    return 2 * static_cast<unsigned>(__builtin_popcount(mask));
}

// Where a warp's path and addresses are.
struct BlockWarp {
    static constexpr std::uint32_t own_path_flag = 1u << 31;

    std::uint32_t path = 0;       // number of a path that warps share; with the flag: place in the block's words
    std::uint32_t addresses = 0;  // place in the block's words
};

struct Block {
    std::uint32_t cta = 0;
    std::vector<BlockWarp> warps;
    std::vector<std::uint32_t> words;

    std::size_t bytes() const { return words.size() * sizeof(std::uint32_t) + warps.size() * sizeof(BlockWarp); }
};

// A path that several warps take.
struct Path {
    const std::uint32_t* words = nullptr;
    std::uint32_t count = 0;
    std::uint32_t address_words = 0;  // that a warp on this path takes
};
using Paths = GrowingTable<Path, 1u << 16>;

// Warps at different places of an array often access it in the same pattern. By lane, 0 for those that are not active.
using OffsetPatterns = GrowingTable<LaneOffsets, 1u << 15>;

// Addresses of the active lanes, in ascending order of lanes.
struct LaneAddresses {
    unsigned count = 0;
    std::uint64_t address[warp_lanes];
};

}  // namespace heddle::traces
