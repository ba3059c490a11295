// Which packets get a virtual channel of their output: iSLIP between an output's channels and the packets that ask.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/port_set.h"
#include "heddle/crossbar/fixed_port_set.h"

namespace heddle {

constexpr unsigned max_virtual_channels = 16;

// A set of channel numbers of one port.
using ChannelMask = std::uint32_t;

// The outputs are independent of each other, since a packet asks for the channels of one output only. There each free
// channel grants the next packet that asks, and a packet with several grants accepts the next channel. Pointers move as
// in Islip: one past the match, and only in the first iteration. At most one packet of an input asks an output at a
// time (VcBuffers), so that the channels' pointers count inputs.
template <class Set>
class VcAllocator {
public:
    VcAllocator(unsigned inputs, unsigned outputs, unsigned channels, unsigned iterations)
        : channels_(channels),
          iterations_(iterations),
          grant_pointer_(std::size_t{outputs} * channels, 0),
          accept_pointer_(std::size_t{inputs} * channels, 0) {}

    // `asking`: the inputs whose packets ask. `free`: the output's channels that may be given away. channel_of(input)
    // is the input channel of the packet that asks, matched(input, channel) gets each match. Returns the inputs that
    // got nothing.
    template <class ChannelOf, class Matched>
    Set allocate(unsigned output, Set asking, ChannelMask free, ChannelOf channel_of, Matched matched);

private:
    // Of the channels in a set that is not empty, the first one at or behind the pointer.
    static unsigned next_channel(ChannelMask channels, unsigned pointer) {
        const ChannelMask behind = channels >> pointer << pointer;
        return static_cast<unsigned>(__builtin_ctz(behind ? behind : channels));
    }
    // Returns the inputs with grants, and in grants_ which channels grant them.
    Set grant(unsigned output, const Set& asking, ChannelMask free);

    const unsigned channels_, iterations_;
    std::vector<std::uint16_t> grant_pointer_;  // per output and channel: the input with the highest priority
    std::vector<std::uint8_t> accept_pointer_;  // per input and channel: the output's channel with the highest priority
    std::array<ChannelMask, PortSet::capacity> grants_{};  // of the inputs with grants
};

template <class Set>
inline Set VcAllocator<Set>::grant(unsigned output, const Set& asking, ChannelMask free) {
    Set granted, others = asking;
    const unsigned first = asking.round_robin_from(0);
    others.reset(first);
    if (!others.any()) {  // the only one: all channels grant it
        grants_[first] = free;
        return asking;
    }
    for (; free; free &= free - 1) {
        const auto channel = static_cast<unsigned>(__builtin_ctz(free));
        const unsigned input = asking.round_robin_from(grant_pointer_[output * channels_ + channel]);
        if (!granted.test(input)) grants_[input] = 0;
        grants_[input] |= ChannelMask{1} << channel;
        granted.set(input);
    }
    return granted;
}

template <class Set>
template <class ChannelOf, class Matched>
Set VcAllocator<Set>::allocate(unsigned output, Set asking, ChannelMask free, ChannelOf channel_of, Matched matched) {
    for (unsigned iteration = 0; iteration < iterations_ && free && asking.any(); ++iteration) {
        grant(output, asking, free).for_each([&](unsigned input) {
            std::uint8_t& accept_pointer = accept_pointer_[input * channels_ + channel_of(input)];
            const unsigned channel = next_channel(grants_[input], accept_pointer);
            asking.reset(input);
            free &= ~(ChannelMask{1} << channel);
            if (iteration == 0) {
                accept_pointer = static_cast<std::uint8_t>(channel + 1);
                grant_pointer_[output * channels_ + channel] = static_cast<std::uint16_t>(input + 1);
            }
            matched(input, channel);
        });
    }
    return asking;
}

}  // namespace heddle
