// One direction of a crossbar: input buffers, allocator, switch, ejection buffers. Plain C++.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "heddle/crossbar/allocators/sweep.h"
#include "heddle/crossbar/crossbar_parameters.h"
#include "heddle/crossbar/grant.h"
#include "heddle/crossbar/input_buffers.h"
#include "heddle/crossbar/transfers.h"

namespace heddle {

// Virtual cut-through: a packet of k flits holds its input and its output for k cycles from its grant; with the
// allocator "sweep" only its output, so that an input may send several packets at a time. The owner calls, once per
// cycle and in this order: release(), eject() where something is ready, accept(), allocate(). PortNumbers is a set of
// inputs or outputs: the smallest FixedPortSet that is large enough.
template <class PortNumbers>
class CrossbarNetwork {
public:
    using Set = PortNumbers;
    // A packet takes `further` cycles more than parameters.latency_cycles, and those for which it waits for its link.
    CrossbarNetwork(unsigned inputs, unsigned outputs, const CrossbarParameters& parameters, PairLatency further = {},
                    GroupLinks links = {});

    // From the grant to the arrival of the head flit.
    unsigned latency(unsigned input, unsigned output) const { return latency_cycles_ + further_.cycles(input, output); }
    // Before this cycle release() has nothing to do.
    Cycle next_release() const { return next_release_; }
    // Ends the transfers whose last flit has left and returns their credits. Returns the transfers' inputs, which have
    // buffer space again.
    Set release(Cycle now);
    // Outputs with packets in flight to them or waiting at them.
    const Set& pending() const { return pending_; }
    // When the last flit of the output's first packet arrives or arrived; never without a packet.
    Cycle arrival(unsigned output) const { return ejection_[output].arrival; }
    bool ready(unsigned output, Cycle now) const { return arrival(output) <= now; }
    // Valid until the next accept().
    const Packet& eject(unsigned output, Cycle now);
    bool has_room(unsigned input, unsigned flits) const { return buffers_.has_room(input, flits); }
    [[gnu::always_inline]] void accept(unsigned input, const Packet& packet) {
        buffers_.push(pool_, input, packet);
        unsettled_ = true;
    }
    // False: an allocation would find nothing.
    bool unsettled() const { return unsettled_; }
    // Calls granted(Grant) for each packet that begins to cross. Returns how many inputs wanted a free output and lost.
    template <class Granted>
    unsigned allocate(Cycle now, Granted granted);

    bool idle() const { return buffers_.empty() && !pending_.any(); }
    // When buffers and switch next need the owner. Ejection buffers are left out: the owner knows whether their links
    // are open. `every_release`: also when no packet in the buffers waits for a release.
    Cycle due(Cycle now, bool every_release) const {
        if (unsettled_) return now + 1;
        return every_release || awaits_release() ? next_release_ : never;
    }

    const InputBuffers<Set>& buffers() const { return buffers_; }
    unsigned waiting_packets(unsigned input) const { return buffers_.waiting_packets(pool_, input); }
    // Granted to the output and not handed over.
    unsigned granted_packets(unsigned output) const { return ejection_[output].packets; }
    // The input whose packet holds the output; outputs that are not held say `inputs`.
    unsigned holder(unsigned output) const { return free_outputs_.test(output) ? inputs_ : ejection_[output].holder; }
    // The packet that holds an output, which is the last one that was granted there.
    const Packet& held_by(unsigned output) const { return pool_[ejection_[output].last]; }

private:
    struct Ejection {
        Cycle arrival = never;  // of the first packet
        PacketList list;
        unsigned packets = 0;       // in the list; credits are taken at the grant, so packets in flight are in it, too
        unsigned holder = 0;        // the input of the last grant
        PacketId last = no_packet;  // its packet
    };
    // Some waiting packet could go if a port became free or a credit came back.
    bool awaits_release() const {
        const Set& wanted = buffers_.requests().outputs();
        return wanted.meets(credited_outputs_) || wanted.meets(returning_credits_);
    }
    template <class Granted>
    unsigned sweep(Cycle now, Granted granted);
    [[gnu::always_inline]] Grant start(Match match, Cycle now);
    const LinkPass& pass_link(Packet& packet, Match match, Cycle now) {
        last_pass_ = links_.pass(match.input, match.output, packet.link_bytes, now);
        packet.arrives += last_pass_.waited;
        return last_pass_;
    }

    bool unsettled_ = false;  // an allocation may find a match: something changed after the last one, or it left some
    const unsigned inputs_, latency_cycles_, ejection_packets_;
    const PairLatency further_;
    GroupLinks links_;
    LinkPass last_pass_;
    Cycle next_release_ = never;
    Set pending_, free_inputs_, free_outputs_;
    Set credited_outputs_;   // outputs with a credit: their ejection buffer has room
    Set returning_credits_;  // outputs that have a credit from the next cycle on
    std::vector<Ejection> ejection_;
    InputBuffers<Set> buffers_;
    PacketPool pool_;
    Transfers transfers_;
    std::unique_ptr<Allocator<Set>> allocator_;  // null: sweep_ allocates
    Sweep<Set> sweep_;
    Matching matching_;
};

template <class Set>
CrossbarNetwork<Set>::CrossbarNetwork(unsigned inputs, unsigned outputs, const CrossbarParameters& parameters,
                                      PairLatency further, GroupLinks links)
    : inputs_(inputs),
      latency_cycles_(parameters.latency_cycles),
      ejection_packets_(parameters.ejection_buffer_packets),
      further_(std::move(further)),
      links_(std::move(links)),
      free_inputs_(Set::first(inputs)),
      free_outputs_(Set::first(outputs)),
      credited_outputs_(Set::first(outputs)),
      ejection_(outputs),
      buffers_(inputs, outputs, parameters.input_buffer_flits, parameters.virtual_output_queues),
      transfers_(outputs),
      allocator_(make_allocator<Set>(parameters.allocator, inputs, outputs, parameters.islip_iterations)),
      sweep_(outputs),
      matching_(inputs, outputs) {}

template <class Set>
Set CrossbarNetwork<Set>::release(Cycle now) {
    credited_outputs_ |= returning_credits_;
    returning_credits_ = Set{};
    Set freed;
    transfers_.end_until(now, [&](const Transfer& transfer) {
        freed.set(transfer.input);
        free_outputs_.set(transfer.output);
        buffers_.give_back(transfer.input, transfer.flits);
    });
    free_inputs_ |= freed;
    next_release_ = transfers_.next_end();
    unsettled_ = !buffers_.empty();
    return freed;
}

template <class Set>
inline const Packet& CrossbarNetwork<Set>::eject(unsigned output, Cycle now) {
    Ejection& ejection = ejection_[output];
    if (ejection.packets-- == ejection_packets_) {
        returning_credits_.set(output);
        next_release_ = std::min(next_release_, now + 1);
    }
    const Packet& packet = pool_.take(ejection.list.pop(pool_));
    ejection.arrival = ejection.packets ? pool_[ejection.list.head()].arrives : never;
    if (!ejection.packets) pending_.reset(output);
    return packet;
}

template <class Set>
template <class Granted>
unsigned CrossbarNetwork<Set>::allocate(Cycle now, Granted granted) {
    if (!unsettled_) return 0;
    unsettled_ = false;
    if (!allocator_) return sweep(now, granted);
    Set outputs = buffers_.requests().outputs() & free_outputs_;
    outputs &= credited_outputs_;
    const Set inputs = buffers_.requests().inputs() & free_inputs_;
    if (!outputs.any() || !inputs.any()) return 0;
    matching_.clear();
    const unsigned contenders = allocator_->allocate(
        {buffers_.requests().by_output(), buffers_.requests().by_input(), inputs, outputs}, matching_);
    for (const Match match : matching_) {
        outputs.reset(match.output);
        granted(start(match, now));
    }
    const unsigned conflicts = contenders - matching_.size();
    unsettled_ = conflicts && outputs.any();
    return conflicts;
}

template <class Set>
template <class Granted>
unsigned CrossbarNetwork<Set>::sweep(Cycle now, Granted granted) {
    const Set outputs = free_outputs_ & credited_outputs_;
    const unsigned conflicts = sweep_.allocate(buffers_.requests(), outputs, [&](unsigned input, unsigned output) {
        granted(start({input, output}, now));
    });
    // Packets that came to the head behind others may want outputs that were passed before.
    unsettled_ = buffers_.requests().outputs().meets(free_outputs_ & credited_outputs_);
    return conflicts;
}

template <class Set>
inline Grant CrossbarNetwork<Set>::start(Match match, Cycle now) {
    const PacketId id = buffers_.pop(pool_, match.input, match.output);
    Packet& packet = pool_[id];
    const unsigned flits = packet.flits;
    const Cycle end = now + flits;
    packet.arrives = end + latency(match.input, match.output) - 1;
    const LinkPass* link = links_.none() ? nullptr : &pass_link(packet, match, end);
    if (allocator_) free_inputs_.reset(match.input);
    free_outputs_.reset(match.output);
    transfers_.add({end, flits, static_cast<std::uint16_t>(match.input), static_cast<std::uint16_t>(match.output)});
    next_release_ = std::min(next_release_, end);
    Ejection& ejection = ejection_[match.output];
    ejection.arrival = std::min(ejection.arrival, packet.arrives);
    if (++ejection.packets == ejection_packets_) credited_outputs_.reset(match.output);
    if (further_.none() && links_.none())
        ejection.list.push(pool_, id);
    else
        ejection.list.insert_by_arrival(pool_, id);
    ejection.holder = match.input;
    ejection.last = id;
    pending_.set(match.output);
    return {match.input, match.output, flits, now - packet.entered, link};
}

}  // namespace heddle
