// An allocator that looks at an input again when it has sent a packet. Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/crossbar/requests.h"

namespace heddle {

// The outputs take their packets one after the other, the lowest first, each from the next input that wants it at that
// moment. So an input sends several packets in a cycle if each goes to a higher output than the one before.
template <class Set>
class Sweep {
public:
    explicit Sweep(unsigned outputs) : pointer_(outputs, 0) {}

    // `outputs`: those that can take a packet. send(input, output) takes the packet, so that the requests change.
    // Returns how many inputs wanted one of the outputs and sent nothing.
    template <class Send>
    unsigned allocate(const Requests<Set>& requests, const Set& outputs, Send send) {
        Set sent, lost;
        for (unsigned output = 0;; ++output) {
            output = (outputs & requests.outputs()).first_from(output);
            if (output == Set::capacity) break;
            const Set& asking = requests.by_output()[output];
            const unsigned input = asking.round_robin_from(pointer_[output]);
            lost |= asking;
            sent.set(input);
            pointer_[output] = static_cast<std::uint16_t>(input + 1);
            send(input, output);
        }
        lost.remove(sent);
        return lost.any() ? lost.count() : 0;
    }

private:
    std::vector<std::uint16_t> pointer_;  // per output: the input with the highest priority
};

}  // namespace heddle
