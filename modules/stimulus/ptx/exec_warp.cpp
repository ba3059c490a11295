// Functions that look across lanes, or at the machine.
#include <map>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/lanes.h"
#include "heddle/stimulus/ptx/special_register.h"

namespace heddle::ptx {
namespace {

LaneMask asked(Warp& warp, const Step& step) {
    return warp.predicates[step.p] ^ (step.immediate & 1 ? all_lanes : 0);
}

void store_predicate(Warp& warp, std::uint32_t d, LaneMask mask, LaneMask value) {
    warp.predicates[d] = (warp.predicates[d] & ~mask) | (value & mask);
}

void broadcast(Warp& warp, const Step& step, LaneMask mask, std::uint32_t value) {
    for_lanes<std::uint32_t>(warp, step, mask, [=](unsigned) { return value; });
}

void vote_all(Warp& warp, const Step& step, LaneMask mask) {
    const LaneMask voters = mask & warp.exists;
    store_predicate(warp, step.d, mask, (asked(warp, step) & voters) == voters ? all_lanes : 0);
}
void vote_any(Warp& warp, const Step& step, LaneMask mask) {
    store_predicate(warp, step.d, mask, (asked(warp, step) & mask & warp.exists) != 0 ? all_lanes : 0);
}
void vote_uni(Warp& warp, const Step& step, LaneMask mask) {
    const LaneMask voters = mask & warp.exists, yes = asked(warp, step) & voters;
    store_predicate(warp, step.d, mask, yes == 0 || yes == voters ? all_lanes : 0);
}
void vote_ballot(Warp& warp, const Step& step, LaneMask mask) {
    broadcast(warp, step, mask, asked(warp, step) & mask & warp.exists);
}

// PTX ISA, shfl: c holds the clamp (bits 0-4) and the segment mask (bits 8-12).
template <class Source>
void shuffle(Warp& warp, const Step& step, LaneMask mask, Source source_of) {
    const std::uint32_t* a = cells<std::uint32_t>(warp, step.a);
    const std::uint32_t* b = cells<std::uint32_t>(warp, step.b);
    const std::uint32_t* c = cells<std::uint32_t>(warp, step.c);
    std::uint32_t result[warp_lanes];
    LaneMask inside = 0;
    for (unsigned l = 0; l < warp_lanes; ++l) {
        const std::uint32_t segment = c[l] >> 8 & 31, clamp = c[l] & 31;
        const int first = static_cast<int>(l & segment), last = static_cast<int>((l & segment) | (clamp & ~segment));
        bool valid;
        const int from = source_of(static_cast<int>(l), static_cast<int>(b[l] & 31), segment, first, last, valid);
        result[l] = a[valid ? from & 31 : static_cast<int>(l)];
        inside |= LaneMask{valid} << l;
    }
    blend(cells<std::uint32_t>(warp, step.d), result, mask);
    if (step.q != 0) store_predicate(warp, step.q, mask, inside);
}

void shuffle_up(Warp& warp, const Step& step, LaneMask mask) {
    shuffle(warp, step, mask, [](int lane, int by, std::uint32_t, int, int last, bool& valid) {
        valid = lane - by >= last;
        return lane - by;
    });
}
void shuffle_down(Warp& warp, const Step& step, LaneMask mask) {
    shuffle(warp, step, mask, [](int lane, int by, std::uint32_t, int, int last, bool& valid) {
        valid = lane + by <= last;
        return lane + by;
    });
}
void shuffle_bfly(Warp& warp, const Step& step, LaneMask mask) {
    shuffle(warp, step, mask, [](int lane, int by, std::uint32_t, int, int last, bool& valid) {
        valid = (lane ^ by) <= last;
        return lane ^ by;
    });
}
void shuffle_idx(Warp& warp, const Step& step, LaneMask mask) {
    shuffle(warp, step, mask, [](int, int by, std::uint32_t segment, int first, int last, bool& valid) {
        const int from = first | static_cast<int>(static_cast<std::uint32_t>(by) & ~segment);
        valid = from <= last;
        return from;
    });
}

}  // namespace

LaneFunction vote_function(const std::string& mode) {
    static const std::map<std::string, LaneFunction> table = {
        {"all", &vote_all}, {"any", &vote_any}, {"uni", &vote_uni}, {"ballot", &vote_ballot}};
    const auto found = table.find(mode);
    return found == table.end() ? nullptr : found->second;
}

LaneFunction shuffle_function(const std::string& mode) {
    static const std::map<std::string, LaneFunction> table = {
        {"up", &shuffle_up}, {"down", &shuffle_down}, {"bfly", &shuffle_bfly}, {"idx", &shuffle_idx}};
    const auto found = table.find(mode);
    return found == table.end() ? nullptr : found->second;
}

namespace {

const BarrierReduction::Result& reduced(const Warp& warp) {
    return warp.reduction->result(warp.reductions - 1);
}

void reduced_popc(Warp& warp, const Step& step, LaneMask mask) {
    broadcast(warp, step, mask, reduced(warp).yes);
}
void reduced_and(Warp& warp, const Step& step, LaneMask mask) {
    store_predicate(warp, step.d, mask, reduced(warp).yes == reduced(warp).threads ? all_lanes : 0);
}
void reduced_or(Warp& warp, const Step& step, LaneMask mask) {
    store_predicate(warp, step.d, mask, reduced(warp).yes != 0 ? all_lanes : 0);
}

}  // namespace

LaneFunction reduction_function(const std::string& operation) {
    static const std::map<std::string, LaneFunction> table = {
        {"popc", &reduced_popc}, {"and", &reduced_and}, {"or", &reduced_or}};
    const auto found = table.find(operation);
    return found == table.end() ? nullptr : found->second;
}

void active_mask(Warp& warp, const Step& step, LaneMask mask) {
    broadcast(warp, step, mask, mask & warp.exists);
}

namespace {

// Where no SM runs the warp, time is the number of instructions it has executed.
std::uint64_t changing_value(const Warp& warp, Special special) {
    const SmView* sm = warp.sm;
    const std::uint64_t cycle = sm ? sm->cycle : warp.executed;
    switch (special) {
        case Special::warpid:
            return sm ? warp.slot : warp.warp;
        case Special::smid:
            return sm ? sm->sm : 0;
        case Special::nsmid:
            return sm ? sm->sm_count : 1;
        case Special::globaltimer:
            return sm ? static_cast<std::uint64_t>(static_cast<double>(cycle) * sm->cycle_ns) : cycle;
        case Special::clock_hi:
            return cycle >> 32;
        case Special::gridid:
            return 0;
        default:
            return cycle;
    }
}

}  // namespace

void read_special(Warp& warp, const Step& step, LaneMask mask) {
    const auto special = static_cast<Special>(step.immediate);
    const std::uint64_t value = changing_value(warp, special);
    if (is_wide(special))
        for_lanes<std::uint64_t>(warp, step, mask, [=](unsigned) { return value; });
    else
        broadcast(warp, step, mask, static_cast<std::uint32_t>(value));
}

void no_operation(Warp&, const Step&, LaneMask) {}

}  // namespace heddle::ptx
