#include "heddle/stimulus/trace/address_spaces.h"

#include <algorithm>

namespace heddle::traces {
namespace {

// The windows of shared and local memory in the generic space lie 32 MiB apart in recorded traces.
constexpr std::uint64_t window_bytes = std::uint64_t{32} << 20;
// Above the addresses that a 64-bit process can allocate, so that it cannot overlap a traced address.
constexpr std::uint64_t local_memory_base = 0xff0000000000;

bool inside(std::uint64_t address, std::uint64_t base) {
    return base != 0 && address - base < window_bytes;
}

}  // namespace

AddressSpace AddressSpaces::of_generic(std::uint64_t address) const {
    if (inside(address, header_.shared_base)) return AddressSpace::shared;
    if (inside(address, header_.local_base)) return AddressSpace::local;
    const bool no_windows = header_.shared_base == 0 && header_.local_base == 0;
    return no_windows && address < header_.shape.shared_bytes ? AddressSpace::shared : AddressSpace::global;
}

bool AddressSpaces::keeps_distances(AddressSpace space, unsigned access_bytes, std::uint64_t lowest,
                                    std::uint64_t highest, std::uint64_t& taken) const {
    taken = 0;
    if (lowest > highest || (lowest & (access_bytes - 1)) != 0) return false;
    if (space != AddressSpace::shared) return space == AddressSpace::global;
    if (inside(lowest, header_.shared_base) != inside(highest, header_.shared_base)) return false;
    if (inside(lowest, header_.shared_base)) taken = header_.shared_base;
    return highest - taken < header_.shape.shared_bytes;
}

void AddressSpaces::place(AddressSpace space, unsigned access_bytes, LaneMask mask, std::uint64_t first_thread,
                          AddressPattern& pattern) const {
    align(access_bytes, mask, pattern);
    if (space == AddressSpace::shared)
        place_shared(access_bytes, mask, pattern);
    else if (space == AddressSpace::local)
        place_local(access_bytes, mask, first_thread, pattern);
    find_steps(mask, pattern);
}

// The hardware allows natural alignment only: anything else means the opcode table is wrong about the width.
void AddressSpaces::align(unsigned access_bytes, LaneMask mask, AddressPattern& pattern) const {
    const std::uint64_t low_bits = access_bytes - 1;
    if (pattern.strided) {
        if (((pattern.first | static_cast<std::uint64_t>(pattern.step)) & low_bits) == 0) return;
        pattern.list(mask);
    }
    std::uint64_t any = 0;
    for (unsigned i = 0; i < pattern.lanes.count; ++i) {
        any |= pattern.lanes.address[i];
        pattern.lanes.address[i] &= ~low_bits;
    }
    notes_.misaligned_accesses += (any & low_bits) != 0;
}

void AddressSpaces::place_shared(unsigned access_bytes, LaneMask mask, AddressPattern& pattern) const {
    const std::uint64_t size = header_.shape.shared_bytes;
    if (size == 0)
        lines_.fail("an access to shared memory in a kernel with -shmem = 0; expected -shmem to hold its bytes");
    if (pattern.strided) {
        std::int64_t span;
        const bool wraps = __builtin_mul_overflow(pattern.step, __builtin_popcount(mask) - 1, &span);
        const std::uint64_t last = pattern.first + static_cast<std::uint64_t>(span);
        std::uint64_t taken;
        if (!wraps && keeps_distances(AddressSpace::shared, access_bytes, std::min(pattern.first, last),
                                      std::max(pattern.first, last), taken)) {
            pattern.first -= taken;
            return;
        }
    }
    pattern.list(mask);
    bool wrapped = false;
    for (unsigned i = 0; i < pattern.lanes.count; ++i) {
        std::uint64_t& address = pattern.lanes.address[i];
        if (inside(address, header_.shared_base)) address -= header_.shared_base;
        wrapped |= address >= size;
        address %= size;
    }
    notes_.wrapped_shared_accesses += wrapped;
}

// Threads' private words lie side by side, so that a warp that reads the same variable reads whole lines.
void AddressSpaces::place_local(unsigned access_bytes, LaneMask mask, std::uint64_t first_thread,
                                AddressPattern& pattern) const {
    const std::uint64_t threads = header_.shape.grid.count() * header_.shape.block.count();
    const std::uint64_t unit = access_bytes < 4 ? 4 : access_bytes;
    pattern.list(mask);
    unsigned i = 0;
    for (LaneMask left = mask; left != 0; left &= left - 1, ++i) {
        std::uint64_t& address = pattern.lanes.address[i];
        const std::uint64_t offset = address - (inside(address, header_.local_base) ? header_.local_base : 0);
        const std::uint64_t thread = first_thread + static_cast<unsigned>(__builtin_ctz(left));
        address = local_memory_base + (offset % window_bytes / unit * threads + thread) * unit + offset % unit;
    }
}

}  // namespace heddle::traces
