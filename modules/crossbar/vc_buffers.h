// The input side of a network with virtual channels: each input has several buffers, which flits enter one by one.
// Plain C++.
#pragma once

#include <utility>
#include <vector>

#include "heddle/crossbar/allocators/vc_allocator.h"
#include "heddle/crossbar/packet_list.h"
#include "heddle/crossbar/requests.h"

namespace heddle {

// A flit that leaves a buffer.
struct Crossing {
    PacketId packet;
    bool tail;
    unsigned output_channel;
};

// The link of an input delivers one packet after the other, a flit per cycle; a packet is in the channel from its first
// flit on. It joins the packets of its input for the same output, so that they stay in order, else the channel with the
// most room. Hence the packets of an input for one output are all in one channel, and the pair of input and output says
// which one.
template <class Set>
class VcBuffers {
public:
    // Each input has `speedup` ports on the switch; its channels are dealt out to them in turn.
    VcBuffers(unsigned inputs, unsigned outputs, unsigned channels, unsigned channel_flits, unsigned speedup);

    // The link delivers nothing at the moment.
    bool link_free(unsigned input) const { return !arriving_.test(input); }
    void accept(unsigned input, const Packet& packet);
    // A flit of each packet on a link enters, if its channel has room.
    void enter(PacketPool& pool, Cycle now);
    // Links that have delivered their packets since the last call.
    Set take_freed_links() { return std::exchange(freed_links_, Set{}); }
    bool has_freed_links() const { return freed_links_.any(); }
    // Some flit on a link may find room.
    bool entering() const { return entering_.any(); }

    // Packets at the head of a channel that have no channel of their output.
    const Requests<Set>& asking() const { return asking_; }
    // Packets that have one, and a flit in the buffer, by port on the switch.
    const Requests<Set>& competing() const { return competing_; }
    // The inputs with such packets.
    Set competing_inputs() const;
    // The input that a port on the switch belongs to.
    unsigned input_of(unsigned switch_port) const { return input_of_[switch_port]; }
    // The channel with the packets of an input for an output, if there are any.
    unsigned channel_of(unsigned input, unsigned output) const { return pairs_[input * outputs_ + output].channel; }
    void give_output_channel(unsigned input, unsigned output, unsigned output_channel);
    // Of the packet that competes.
    Crossing cross(PacketPool& pool, unsigned input, unsigned output);

    Set waiting_inputs() const {
        Set inputs = asking_.inputs();
        return inputs |= competing_inputs();
    }
    unsigned used_flits(unsigned input) const;
    // With the one on the link.
    unsigned waiting_packets(const PacketPool& pool, unsigned input) const;

private:
    struct Channel {
        PacketList packets;
        unsigned flits = 0;  // in the buffer
        unsigned left = 0;   // flits of the first packet that have not crossed
        std::uint16_t output = 0;
        std::uint16_t output_channel = no_channel;  // both of the first packet
        std::uint16_t switch_port = 0;
    };
    struct Link {
        Packet packet;
        unsigned left = 0;     // flits that have not entered
        unsigned channel = 0;  // that they enter, from the first one on
    };
    struct Pair {
        std::uint16_t packets = 0;  // in the channel
        std::uint16_t channel = 0;
    };
    static constexpr std::uint16_t no_channel = 0xffff;

    Channel& channel(unsigned input, unsigned number) { return channels_[input * channels_per_input_ + number]; }
    bool enter_flit(PacketPool& pool, unsigned input, Cycle now);
    void begin_packet(PacketPool& pool, unsigned input, Cycle now);
    unsigned emptiest_channel(unsigned input, unsigned first) const;
    void end_packet(PacketPool& pool, unsigned input, Channel& from);

    const unsigned outputs_, channels_per_input_, channel_flits_, speedup_;
    std::vector<Channel> channels_;
    std::vector<std::uint16_t> input_of_;
    std::vector<Link> links_;
    std::vector<Pair> pairs_;
    Set arriving_;  // inputs whose link has a packet
    Set entering_;  // those of them that may find room
    Set freed_links_;
    Requests<Set> asking_, competing_;
};

template <class Set>
VcBuffers<Set>::VcBuffers(unsigned inputs, unsigned outputs, unsigned channels, unsigned channel_flits,
                          unsigned speedup)
    : outputs_(outputs),
      channels_per_input_(channels),
      channel_flits_(channel_flits),
      speedup_(speedup),
      channels_(std::size_t{inputs} * channels),
      links_(inputs),
      pairs_(std::size_t{inputs} * outputs),
      asking_(inputs, outputs),
      competing_(inputs * speedup, outputs) {
    for (unsigned input = 0; input < inputs; ++input) {
        input_of_.insert(input_of_.end(), speedup, static_cast<std::uint16_t>(input));
        for (unsigned number = 0; number < channels; ++number)
            channel(input, number).switch_port = static_cast<std::uint16_t>(input * speedup + number % speedup);
    }
}

template <class Set>
inline Set VcBuffers<Set>::competing_inputs() const {
    if (speedup_ == 1) return competing_.inputs();
    Set inputs;
    competing_.inputs().for_each([&](unsigned port) { inputs.set(input_of_[port]); });
    return inputs;
}

template <class Set>
inline void VcBuffers<Set>::accept(unsigned input, const Packet& packet) {
    links_[input] = {packet, packet.flits, links_[input].channel};
    arriving_.set(input);
    entering_.set(input);
}

template <class Set>
inline void VcBuffers<Set>::enter(PacketPool& pool, Cycle now) {
    entering_.for_each([&](unsigned input) {
        if (!enter_flit(pool, input, now)) return entering_.reset(input);  // until a flit of this input has crossed
        if (links_[input].left) return;
        entering_.reset(input);
        arriving_.reset(input);
        freed_links_.set(input);
    });
}

// Of channels with equal room the first one at or behind `first`.
template <class Set>
inline unsigned VcBuffers<Set>::emptiest_channel(unsigned input, unsigned first) const {
    const Channel* channels = &channels_[input * channels_per_input_];
    unsigned best = first < channels_per_input_ ? first : 0;
    for (unsigned i = 1, number = best; i < channels_per_input_ && channels[best].flits; ++i) {
        if (++number == channels_per_input_) number = 0;
        if (channels[number].flits < channels[best].flits) best = number;
    }
    return best;
}

template <class Set>
inline bool VcBuffers<Set>::enter_flit(PacketPool& pool, unsigned input, Cycle now) {
    Link& link = links_[input];
    const bool head = link.left == link.packet.flits;
    unsigned number = link.channel;
    if (head) {
        const Pair& pair = pairs_[input * outputs_ + link.packet.output];
        number = pair.packets ? pair.channel : emptiest_channel(input, link.channel + 1);
    }
    Channel& to = channel(input, number);
    if (to.flits == channel_flits_) return false;
    link.channel = number;
    ++to.flits;
    --link.left;
    if (head)
        begin_packet(pool, input, now);
    else if (to.flits == 1 && to.output_channel != no_channel)  // the packet had run dry
        competing_.ask(to.switch_port, to.output);
    return true;
}

template <class Set>
inline void VcBuffers<Set>::begin_packet(PacketPool& pool, unsigned input, Cycle now) {
    Link& link = links_[input];
    Channel& to = channel(input, link.channel);
    Pair& pair = pairs_[input * outputs_ + link.packet.output];
    ++pair.packets;
    pair.channel = static_cast<std::uint16_t>(link.channel);
    link.packet.entered = now;
    if (to.packets.empty()) {
        to.left = link.packet.flits;
        to.output = link.packet.output;
        asking_.ask(input, to.output);
    }
    to.packets.push(pool, pool.put(link.packet));
}

template <class Set>
inline void VcBuffers<Set>::give_output_channel(unsigned input, unsigned output, unsigned output_channel) {
    Channel& of_packet = channel(input, channel_of(input, output));
    of_packet.output_channel = static_cast<std::uint16_t>(output_channel);
    asking_.ask_no_more(input, output);
    competing_.ask(of_packet.switch_port, output);
}

template <class Set>
inline Crossing VcBuffers<Set>::cross(PacketPool& pool, unsigned input, unsigned output) {
    Channel& from = channel(input, channel_of(input, output));
    const Crossing crossing{from.packets.head(), from.left == 1, from.output_channel};
    --from.left;
    --from.flits;
    if (arriving_.test(input)) entering_.set(input);
    if (crossing.tail || from.flits == 0) competing_.ask_no_more(from.switch_port, output);
    if (crossing.tail) end_packet(pool, input, from);
    return crossing;
}

template <class Set>
inline void VcBuffers<Set>::end_packet(PacketPool& pool, unsigned input, Channel& from) {
    --pairs_[input * outputs_ + from.output].packets;
    from.packets.pop(pool);
    from.output_channel = no_channel;
    if (from.packets.empty()) return;
    const Packet& next = pool[from.packets.head()];
    from.left = next.flits;
    from.output = next.output;
    asking_.ask(input, from.output);
}

template <class Set>
unsigned VcBuffers<Set>::used_flits(unsigned input) const {
    unsigned flits = 0;
    for (unsigned i = 0; i < channels_per_input_; ++i) flits += channels_[input * channels_per_input_ + i].flits;
    return flits;
}

template <class Set>
unsigned VcBuffers<Set>::waiting_packets(const PacketPool& pool, unsigned input) const {
    const Link& link = links_[input];
    unsigned packets = arriving_.test(input) && link.left == link.packet.flits;
    for (unsigned i = 0; i < channels_per_input_; ++i)
        packets += channels_[input * channels_per_input_ + i].packets.size(pool);
    return packets;
}

}  // namespace heddle
