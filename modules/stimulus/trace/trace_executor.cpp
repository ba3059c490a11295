#include "heddle/stimulus/trace/trace_executor.h"

#include <cstring>

namespace heddle::traces {
namespace {

TraceWarp& own(WarpState& warp) {
    return static_cast<TraceWarp&>(warp);
}

// Returns the word after the addresses.
const std::uint32_t* skip(AddressWords kind, const std::uint32_t* words, LaneMask mask) {
    switch (kind) {
        case AddressWords::none:
            return words;
        case AddressWords::strided:
        case AddressWords::scattered:
            return words + 3;
        case AddressWords::offsets:
            return words + 2 + __builtin_popcount(mask);
        case AddressWords::list:
            break;
    }
    return words + 2 * __builtin_popcount(mask);
}

void fill_addresses(AddressWords kind, const std::uint32_t* words, LaneMask mask, const OffsetPatterns& patterns,
                    LaneAccess& access) {
    access.strided = kind == AddressWords::strided;
    if (access.strided) {
        access.base = two_words(words);
        access.stride = static_cast<std::int32_t>(words[2]);
        return;
    }
    if (kind == AddressWords::scattered) {
        const std::uint64_t base = two_words(words);
        const LaneOffsets& offsets = patterns[words[2]];
        for (unsigned lane = 0; lane < warp_lanes; ++lane) access.address[lane] = base + offsets[lane];
        return;
    }
    const bool offsets = kind == AddressWords::offsets;
    const std::uint64_t base = offsets ? two_words(words) : 0;
    words += offsets ? 2 : 0;
    for (LaneMask left = mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctz(left));
        access.address[lane] = offsets ? base + *words : two_words(words);
        words += offsets ? 1 : 2;
    }
}

AddressWords kind_of(std::uint32_t word) {
    return static_cast<AddressWords>(word >> address_words_shift & address_words_mask);
}

}  // namespace

TraceExecutor::Resident& TraceExecutor::resident(std::uint32_t cta) {
    const auto [found, is_new] = residents_.try_emplace(cta);
    if (is_new) {
        found->second.block = store_.take(cta);
        found->second.warps_left = shape_.warps_per_cta();
    }
    return found->second;
}

WarpState* TraceExecutor::start_warp(std::uint32_t cta, std::uint32_t number) {
    const Block& block = *resident(cta).block;
    if (free_.empty()) {
        warps_.push_back(std::make_unique<TraceWarp>());
        free_.push_back(warps_.back().get());
    }
    TraceWarp* warp = free_.back();
    free_.pop_back();
    warp->cta = cta;
    warp->warp = number;
    const std::uint32_t threads = shape_.threads_per_cta() - number * warp_lanes;
    warp->mask = threads >= warp_lanes ? all_lanes : (LaneMask{1} << threads) - 1;
    warp->at = block.words.data() + block.warp_begin[number];
    load(*warp);
    return warp;
}

void TraceExecutor::finish_warp(WarpState* warp) {
    const auto found = residents_.find(warp->cta);
    free_.push_back(&own(*warp));
    if (--found->second.warps_left > 0) return;
    store_.give_back(std::move(found->second.block));
    residents_.erase(found);
}

void TraceExecutor::load(TraceWarp& warp) const {
    const std::uint32_t word = *warp.at;
    warp.form = &tables_.forms[word & form_mask];
    warp.addresses = warp.at + 1;
    if (word & new_mask_flag) warp.mask = *warp.addresses++;
    warp.prefetch_next_words();  // other warps run before they are needed
}

const WarpInstruction& TraceExecutor::fetch(WarpState& warp) {
    return own(warp).form->instruction;
}

LaneMask TraceExecutor::execute(WarpState& state, LaneAccess* access) {
    TraceWarp& warp = own(state);
    const LaneMask mask = warp.mask;
    const Form& form = *warp.form;
    const AddressWords kind = kind_of(*warp.at);
    if (form.instruction.is_memory()) {
        access->active = mask;
        access->access_bytes = form.opcode.access_bytes;
        access->bypass_l1 = form.opcode.bypass_l1;
        access->atomic_op = form.opcode.atomic_op;
        access->atomic_type = form.opcode.atomic_type;
        if (mask != 0) fill_addresses(kind, warp.addresses, mask, tables_.patterns, *access);
        if (form.instruction.operation != Operation::load) {
            std::memset(access->data.data(), store_pattern, std::size_t{warp_lanes} * form.opcode.access_bytes);
            if (form.instruction.operation == Operation::atomic)
                std::memset(access->compare.data(), store_pattern, access->compare.size());
        }
    }
    if (form.instruction.operation == Operation::exit) return mask;
    warp.at = skip(kind, warp.addresses, mask);
    load(warp);
    return mask;
}

}  // namespace heddle::traces
