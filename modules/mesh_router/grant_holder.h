// The grant holder of a router (MECHANISMS 3.2): once a Big Packet has won an output, the output stays with it until
// its last flit has left, so that fairness between virtual channels does not split it. Plain C++.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/mesh_router/mesh_shape.h"

namespace heddle {

class GrantHolder {
public:
    // Of those that want an output, who may be granted it: all, or only the one that holds it.
    std::uint64_t eligible(unsigned output, std::uint64_t wanting) const {
        return held_ >> output & 1 ? wanting & holder_[output] : wanting;
    }
    // Outputs that are held, as a mask. An input takes a held one before any other that it was granted.
    unsigned held() const { return held_; }
    // A flit of a Big Packet has won the output.
    void flit_granted(unsigned output, std::uint64_t input_bit, bool tail) {
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
