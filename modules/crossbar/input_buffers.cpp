#include "crossbar/input_buffers.h"

namespace heddle {

InputBuffers::InputBuffers(unsigned inputs, unsigned outputs, unsigned capacity_flits, bool virtual_output_queues)
    : outputs_(outputs),
      capacity_flits_(capacity_flits),
      virtual_output_queues_(virtual_output_queues),
      queues_(virtual_output_queues ? inputs * outputs : inputs),
      used_flits_(inputs, 0),
      waiting_packets_(inputs, 0),
      wanted_by_(outputs) {}

unsigned InputBuffers::take_node() {
    if (spare_ == none) {
        nodes_.emplace_back();
        return static_cast<unsigned>(nodes_.size() - 1);
    }
    const unsigned node = spare_;
    spare_ = nodes_[node].next;
    return node;
}

void InputBuffers::push(unsigned input, const Packet& packet) {
    const unsigned node = take_node();
    nodes_[node] = {packet, none};
    used_flits_[input] += packet.flits;
    ++waiting_packets_[input];
    Queue& q = queue(input, packet.output);
    if (q.head == none) {
        q.head = node;
        ask(input, packet.output);
    } else {
        nodes_[q.tail].next = node;
    }
    q.tail = node;
}

Packet InputBuffers::pop(unsigned input, unsigned output) {
    Queue& q = queue(input, output);
    const unsigned node = q.head;
    q.head = nodes_[node].next;
    nodes_[node].next = spare_;
    spare_ = node;
    --waiting_packets_[input];
    wanted_by_[output].reset(input);
    if (!wanted_by_[output].any()) wanted_outputs_.reset(output);
    if (q.head != none) ask(input, nodes_[q.head].packet.output);
    return nodes_[node].packet;
}

}  // namespace heddle
