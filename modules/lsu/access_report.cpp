// What a load/store unit tells monitors of an instruction: the lines and sectors of global memory that its lanes touch,
// in the order of the lanes.
#include <array>

#include "heddle/lsu/lsu_base.h"

namespace heddle {

void LsuBase::report_access(Payload& instruction, const WarpAccess& lanes, Cycle now) {
    const GpuAccess& access = gpu_access(instruction);
    if (access.space != AddressSpace::global) return;
    std::array<AccessEvent, warp_lanes> events{};
    unsigned count = 0;
    for (LaneMask left = lanes.active; left; left &= left - 1) {
        const std::uint64_t address = lanes.address_of(static_cast<unsigned>(__builtin_ctz(left)));
        const std::uint64_t line = address / line_bytes;
        unsigned at = 0;
        while (at < count && events[at].line != line) ++at;
        if (at == count) events[count++] = {access.sm, access.kernel, access.cta, line, 0, now};
        // Lanes are aligned to their size, which is a sector at most.
        events[at].sectors |= static_cast<std::uint8_t>(1u << (address % line_bytes / sector_bytes));
    }
    for (unsigned i = 0; i < count; ++i) accesses_out.write(events[i]);
}

}  // namespace heddle
