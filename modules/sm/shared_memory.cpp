#include "heddle/sm/shared_memory.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "heddle/base/atomic_ops.h"
#include "heddle/base/bank_passes.h"
#include "heddle/base/error.h"

namespace heddle {
namespace {

// Whether each lane and the one whose number differs in the bit `other` access the same address; inactive lanes do not
// matter.
bool lanes_share(const LaneAccess& access, unsigned other) {
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        const bool both = access.active >> lane & access.active >> (lane ^ other) & 1;
        if (both && access.address_of(lane) != access.address_of(lane ^ other)) return false;
    }
    return true;
}

// The size is known when the model is compiled, so that each lane is one move of the host.
template <unsigned bytes>
void move_lanes(bool load, LaneAccess& access, std::uint8_t* memory) {
    if (access.strided && access.stride == bytes && access.active == all_lanes) {
        if (load)
            std::memcpy(access.data.data(), memory + access.base, warp_lanes * bytes);
        else
            std::memcpy(memory + access.base, access.data.data(), warp_lanes * bytes);
        return;
    }
    for (LaneMask left = access.active; left; left &= left - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
        std::uint8_t* place = memory + access.address_of(lane);
        std::uint8_t* data = &access.data[lane * bytes];
        if (load)
            std::memcpy(data, place, bytes);
        else
            std::memcpy(place, data, bytes);
    }
}

}  // namespace

unsigned SharedMemory::passes(const LaneAccess& access) const {
    if (access.access_bytes <= bank_word_bytes || wide_ == WideAccess::groups) return bank_passes(access, banks_);
    if (wide_ == WideAccess::broadcast)
        return bank_passes(access, banks_, lanes_share(access, 1) || lanes_share(access, 2) ? 2 : 1);
    LaneAccess first_words = access;
    first_words.access_bytes = bank_word_bytes;
    return bank_passes(first_words, banks_);
}

void SharedMemory::report_outside(const LaneAccess& access, std::uint32_t size) {
    for (LaneMask left = access.active; left; left &= left - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
        const std::uint64_t address = access.address_of(lane);
        if (address + access.access_bytes > size || address + access.access_bytes < address)
            throw SimulationError("shared memory address " + std::to_string(address) + " of lane " +
                                  std::to_string(lane) + " is outside the CTA's " + std::to_string(size) + " bytes");
    }
    throw SimulationError("a shared memory access is outside the CTA's " + std::to_string(size) + " bytes");
}

void SharedMemory::move(Operation operation, LaneAccess& access, std::uint32_t base) {
    if (operation == Operation::atomic) return perform_atomics(access, base);
    const bool load = operation == Operation::load;
    if (access.access_bytes == 4)
        move_lanes<4>(load, access, &bytes_[base]);
    else if (access.access_bytes == 8)
        move_lanes<8>(load, access, &bytes_[base]);
    else if (access.access_bytes == 16)
        move_lanes<16>(load, access, &bytes_[base]);
    else if (access.access_bytes == 2)
        move_lanes<2>(load, access, &bytes_[base]);
    else
        move_lanes<1>(load, access, &bytes_[base]);
}

// In lane order.
void SharedMemory::perform_atomics(LaneAccess& access, std::uint32_t base) {
    for (LaneMask left = access.active; left; left &= left - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
        perform_atomic_element(access.atomic_op, access.atomic_type, &bytes_[base + access.address_of(lane)],
                               &access.data[lane * access.access_bytes],
                               &access.compare[lane * element_bytes(access.atomic_type)]);
    }
}

void SharedMemory::clear(std::uint32_t base, std::uint32_t size) {
    std::fill_n(bytes_.begin() + base, size, 0);
}

}  // namespace heddle
