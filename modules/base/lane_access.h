// What the 32 lanes of a warp ask of memory in one instruction. Plain C++: front ends fill it, the LSU reads it.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/geometry.h"

namespace heddle {

constexpr unsigned max_lane_bytes = 16;  // the widest access of one lane: a 128-bit vector load or store

using LaneMask = std::uint32_t;
constexpr LaneMask all_lanes = ~LaneMask{0};

// Where the lanes lie, counted from some address; those of inactive lanes mean nothing.
using LaneOffsets = std::array<std::uint32_t, warp_lanes>;

enum class AddressSpace : std::uint8_t { global, local, shared, constant, texture };

enum class AtomicOp : std::uint8_t { add, min, max, exch, cas, band, bor, bxor, inc, dec };

// How an atomic reads its operands. Loads and stores only move bytes and ignore it.
enum class ElementType : std::uint8_t { u32, s32, f32, u64, s64, f64 };

struct LaneAccess {
    LaneMask active = 0;
    std::uint8_t access_bytes = 4;  // per lane: 1, 2, 4, 8 or 16
    AtomicOp atomic_op = AtomicOp::add;
    ElementType atomic_type = ElementType::u32;
    bool bypass_l1 = false;  // an L2-only load (ld.global.cg)

    // Most accesses go in equal steps: lane l to base + l * stride. A front end that knows it says so and leaves
    // `address` alone, which saves the host 256 bytes of memory traffic per instruction.
    bool strided = false;
    // Or lane l goes to base + (*offsets)[l]. Only for shared memory: the list is the front end's, and lasts as long as
    // its kernel. As long as it does, the same list means the same offsets.
    const LaneOffsets* offsets = nullptr;
    std::uint64_t base = 0;
    std::int64_t stride = 0;

    // Lane l's bytes are at l * access_bytes: in the request the data to store or an atomic's operand, in the response
    // the loaded value or an atomic's old value. `compare` is the second operand of cas.
    alignas(64) std::array<std::uint8_t, warp_lanes * max_lane_bytes> data;
    std::array<std::uint64_t, warp_lanes> address;  // not used while `strided` or with `offsets`
    std::array<std::uint8_t, warp_lanes * 8> compare;

    std::uint64_t address_of(unsigned lane) const {
        if (strided) return base + static_cast<std::uint64_t>(stride) * lane;
        return offsets ? base + (*offsets)[lane] : address[lane];
    }
    // For code that looks at single lanes.
    void fill_addresses() {
        if (!strided && !offsets) return;
        for (unsigned lane = 0; lane < warp_lanes; ++lane) address[lane] = address_of(lane);
        strided = false;
        offsets = nullptr;
    }
};

}  // namespace heddle
