#include "heddle/stimulus/trace/trace_executor.h"

#include <cstring>

namespace heddle::traces {
namespace {

TraceWarp& own(WarpState& warp) {
    return static_cast<TraceWarp&>(warp);
}

// The SM looks at the addresses in shared memory before the kernel can end, so that a list of offsets need not be
// copied.
void fill_addresses(AddressWords kind, const TraceWarp& warp, const OffsetPatterns& patterns, LaneAccess& access) {
    const std::uint32_t* words = warp.addresses;
    access.strided = kind == AddressWords::strided;
    access.offsets = nullptr;
    if (access.strided) {
        access.base = two_words(words);
        access.stride = static_cast<std::int32_t>(warp.argument);
        return;
    }
    if (kind == AddressWords::scattered) {
        const std::uint64_t base = two_words(words);
        const LaneOffsets& offsets = patterns[warp.argument];
        if (warp.form->instruction.space == AddressSpace::shared) {
            access.base = base;
            access.offsets = &offsets;
            return;
        }
        for (unsigned lane = 0; lane < warp_lanes; ++lane) access.address[lane] = base + offsets[lane];
        return;
    }
    const bool offsets = kind == AddressWords::offsets;
    const std::uint64_t base = offsets ? two_words(words) : 0;
    words += offsets ? 2 : 0;
    for (LaneMask left = warp.mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctz(left));
        access.address[lane] = offsets ? base + *words : two_words(words);
        words += offsets ? 1 : 2;
    }
}

}  // namespace

TraceExecutor::Resident& TraceExecutor::resident(std::uint32_t cta) {
    const auto [found, is_new] = residents_.try_emplace(cta);
    if (is_new) {
        found->second.block = source_.take(cta);
        found->second.warps_left = shape_.warps_per_cta();
    }
    return found->second;
}

WarpState* TraceExecutor::start_warp(std::uint32_t cta, std::uint32_t number) {
    const ResidentBlock& block = resident(cta).block;
    if (free_.empty()) {
        warps_.push_back(std::make_unique<TraceWarp>());
        free_.push_back(warps_.back().get());
    }
    TraceWarp* warp = free_.back();
    free_.pop_back();
    warp->cta = cta;
    warp->warp = number;
    const BlockWarp& begin = block.warps[number];
    const bool own_path = begin.path & BlockWarp::own_path_flag;
    warp->next = own_path ? block.words + (begin.path & ~BlockWarp::own_path_flag) : tables_.paths[begin.path].words;
    warp->addresses = block.words + begin.addresses;
    load(*warp);
    return warp;
}

void TraceExecutor::finish_warp(WarpState* warp) {
    const auto found = residents_.find(warp->cta);
    free_.push_back(&own(*warp));
    if (--found->second.warps_left > 0) return;
    source_.give_back(std::move(found->second.block));
    residents_.erase(found);
}

void TraceExecutor::load(TraceWarp& warp) const {
    const std::uint32_t* at = warp.next;
    const std::uint32_t word = *at++;
    warp.word = word;
    if (word <= form_mask) {  // most instructions: no other words follow
        warp.form = &tables_.forms[word];
        warp.next = at;
        return;
    }
    warp.form = &tables_.forms[word & form_mask];
    if (word & new_mask_flag) warp.mask = *at++;
    if (has_argument(address_words_of(word))) warp.argument = *at++;
    warp.next = at;
}

const WarpInstruction& TraceExecutor::fetch(WarpState& warp) {
    return own(warp).form->instruction;
}

LaneMask TraceExecutor::execute(WarpState& state, LaneAccess* access) {
    TraceWarp& warp = own(state);
    const WarpInstruction& instruction = warp.form->instruction;
    if (instruction.is_memory()) return execute_access(warp, *access);
    const LaneMask mask = warp.mask;
    if (instruction.operation != Operation::exit) load(warp);
    return mask;
}

WarpExecutor::Executed TraceExecutor::execute_arithmetic(WarpState& state) {
    TraceWarp& warp = own(state);
    const LaneMask mask = warp.mask;
    load(warp);
    return {mask, &warp.form->instruction};
}

LaneMask TraceExecutor::execute_access(TraceWarp& warp, LaneAccess& access) const {
    const LaneMask mask = warp.mask;
    fill_access(warp, access);
    load(warp);
    return mask;
}

void TraceExecutor::fill_access(TraceWarp& warp, LaneAccess& access) const {
    const Form& form = *warp.form;
    const AddressWords kind = address_words_of(warp.word);
    access.active = warp.mask;
    access.access_bytes = form.opcode.access_bytes;
    access.bypass_l1 = form.opcode.bypass_l1;
    access.atomic_op = form.opcode.atomic_op;
    access.atomic_type = form.opcode.atomic_type;
    if (kind != AddressWords::none) fill_addresses(kind, warp, tables_.patterns, access);
    warp.addresses += words_taken(kind, warp.mask);
    // Other warps run before they are needed.
    prefetch_host_line(warp.addresses + host_line_bytes / sizeof(*warp.addresses));
    if (form.instruction.operation == Operation::load) return;
    std::memset(access.data.data(), store_pattern, std::size_t{warp_lanes} * form.opcode.access_bytes);
    if (form.instruction.operation == Operation::atomic)
        std::memset(access.compare.data(), store_pattern, access.compare.size());
}

}  // namespace heddle::traces
