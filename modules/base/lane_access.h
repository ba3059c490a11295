// What the 32 lanes of a warp ask of memory in one instruction. Plain C++: front ends fill it, the LSU reads it.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/geometry.h"

namespace heddle {

constexpr unsigned max_lane_bytes = 16;  // the widest access of one lane: a 128-bit vector load or store

using LaneMask = std::uint32_t;
constexpr LaneMask all_lanes = ~LaneMask{0};

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
    std::uint64_t base = 0;
    std::int64_t stride = 0;

    // Lane l's bytes are at l * access_bytes: in the request the data to store or an atomic's operand, in the response
    // the loaded value or an atomic's old value. `compare` is the second operand of cas.
    alignas(64) std::array<std::uint8_t, warp_lanes * max_lane_bytes> data;
    std::array<std::uint64_t, warp_lanes> address;  // not used while `strided`
    std::array<std::uint8_t, warp_lanes * 8> compare;

    std::uint64_t address_of(unsigned lane) const {
        return strided ? base + static_cast<std::uint64_t>(stride) * lane : address[lane];
    }
    // For code that looks at single lanes.
    void fill_addresses() {
        if (!strided) return;
        for (unsigned lane = 0; lane < warp_lanes; ++lane) address[lane] = address_of(lane);
        strided = false;
    }
};

}  // namespace heddle
