// The warps of an SM by what they could issue or what they wait for, as masks of slots, so that one test covers the
// warps of all schedulers. Plain C++.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/sm/warp_context.h"

namespace heddle {

constexpr std::uint16_t class_bit(IssueClass what) {
    return static_cast<std::uint16_t>(1u << static_cast<unsigned>(what));
}

// Loads with a socket of their own.
constexpr unsigned read_only_classes = class_bit(IssueClass::constant) | class_bit(IssueClass::texture);

// All that leaves the SM by a link.
constexpr unsigned classes_with_links = class_bit(IssueClass::memory) | read_only_classes;

class WarpSets {
public:
    // Classes with any ready warp, as class bits.
    unsigned ready_classes() const { return classes_; }
    std::uint64_t ready(unsigned what) const { return ready_[what]; }
    std::uint64_t ready(IssueClass what) const { return ready_[static_cast<unsigned>(what)]; }
    void set_ready(unsigned slot, IssueClass what) {
        ready_[static_cast<unsigned>(what)] |= std::uint64_t{1} << slot;
        classes_ |= class_bit(what);
    }
    void reset_ready(std::uint64_t warps, IssueClass what) {
        std::uint64_t& left = ready_[static_cast<unsigned>(what)];
        left &= ~warps;
        if (!left) classes_ &= static_cast<std::uint16_t>(~class_bit(what));
    }

    // Every resident warp is in one of these sets; those in `ready` wait only for their unit.
    std::uint64_t waiting(WarpWait wait) const { return waiting_[static_cast<unsigned>(wait)]; }
    void enter(std::uint64_t warp, WarpWait wait) { waiting_[static_cast<unsigned>(wait)] |= warp; }
    void leave(std::uint64_t warp, WarpWait wait) { waiting_[static_cast<unsigned>(wait)] &= ~warp; }

private:
    std::array<std::uint64_t, issue_classes> ready_{};
    std::uint16_t classes_ = 0;
    std::array<std::uint64_t, warp_waits> waiting_{};
};

}  // namespace heddle
