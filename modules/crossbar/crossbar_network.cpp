#include "crossbar/crossbar_network.h"

#include <algorithm>

namespace heddle {

CrossbarNetwork::CrossbarNetwork(unsigned inputs, unsigned outputs, const CrossbarParameters& parameters)
    : inputs_(inputs),
      latency_cycles_(parameters.latency_cycles),
      buffers_(inputs, outputs, parameters.input_buffer_flits, parameters.virtual_output_queues),
      allocator_(make_allocator(parameters.allocator, inputs, outputs, parameters.islip_iterations)),
      free_inputs_(PortSet::first(inputs)),
      free_outputs_(PortSet::first(outputs)),
      holder_(outputs, inputs) {
    ejection_.reserve(outputs);
    for (unsigned output = 0; output < outputs; ++output) ejection_.emplace_back(parameters.ejection_buffer_packets);
}

PortSet CrossbarNetwork::release(Cycle now) {
    PortSet freed;
    next_end_ = never;
    unsettled_ = !buffers_.empty();
    for (std::size_t i = 0; i < transfers_.size();) {
        const Transfer& transfer = transfers_[i];
        if (transfer.end > now) {
            next_end_ = std::min(next_end_, transfer.end);
            ++i;
            continue;
        }
        freed.set(transfer.input);
        free_outputs_.set(transfer.output);
        holder_[transfer.output] = inputs_;
        buffers_.give_back(transfer.input, transfer.flits);
        transfers_[i] = transfers_.back();
        transfers_.pop_back();
    }
    free_inputs_ |= freed;
    return freed;
}

Packet CrossbarNetwork::eject(unsigned output, Cycle now) {
    RegisteredQueue<Packet>& ejection = ejection_[output];
    if (ejection.filled()) unsettled_ = !buffers_.empty();
    const Packet packet = ejection.pop(now);
    if (ejection.empty()) pending_.reset(output);
    return packet;
}

bool CrossbarNetwork::has_credit(unsigned output, Cycle now) {
    if (!ejection_[output].full(now)) return true;
    if (!ejection_[output].filled()) unsettled_ = true;  // it is there in the next cycle
    return false;
}

const std::vector<CrossbarNetwork::Grant>& CrossbarNetwork::allocate(Cycle now) {
    grants_.clear();
    conflicts_ = 0;
    if (!unsettled_) return grants_;
    unsettled_ = false;
    Contention contention{buffers_.wanted_by(), free_inputs_, buffers_.wanted_outputs() & free_outputs_};
    PortSet contenders;
    contention.outputs.for_each([&](unsigned output) {
        const PortSet& wanting = contention.wanted_by[output];
        if (wanting.meets(free_inputs_) && has_credit(output, now))
            contenders |= wanting;
        else
            contention.outputs.reset(output);
    });
    contenders &= free_inputs_;
    if (!contenders.any()) return grants_;
    matches_.clear();
    allocator_->allocate(contention, matches_);
    conflicts_ = contenders.count() - static_cast<unsigned>(matches_.size());
    if (conflicts_) unsettled_ = true;
    for (const Match& match : matches_) start(match, now);
    return grants_;
}

void CrossbarNetwork::start(const Match& match, Cycle now) {
    Packet packet = buffers_.pop(match.input, match.output);
    packet.arrives = now + latency_cycles_ + packet.flits - 1;
    free_inputs_.reset(match.input);
    free_outputs_.reset(match.output);
    pending_.set(match.output);
    holder_[match.output] = match.input;
    next_end_ = std::min(next_end_, now + packet.flits);
    transfers_.push_back({now + packet.flits, match.input, match.output, packet.flits});
    grants_.push_back({match.input, match.output, packet.flits, now - packet.entered});
    ejection_[match.output].push(packet, packet.arrives);
}

}  // namespace heddle
