#include "heddle/sm/shared_memory.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "heddle/base/atomic_ops.h"
#include "heddle/base/error.h"

namespace heddle {
namespace {

constexpr unsigned bank_word_bytes = 4;

// Passes of one group of lanes: the largest number of different words accessed in one bank.
unsigned passes_of_group(const LaneAccess& access, unsigned first_lane, unsigned lanes, unsigned banks) {
    const unsigned words_per_lane = std::max(1u, access.access_bytes / bank_word_bytes);
    std::uint64_t words[warp_lanes * max_lane_bytes / bank_word_bytes];
    std::uint8_t per_bank[128] = {};
    unsigned count = 0, most = 0;
    for (unsigned lane = first_lane; lane < first_lane + lanes; ++lane) {
        if (!(access.active >> lane & 1)) continue;
        for (unsigned w = 0; w < words_per_lane; ++w) {
            const std::uint64_t word = access.address[lane] / bank_word_bytes + w;
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
    for (unsigned lane = 1; lane < warp_lanes; ++lane)
        if (access.address[lane] != access.address[0] + lane * bank_word_bytes) return false;
    return true;
}

}  // namespace

unsigned SharedMemory::passes(const LaneAccess& access) const {
    if (banks_ == warp_lanes && is_consecutive(access)) return 1;
    const unsigned words_per_lane = std::max(1u, access.access_bytes / bank_word_bytes);
    const unsigned group = warp_lanes / words_per_lane;
    unsigned total = 0;
    for (unsigned lane = 0; lane < warp_lanes; lane += group) total += passes_of_group(access, lane, group, banks_);
    return std::max(total, 1u);
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
