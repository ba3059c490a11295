// The grant holder of a router (MECHANISMS 3.2): once a Big Packet has won an output, the output stays with it until
// its last flit has left, so that fairness between virtual channels does not split it. While it cannot send, because
// its next flit or a credit is missing, the other virtual channels go on: a link that were kept for it then could wait,
// over the buffers of the next router, for a packet whose rest waits for this very link. Plain C++.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/mesh_router/mesh_shape.h"

namespace heddle {

class GrantHolder {
public:
    // Of those that want an output, who may be granted it: the one that holds it, if it is among them, else all.
    std::uint64_t eligible(unsigned output, std::uint64_t wanting) const {
        const bool holder_wants = (held_ >> output & 1) && (wanting & holder_[output]);
        return holder_wants ? holder_[output] : wanting;
    }
    // Outputs that are held, as a mask. An input takes a held one before any other that it was granted.
    unsigned held() const { return held_; }
    // A flit of a Big Packet has won the output. One that passed a holder which could not send does not become it.
    void flit_granted(unsigned output, std::uint64_t input_bit, bool tail) {
        if ((held_ >> output & 1) && holder_[output] != input_bit) return;
        if (tail) {
            held_ &= ~(1U << output);
        } else {
            held_ |= 1U << output;
            holder_[output] = input_bit;
        }
    }

private:
    std::array<std::uint64_t, mesh_ports> holder_{};
    unsigned held_ = 0;
};

}  // namespace heddle
