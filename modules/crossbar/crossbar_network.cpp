#include "crossbar/crossbar_network.h"

namespace heddle {

CrossbarNetwork::CrossbarNetwork(unsigned inputs, unsigned outputs, const CrossbarParameters& parameters)
    : inputs_(inputs),
      latency_cycles_(parameters.latency_cycles),
      ejection_packets_(parameters.ejection_buffer_packets),
      ejection_(outputs),
      free_inputs_(PortSet::first(inputs)),
      free_outputs_(PortSet::first(outputs)),
      credited_outputs_(PortSet::first(outputs)),
      buffers_(inputs, outputs, parameters.input_buffer_flits, parameters.virtual_output_queues),
      transfers_(inputs),
      allocator_(make_allocator(parameters.allocator, inputs, outputs, parameters.islip_iterations)) {}

PortSet CrossbarNetwork::release(Cycle now) {
    credited_outputs_ |= returning_credits_;
    returning_credits_ = PortSet{};
    PortSet freed;
    while (transfers_.next_end() <= now) {
        const Transfer& transfer = transfers_.pop();
        freed.set(transfer.input);
        free_outputs_.set(transfer.output);
        buffers_.give_back(transfer.input, transfer.flits);
    }
    free_inputs_ |= freed;
    next_release_ = transfers_.next_end();
    unsettled_ = !buffers_.empty();
    return freed;
}

void CrossbarNetwork::match(Cycle now) {
    unsettled_ = false;
    PortSet outputs = buffers_.wanted_outputs() & free_outputs_;
    outputs &= credited_outputs_;
    const PortSet inputs = buffers_.waiting_inputs() & free_inputs_;
    if (!outputs.any() || !inputs.any()) return;
    matches_.clear();
    const unsigned contenders =
        allocator_->allocate({buffers_.wanted_by(), buffers_.wanted_of(), inputs, outputs}, matches_);
    conflicts_ = contenders - static_cast<unsigned>(matches_.size());
    for (const Match& match : matches_) {
        outputs.reset(match.output);
        start(match, now);
    }
    unsettled_ = conflicts_ && outputs.any();
}

void CrossbarNetwork::start(const Match& match, Cycle now) {
    const PacketId id = buffers_.pop(pool_, match.input, match.output);
    Packet& packet = pool_[id];
    packet.arrives = now + latency_cycles_ + packet.flits - 1;
    free_inputs_.reset(match.input);
    free_outputs_.reset(match.output);
    transfers_.add({now + packet.flits, packet.flits, static_cast<std::uint16_t>(match.input), packet.output});
    next_release_ = std::min(next_release_, now + packet.flits);
    Ejection& ejection = ejection_[match.output];
    if (ejection.packets == 0) ejection.arrival = packet.arrives;
    if (++ejection.packets == ejection_packets_) credited_outputs_.reset(match.output);
    ejection.list.push(pool_, id);
    ejection.holder = match.input;
    pending_.set(match.output);
    grants_.push_back({match.input, match.output, packet.flits, now - packet.entered});
}

}  // namespace heddle
