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

}  // namespace

unsigned SharedMemory::passes(const LaneAccess& access) const {
    const bool wide = wide_broadcast_ && access.access_bytes > bank_word_bytes;
    return bank_passes(access, banks_, wide && (lanes_share(access, 1) || lanes_share(access, 2)) ? 2 : 1);
}

void SharedMemory::perform(Operation operation, LaneAccess& access, std::uint32_t base, std::uint32_t size) {
    const unsigned bytes = access.access_bytes;
    for (LaneMask left = access.active; left; left &= left - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
        const std::uint64_t address = access.address[lane];
        if (address + bytes > size || address + bytes < address)
            throw SimulationError("shared memory address " + std::to_string(address) + " of lane " +
                                  std::to_string(lane) + " is outside the CTA's " + std::to_string(size) + " bytes");
        std::uint8_t* memory = &bytes_[base + address];
        std::uint8_t* data = &access.data[lane * bytes];
        if (operation == Operation::load)
            std::memcpy(data, memory, bytes);
        else if (operation == Operation::store)
            std::memcpy(memory, data, bytes);
        else
            perform_atomic_element(access.atomic_op, access.atomic_type, memory, data,
                                   &access.compare[lane * element_bytes(access.atomic_type)]);
    }
}

void SharedMemory::clear(std::uint32_t base, std::uint32_t size) {
    std::fill_n(bytes_.begin() + base, size, 0);
}

}  // namespace heddle
