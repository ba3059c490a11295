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
        for (unsigned from = 0;;) {
            const Set wanted = outputs & requests.outputs();
            if (!wanted.any()) break;
            const unsigned output = wanted.round_robin_from(from);
            if (output < from) break;
            Set losing = requests.by_output()[output];
            const unsigned input = losing.round_robin_from(pointer_[output]);
            losing.reset(input);
            lost |= losing;
            sent.set(input);
            pointer_[output] = static_cast<std::uint16_t>(input + 1);
            send(input, output);
            from = output + 1;
        }
        sent.for_each([&](unsigned input) { lost.reset(input); });
        return lost.count();
    }

private:
    std::vector<std::uint16_t> pointer_;  // per output: the input with the highest priority
};

}  // namespace heddle
