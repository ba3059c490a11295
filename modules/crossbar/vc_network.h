// One direction of a crossbar with virtual channels: their buffers, two allocators, switch, ejection buffers. Plain
// C++.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "heddle/crossbar/crossbar_parameters.h"
#include "heddle/crossbar/grant.h"
#include "heddle/crossbar/vc_buffers.h"

namespace heddle {

// Wormhole switching: a packet at the head of its channel gets a channel of its output and a place in the ejection
// buffer, then its flits cross one by one, an output and a port of an input on the switch taking part in one crossing
// per cycle. The owner calls the same functions in the same order as those of CrossbarNetwork.
template <class PortNumbers>
class VcNetwork {
public:
    using Set = PortNumbers;
    // Links of groups are not for virtual channels; the parameters refuse both together.
    VcNetwork(unsigned inputs, unsigned outputs, const CrossbarParameters& parameters, PairLatency further = {},
              const GroupLinks& = {});

    unsigned latency(unsigned input, unsigned output) const { return latency_cycles_ + further_.cycles(input, output); }
    // Before this cycle release() has nothing to do.
    Cycle next_release() const { return next_release_; }
    // Ends the last cycle's crossings and returns credits. Returns the inputs whose links can deliver another packet.
    Set release(Cycle now);
    // Outputs with packets in flight to them or waiting at them, complete but for the latency.
    const Set& pending() const { return pending_; }
    // When the last flit of the output's first packet arrives or arrived; never without a packet.
    Cycle arrival(unsigned output) const { return outputs_[output].arrival; }
    bool ready(unsigned output, Cycle now) const { return arrival(output) <= now; }
    // Valid until the next enter().
    const Packet& eject(unsigned output, Cycle now);
    bool has_room(unsigned input, unsigned /*flits*/) const { return buffers_.link_free(input); }
    void accept(unsigned input, const Packet& packet) {
        buffers_.accept(input, packet);
        unsettled_ = true;
    }
    // False: an allocation would find nothing.
    bool unsettled() const { return unsettled_; }
    // A flit of each accepted packet enters its channel, if there is room.
    void enter(Cycle now) {
        if (buffers_.entering()) buffers_.enter(pool_, now);
    }
    // Calls granted(Grant) for each packet whose last flit crosses. Returns how many inputs wanted a free output and
    // lost.
    template <class Granted>
    unsigned allocate(Cycle now, Granted granted);

    // As CrossbarNetwork::due().
    Cycle due(Cycle now, bool every_release) const {
        if (unsettled_) return now + 1;
        return every_release || buffers_.asking().outputs().meets(returning_credits_) ? next_release_ : never;
    }

    const VcBuffers<Set>& buffers() const { return buffers_; }
    unsigned waiting_packets(unsigned input) const { return buffers_.waiting_packets(pool_, input); }
    // Those that have a channel of the output or wait there.
    unsigned granted_packets(unsigned output) const {
        return ejection_packets_ - outputs_[output].credits - outputs_[output].returning;
    }
    // The input whose flit crosses to the output; outputs without one say `inputs`.
    unsigned holder(unsigned output) const { return crossing_.test(output) ? outputs_[output].holder : inputs_; }
    // The packet of that flit.
    const Packet& held_by(unsigned output) const { return pool_[outputs_[output].crossing]; }

private:
    struct Output {
        Cycle arrival = never;   // of the first packet in the list
        PacketList list;         // whose last flits have crossed
        unsigned credits = 0;    // free places in the ejection buffer
        unsigned returning = 0;  // places that are free from the next cycle on
        ChannelMask free_channels = 0;
        unsigned holder = 0;            // the input of the last flit
        PacketId crossing = no_packet;  // its packet
    };
    Set give_channels();
    void give_channels_of(unsigned number, Set& losers);
    template <class Granted>
    void cross(Match match, Cycle now, Granted& granted);
    void arrive(unsigned number, PacketId id);
    void update_available(unsigned output) {
        if (outputs_[output].credits && outputs_[output].free_channels)
            available_.set(output);
        else
            available_.reset(output);
    }

    bool unsettled_ = false;  // a flit may enter or cross, or a packet may get a channel
    const unsigned inputs_, channels_, latency_cycles_, ejection_packets_;
    const PairLatency further_;
    Cycle next_release_ = never;
    Set pending_;
    Set available_;  // outputs with a free channel and a credit
    Set returning_credits_;
    Set crossing_;  // outputs to which a flit crosses in this cycle
    std::vector<Output> outputs_;
    VcBuffers<Set> buffers_;
    PacketPool pool_;
    VcAllocator<Set> vc_allocator_;
    std::unique_ptr<Allocator<Set>> switch_allocator_;
    Matching matching_;
};

template <class Set>
VcNetwork<Set>::VcNetwork(unsigned inputs, unsigned outputs, const CrossbarParameters& parameters, PairLatency further,
                          const GroupLinks&)
    : inputs_(inputs),
      channels_(parameters.virtual_channels),
      latency_cycles_(parameters.latency_cycles),
      ejection_packets_(parameters.ejection_buffer_packets),
      further_(std::move(further)),
      available_(Set::first(outputs)),
      outputs_(outputs),
      buffers_(inputs, outputs, parameters.virtual_channels, parameters.vc_buffer_flits, parameters.input_speedup),
      vc_allocator_(inputs, outputs, parameters.virtual_channels, parameters.islip_iterations),
      switch_allocator_(make_allocator<Set>(parameters.allocator, inputs * parameters.input_speedup, outputs,
                                            parameters.islip_iterations)),
      matching_(inputs * parameters.input_speedup, outputs) {
    for (Output& output : outputs_) {
        output.credits = ejection_packets_;
        output.free_channels = (ChannelMask{1} << parameters.virtual_channels) - 1;
    }
}

template <class Set>
Set VcNetwork<Set>::release(Cycle) {
    returning_credits_.for_each([&](unsigned number) {
        Output& output = outputs_[number];
        output.credits += std::exchange(output.returning, 0);
        update_available(number);
    });
    returning_credits_ = Set{};
    crossing_ = Set{};
    next_release_ = never;
    unsettled_ = unsettled_ || buffers_.asking().outputs().meets(available_);
    return buffers_.take_freed_links();
}

template <class Set>
inline const Packet& VcNetwork<Set>::eject(unsigned number, Cycle now) {
    Output& output = outputs_[number];
    ++output.returning;
    returning_credits_.set(number);
    next_release_ = now + 1;
    const Packet& packet = pool_.take(output.list.pop(pool_));
    output.arrival = output.list.empty() ? never : pool_[output.list.head()].arrives;
    if (output.list.empty()) pending_.reset(number);
    return packet;
}

template <class Set>
template <class Granted>
unsigned VcNetwork<Set>::allocate(Cycle now, Granted granted) {
    if (!unsettled_) return 0;
    Set contenders = give_channels();
    const Requests<Set>& requests = buffers_.competing();
    matching_.clear();
    if (requests.inputs().any()) {
        contenders |= buffers_.competing_inputs();
        switch_allocator_->allocate({requests.by_output(), requests.by_input(), requests.inputs(), requests.outputs()},
                                    matching_);
        for (const Match match : matching_) {
            const unsigned input = buffers_.input_of(match.input);
            cross({input, match.output}, now, granted);
            contenders.reset(input);
        }
    }
    if (matching_.size() || buffers_.has_freed_links()) next_release_ = now + 1;
    unsettled_ = buffers_.entering() || requests.inputs().any() || buffers_.asking().outputs().meets(available_);
    return contenders.any() ? contenders.count() : 0;
}

// Returns the inputs with packets that asked an output with a free channel and got none.
template <class Set>
inline Set VcNetwork<Set>::give_channels() {
    Set losers;
    const Set outputs = buffers_.asking().outputs() & available_;
    outputs.for_each([&](unsigned number) { give_channels_of(number, losers); });
    return losers;
}

template <class Set>
inline void VcNetwork<Set>::give_channels_of(unsigned number, Set& losers) {
    Output& output = outputs_[number];
    ChannelMask free = output.free_channels;
    // Each packet with a channel has a place in the ejection buffer: without places the higher channels stay free.
    if (output.credits < channels_)
        while (static_cast<unsigned>(__builtin_popcount(free)) > output.credits)
            free &= ~(ChannelMask{1} << (31 - __builtin_clz(free)));
    losers |= vc_allocator_.allocate(
        number, buffers_.asking().by_output()[number], free,
        [&](unsigned input) { return buffers_.channel_of(input, number); },
        [&](unsigned input, unsigned channel) {
            output.free_channels &= ~(ChannelMask{1} << channel);
            --output.credits;
            buffers_.give_output_channel(input, number, channel);
        });
    update_available(number);
}

template <class Set>
template <class Granted>
inline void VcNetwork<Set>::cross(Match match, Cycle now, Granted& granted) {
    const Crossing crossing = buffers_.cross(pool_, match.input, match.output);
    Output& output = outputs_[match.output];
    output.holder = match.input;
    output.crossing = crossing.packet;
    crossing_.set(match.output);
    if (!crossing.tail) return;
    output.free_channels |= ChannelMask{1} << crossing.output_channel;
    update_available(match.output);
    Packet& packet = pool_[crossing.packet];
    packet.arrives = now + latency(match.input, match.output);
    arrive(match.output, crossing.packet);
    granted(Grant{match.input, match.output, packet.flits, now - packet.entered - (packet.flits - 1)});
}

template <class Set>
inline void VcNetwork<Set>::arrive(unsigned number, PacketId id) {
    Output& output = outputs_[number];
    output.arrival = std::min(output.arrival, pool_[id].arrives);
    output.list.insert_by_arrival(pool_, id);
    pending_.set(number);
}

}  // namespace heddle
