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
      ejection_(outputs, RegisteredQueue<Packet>(parameters.ejection_buffer_packets)),
      holder_(outputs, inputs) {}

void CrossbarNetwork::release(Cycle now) {
    for (std::size_t i = 0; i < transfers_.size();) {
        const Transfer& transfer = transfers_[i];
        if (transfer.end > now) {
            ++i;
            continue;
        }
        free_inputs_.set(transfer.input);
        free_outputs_.set(transfer.output);
        holder_[transfer.output] = inputs_;
        buffers_.give_back(transfer.input, transfer.flits);
        transfers_[i] = transfers_.back();
        transfers_.pop_back();
    }
}

Packet CrossbarNetwork::eject(unsigned output, Cycle now) {
    const Packet packet = ejection_[output].pop(now);
    if (ejection_[output].empty()) pending_.reset(output);
    return packet;
}

const std::vector<CrossbarNetwork::Grant>& CrossbarNetwork::allocate(Cycle now) {
    grants_.clear();
    conflicts_ = 0;
    if (buffers_.empty()) return grants_;
    Contention contention{buffers_.wanted_by(), free_inputs_, buffers_.wanted_outputs() & free_outputs_};
    PortSet contenders;
    contention.outputs.for_each([&](unsigned output) {
        if (ejection_[output].full(now))
            contention.outputs.reset(output);
        else
            contenders |= contention.wanted_by[output];
    });
    contenders &= free_inputs_;
    if (!contenders.any()) return grants_;
    matches_.clear();
    allocator_->allocate(contention, matches_);
    conflicts_ = contenders.count() - static_cast<unsigned>(matches_.size());
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
    transfers_.push_back({now + packet.flits, match.input, match.output, packet.flits});
    grants_.push_back({match.input, match.output, packet.flits, now - packet.entered});
    ejection_[match.output].push(packet, packet.arrives);
}

Cycle CrossbarNetwork::due(Cycle now, bool progress, bool every_release) const {
    if (progress && !buffers_.empty()) return now + 1;
    Cycle next = never;
    if (every_release || !buffers_.empty())
        for (const Transfer& transfer : transfers_) next = std::min(next, transfer.end);
    pending_.for_each([&](unsigned output) { next = std::min(next, ejection_[output].due(now, progress)); });
    return next;
}

}  // namespace heddle
