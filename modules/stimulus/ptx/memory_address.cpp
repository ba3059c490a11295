// The addresses of a warp's memory instruction, and the check that the kernel may access them.
#include <algorithm>

#include "heddle/stimulus/ptx/memory_lanes.h"
#include "heddle/stimulus/ptx/ptx_executor.h"
#include "heddle/stimulus/ptx/windows.h"

namespace heddle::ptx {
namespace {

// For vector code: the lanes outside of the mask become `otherwise`.
template <class F>
void each_or(LaneMask mask, std::uint64_t otherwise, const LaneAccess& access, F&& f) {
    for (unsigned l = 0; l < warp_lanes; ++l)
        f((mask & lane_bits<std::uint64_t>.of[l]) != 0 ? access.address[l] : otherwise);
}

// Most accesses of a warp go to consecutive elements, or all lanes access one element. Such an access is described by a
// base and a step, so that neither this code nor the LSU visits single lanes. `lanes` are the addresses, less the
// instruction's offset.
bool goes_in_steps(const std::uint64_t* lanes, LaneMask mask, LaneAccess& access) {
    const unsigned first = first_lane(mask);
    const LaneMask others = mask & (mask - 1), run = mask >> first;
    const std::uint64_t step = others ? lanes[first_lane(others)] - lanes[first] : 0;
    if (step != 0 && (step != access.access_bytes || (run & (run + 1)) != 0)) return false;
    const std::uint64_t base = lanes[first] - step * first;
    std::uint64_t difference = 0;
    if (mask == all_lanes)
        for (unsigned l = 0; l < warp_lanes; ++l) difference |= lanes[l] ^ (base + l * step);
    else
        for (unsigned l = 0; l < warp_lanes; ++l)
            difference |= (mask & lane_bits<std::uint64_t>.of[l]) != 0 ? lanes[l] ^ (base + l * step) : 0;
    access.base = base;
    access.stride = static_cast<std::int64_t>(step);
    return difference == 0;
}

}  // namespace

// Whether the access is strided, aligned, and inside the buffer that the instruction accessed last.
bool PtxExecutor::in_usual_steps(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access) const {
    if (!step.wide_address || step.kind == Step::Kind::atomic) return false;
    if (!goes_in_steps(cells<std::uint64_t>(warp, step.a), mask, access)) return false;
    access.base += static_cast<std::uint64_t>(step.immediate);
    const auto last = static_cast<unsigned>(31 - __builtin_clz(mask));
    const std::uint64_t lowest = access.base + first_lane(mask) * static_cast<std::uint64_t>(access.stride),
                        highest = access.base + last * static_cast<std::uint64_t>(access.stride);
    return (lowest & (access.access_bytes - 1)) == 0 && in_last_range(step, lowest, highest, access.access_bytes);
}

void PtxExecutor::addresses(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access) {
    access.strided = step.space == Space::global && in_usual_steps(warp, step, mask, access);
    if (access.strided) return;
    lane_addresses(warp, step, access.address);
    const unsigned aligned_to = std::max<unsigned>(access.access_bytes, step.whole_bytes);
    std::uint64_t together = 0;
    each_or(mask, 0, access, [&](std::uint64_t address) { together |= address; });
    if (together & (aligned_to - 1))
        each(mask, [&](unsigned l) {
            if (access.address[l] & (aligned_to - 1))
                kernel_.fail(warp, step, l, "misaligned " + describe(step, access.address[l], aligned_to));
        });
    if (step.space == Space::shared)
        check_shared(warp, step, mask, access);
    else if (step.space == Space::local)
        local_addresses(warp, step, mask, access);
    else if (check_)
        check_global(warp, step, mask, access);
}

std::string PtxExecutor::describe(const Step& step, std::uint64_t address, unsigned bytes) const {
    const char* what = step.kind == Step::Kind::load ? "load" : step.kind == Step::Kind::store ? "store" : "atomic";
    return std::string(what) + " of " + std::to_string(bytes) + " bytes at " + name_of(step.space) + " address " +
           hexadecimal(address);
}

void PtxExecutor::check_shared(Warp& warp, const Step& step, LaneMask mask, const LaneAccess& access) const {
    const std::uint32_t shared_bytes = kernel_.shape().shared_bytes;
    each(mask, [&](unsigned l) {
        if (access.address[l] >= shared_bytes || access.address[l] + access.access_bytes > shared_bytes)
            kernel_.fail(warp, step, l,
                         describe(step, access.address[l], access.access_bytes) + ": the CTA has " +
                             std::to_string(shared_bytes) + " bytes of shared memory");
    });
}

void PtxExecutor::check_global(Warp& warp, const Step& step, LaneMask mask, const LaneAccess& access) {
    std::uint64_t lowest = ~std::uint64_t{0}, highest = 0;
    each_or(mask, access.address[first_lane(mask)], access, [&](std::uint64_t address) {
        lowest = std::min(lowest, address);
        highest = std::max(highest, address);
    });
    if (in_last_range(step, lowest, highest, access.access_bytes)) return;
    const AddressRange* range = nullptr;
    each(mask, [&](unsigned l) {
        if (range && range->holds(access.address[l], access.access_bytes)) return;
        range = check_->find(access.address[l], access.access_bytes);
        if (!range)
            kernel_.fail(warp, step, l,
                         "out of bounds: " + describe(step, access.address[l], access.access_bytes) + ", " +
                             check_->nearest(access.address[l]));
        last_ranges_[step.instruction.pc] = {range->begin, range->end};
    });
}

LaneMask PtxExecutor::in_global_memory(Warp& warp, const Step& step, LaneMask mask) const {
    std::array<std::uint64_t, warp_lanes> address;
    lane_addresses(warp, step, address);
    LaneMask inside = 0;
    each(mask, [&](unsigned l) {
        const bool holds = check_ ? check_->find(address[l], 1) != nullptr : space_of(address[l]) == Space::global;
        inside |= LaneMask{holds} << l;
    });
    return inside;
}

// Word w of a thread lies at base + (w * threads + thread) * 4: the lanes of a warp that access the same variable touch
// one line.
void PtxExecutor::local_addresses(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access) const {
    if (step.keeps_address != 0)
        std::copy_n(&warp.slots[step.a], step.wide_address ? 2 : 1, &warp.slots[step.keeps_address]);
    const KernelShape& shape = kernel_.shape();
    const std::uint64_t threads = shape.grid.count() * shape.block.count();
    const std::uint64_t first = std::uint64_t{warp.cta} * shape.threads_per_cta() + warp.warp * warp_lanes;
    each(mask, [&](unsigned l) {
        const std::uint64_t offset = access.address[l];
        if (offset >= program_.local_bytes || offset + access.access_bytes > program_.local_bytes)
            kernel_.fail(warp, step, l,
                         describe(step, offset, access.access_bytes) + ": a thread has " +
                             std::to_string(program_.local_bytes) + " bytes of local memory");
        access.address[l] = kernel_.launch().layout.local_base + (offset / 4 * threads + first + l) * 4 + offset % 4;
    });
}

}  // namespace heddle::ptx
