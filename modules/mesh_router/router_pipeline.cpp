#include "heddle/mesh_router/router_pipeline.h"

#include "heddle/mesh_router/round_robin.h"

namespace heddle {

RouterPipeline::RouterPipeline(unsigned vcs, unsigned buffer_flits, const MeshShape& shape, unsigned place,
                               MeshRouting routing, MergedTable* table)
    : vcs_(vcs), depth_(buffer_flits), table_(table) {
    for (unsigned destination = 0; destination < shape.places(); ++destination)
        routes_.push_back(static_cast<std::uint8_t>(shape.next_port(place, destination, routing)));
    flits_.resize(std::size_t{mesh_ports} * vcs * buffer_flits);
    for (unsigned port = 0; port < mesh_ports; ++port)
        for (unsigned vc = 0; vc < vcs; ++vc) {
            inputs_[port * vcs + vc].port = static_cast<std::uint8_t>(port);
            inputs_of_port_[port] |= bit(port * vcs + vc);
        }
    for (unsigned output = 0; output < mesh_ports; ++output) {
        const unsigned slot = mesh_ports * vcs + output;
        inputs_[slot].port = table_port;
        inputs_[slot].output = static_cast<std::uint8_t>(output);
        inputs_of_port_[table_port] |= bit(slot);
        outputs_[output].credits.fill(static_cast<std::uint16_t>(buffer_flits));
    }
}

void RouterPipeline::release(MeshPacket* packet, unsigned output) {
    const unsigned index = mesh_ports * vcs_ + output;
    Input& slot = inputs_[index];
    slot.packet = packet;
    slot.flits_left = packet->flits;
    free_slots_ &= ~(1U << output);
    routing_inputs_ |= bit(index);
    filled_ |= bit(index);
}

const RouterPipeline::CycleResult& RouterPipeline::step(Cycle now) {
    result_.departures.count = result_.freed.count = 0;
    result_.progress = false;
    result_.held_outputs_idle = grants_.held();
    if (active_ & filled_) allocate_switch();
    if (allocating_inputs_) allocate_channels();
    if (routing_inputs_) route(now);
    if (absorbing_) absorb(now);
    routing_inputs_ |= routing_next_;
    routing_next_ = 0;
    for (const Departure& departure : result_.departures) {
        Output& output = outputs_[departure.output];
        output.busy &= static_cast<std::uint8_t>(~output.freed);
        output.freed = 0;
    }
    return result_;
}

// Outputs grant a port, ports accept an output; the pointers move one past a match.
void RouterPipeline::allocate_switch() {
    std::array<std::uint64_t, mesh_ports> wanting{};
    std::array<std::uint8_t, switch_inputs> granted{};
    unsigned outputs_wanted = 0, ports_granted = 0;
    for_each_bit(active_ & filled_, [&](unsigned index) {
        const Input& input = inputs_[index];
        if (!outputs_[input.output].credits[input.output_vc]) return;
        wanting[input.output] |= bit(index);
        outputs_wanted |= 1U << input.output;
    });
    for_each_bit(outputs_wanted, [&](unsigned output) {
        wanting[output] = grants_.eligible(output, wanting[output]);
        if (!wanting[output]) return;
        unsigned ports = 0;
        for_each_bit(wanting[output], [&](unsigned index) { ports |= 1U << inputs_[index].port; });
        const unsigned port = round_robin(ports, outputs_[output].switch_pointer);
        granted[port] |= static_cast<std::uint8_t>(1U << output);
        ports_granted |= 1U << port;
    });
    for_each_bit(ports_granted, [&](unsigned port) {
        const unsigned held = granted[port] & grants_.held();
        const unsigned output = round_robin(held ? held : granted[port], accept_pointer_[port]);
        const unsigned index = round_robin(wanting[output] & inputs_of_port_[port], vc_pointer_[port]);
        outputs_[output].switch_pointer = static_cast<std::uint8_t>(port + 1 == switch_inputs ? 0 : port + 1);
        accept_pointer_[port] = static_cast<std::uint8_t>(output + 1 == mesh_ports ? 0 : output + 1);
        vc_pointer_[port] = static_cast<std::uint8_t>(index + 1);
        result_.held_outputs_idle &= ~(1U << output);
        grant_flit(index);
    });
}

void RouterPipeline::grant_flit(unsigned index) {
    Input& input = inputs_[index];
    Output& output = outputs_[input.output];
    Flit flit = take_flit(input, index);
    flit.vc = input.output_vc;
    --output.credits[flit.vc];
    if (flit.packet->big) grants_.flit_granted(input.output, bit(index), flit.tail);
    result_.departures.push({flit, input.output});
    result_.progress = true;
    if (flit.tail) {
        output.freed |= static_cast<std::uint8_t>(1U << flit.vc);
        packet_left(input, index);
    }
}

inline Flit RouterPipeline::take_flit(Input& input, unsigned index) {
    if (is_slot(index)) {
        Flit flit{input.packet, nullptr, 0, input.flits_left == input.packet->flits, input.flits_left == 1};
        if (--input.flits_left == 0) filled_ &= ~bit(index);
        return flit;
    }
    const Flit flit = front(input, index);
    pop(input, index);
    return flit;
}

inline void RouterPipeline::pop(Input& input, unsigned index) {
    result_.freed.push({front(input, index).token, input.port});
    if (++input.head == depth_) input.head = 0;
    if (--input.count == 0) filled_ &= ~bit(index);
    --buffered_;
}

// The packet behind it, if its head is there, is routed in the next cycle.
inline void RouterPipeline::packet_left(Input& input, unsigned index) {
    active_ &= ~bit(index);
    if (is_slot(index))
        free_slots_ |= 1U << input.output;
    else if (input.count)
        routing_next_ |= bit(index);
}

void RouterPipeline::allocate_channels() {
    std::array<std::uint64_t, mesh_ports> wanting{};
    unsigned outputs = 0;
    for_each_bit(allocating_inputs_, [&](unsigned index) {
        wanting[inputs_[index].output] |= bit(index);
        outputs |= 1U << inputs_[index].output;
    });
    for_each_bit(outputs, [&](unsigned number) {
        Output& output = outputs_[number];
        if (vcs_ == 1) {
            if (!output.busy) allocate_single_channel(number, wanting[number]);
            return;
        }
        // Each free channel grants an input, each input accepts one of its channels.
        std::array<std::uint8_t, max_inputs> granted{};
        std::uint64_t inputs = 0;
        for_each_bit(~unsigned{output.busy} & ((1U << vcs_) - 1), [&](unsigned vc) {
            const unsigned input = round_robin(wanting[number], output.grant_pointer[vc]);
            granted[input] |= static_cast<std::uint8_t>(1U << vc);
            inputs |= bit(input);
        });
        for_each_bit(inputs, [&](unsigned input) {
            const unsigned vc = round_robin(granted[input], inputs_[input].accept_pointer);
            inputs_[input].accept_pointer = static_cast<std::uint8_t>(vc + 1);
            output.grant_pointer[vc] = static_cast<std::uint8_t>(input + 1);
            give_channel(input, number, vc);
        });
    });
}

inline void RouterPipeline::allocate_single_channel(unsigned output, std::uint64_t wanting) {
    const unsigned input = round_robin(wanting, outputs_[output].grant_pointer[0]);
    outputs_[output].grant_pointer[0] = static_cast<std::uint8_t>(input + 1);
    give_channel(input, output, 0);
}

inline void RouterPipeline::give_channel(unsigned input, unsigned output, unsigned vc) {
    inputs_[input].output_vc = static_cast<std::uint8_t>(vc);
    outputs_[output].busy |= static_cast<std::uint8_t>(1U << vc);
    allocating_inputs_ &= ~bit(input);
    active_ |= bit(input);
    result_.progress = true;
}

void RouterPipeline::route(Cycle now) {
    for_each_bit(routing_inputs_, [&](unsigned index) {
        result_.progress = true;
        Input& input = inputs_[index];
        if (!is_slot(index)) {
            if (table_ && divert(index, now)) return;
            input.output = output_of(*front(input, index).packet);
        }
        allocating_inputs_ |= bit(index);
    });
    routing_inputs_ = 0;
}

// The detector's decision on a head flit.
bool RouterPipeline::divert(unsigned index, Cycle now) {
    MeshPacket& packet = *front(inputs_[index], index).packet;
    const unsigned hold = table_->rules().detector.hold(packet);
    if (hold == 0) return false;
    ++table_->tally().candidates;
    if (!table_->reserve(packet)) return false;
    ++table_->tally().held;
    table_->tally().hold_cycles += hold * static_cast<unsigned>(packet.members.size());
    packet.held_cycles += hold;
    packet.slack = static_cast<std::uint16_t>(packet.slack > hold ? packet.slack - hold : 0);
    inputs_[index].hold_until = now + hold;
    absorbing_ |= bit(index);
    return true;
}

// A flit per cycle of each diverted packet; with the last one the packet is in the table.
void RouterPipeline::absorb(Cycle now) {
    for_each_bit(absorbing_ & filled_, [&](unsigned index) {
        Input& input = inputs_[index];
        const Flit flit = front(input, index);
        pop(input, index);
        result_.progress = true;
        if (!flit.tail) return;
        absorbing_ &= ~bit(index);
        if (input.count) routing_next_ |= bit(index);
        table_->insert(flit.packet, output_of(*flit.packet), std::max(input.hold_until, now));
    });
}

}  // namespace heddle
