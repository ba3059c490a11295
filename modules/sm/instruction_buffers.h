// The instruction buffers of an SM's warps: which of them hold the warp's next instruction, and which has its turn to
// fetch. Plain C++.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "heddle/base/geometry.h"

namespace heddle {

// A buffer holds the bytes of one fetch. An instruction that is the warp's next one is taken out, so that a warp that
// goes back fetches again (as in GPGPU-Sim, whose buffers hold two instructions).
class InstructionBuffers {
public:
    struct Piece {
        std::uint64_t address;
        unsigned bytes;
    };

    explicit InstructionBuffers(unsigned fetch_bytes) : fetch_bytes_(fetch_bytes) {}

    // A warp begins in this slot.
    void clear(unsigned slot) { buffers_[slot] = {}; }
    // The warp's next instruction is at this address.
    void go_to(unsigned slot, std::uint64_t address) {
        Buffer& buffer = buffers_[slot];
        if (address < buffer.begin || address >= buffer.end) {
            missing_ |= bit(slot);
            unsent_ |= bit(slot);
        }
        buffer.begin = address;
        if (!missing(slot)) ++buffer.begin;
    }
    bool missing(unsigned slot) const { return missing_ >> slot & 1; }
    // The warps that cannot issue, as a mask of slots.
    std::uint64_t missing() const { return missing_; }

    bool any_unsent() const { return unsent_ != 0; }
    // The warps take turns.
    unsigned next() const {
        const std::uint64_t behind = unsent_ & ~((std::uint64_t{2} << last_) - 1);
        return static_cast<unsigned>(__builtin_ctzll(behind ? behind : unsent_));
    }
    // From the instruction on, as far as its line goes.
    Piece piece(unsigned slot) const {
        const std::uint64_t address = buffers_[slot].begin;
        const std::uint64_t left = line_of(address) + line_bytes - address;
        return {address, static_cast<unsigned>(std::min<std::uint64_t>(fetch_bytes_, left))};
    }
    void sent(unsigned slot) {
        unsent_ &= ~bit(slot);
        last_ = slot;
    }
    // The piece has arrived.
    void filled(unsigned slot) {
        Buffer& buffer = buffers_[slot];
        buffer.end = buffer.begin + piece(slot).bytes;
        ++buffer.begin;
        missing_ &= ~bit(slot);
    }

private:
    // What is left of the last fetch: addresses [begin, end). While the next instruction is missing, its address is
    // `begin`.
    struct Buffer {
        std::uint64_t begin = 0, end = 0;
    };
    static std::uint64_t bit(unsigned slot) { return std::uint64_t{1} << slot; }

    const unsigned fetch_bytes_;
    unsigned last_ = 63;  // the slot that fetched last
    std::uint64_t missing_ = 0, unsent_ = 0;
    std::array<Buffer, 64> buffers_{};
};

}  // namespace heddle
