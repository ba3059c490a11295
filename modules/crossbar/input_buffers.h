// The input side of a network: packets wait in a queue per output, or in one FIFO per input. Plain C++.
#pragma once

#include <vector>

#include "heddle/crossbar/packet_list.h"
#include "heddle/crossbar/requests.h"

namespace heddle {

// All queues of an input share its flits. A packet's flits are returned when its last one has left, which is later than
// its pop().
template <class Set>
class InputBuffers {
public:
    InputBuffers(unsigned inputs, unsigned outputs, unsigned capacity_flits, bool virtual_output_queues)
        : outputs_(outputs),
          capacity_flits_(capacity_flits),
          virtual_output_queues_(virtual_output_queues),
          queues_(virtual_output_queues ? inputs * outputs : inputs),
          used_flits_(inputs, 0),
          requests_(inputs, outputs) {}

    // A packet larger than the whole buffer is let in alone.
    bool has_room(unsigned input, unsigned flits) const {
        const unsigned used = used_flits_[input];
        return used == 0 || used + flits <= capacity_flits_;
    }
    void push(PacketPool& pool, unsigned input, const Packet& packet);
    PacketId pop(PacketPool& pool, unsigned input, unsigned output);
    void give_back(unsigned input, unsigned flits) { used_flits_[input] -= flits; }

    // Of the packets at the head of a queue.
    const Requests<Set>& requests() const { return requests_; }
    const Set& waiting_inputs() const { return requests_.inputs(); }
    unsigned used_flits(unsigned input) const { return used_flits_[input]; }
    bool empty() const { return !requests_.inputs().any(); }
    unsigned waiting_packets(const PacketPool& pool, unsigned input) const {
        const unsigned queues = virtual_output_queues_ ? outputs_ : 1;
        unsigned packets = 0;
        for (unsigned i = 0; i < queues; ++i) packets += queues_[input * queues + i].size(pool);
        return packets;
    }

private:
    PacketList& queue(unsigned input, unsigned output) {
        return queues_[virtual_output_queues_ ? input * outputs_ + output : input];
    }

    const unsigned outputs_, capacity_flits_;
    const bool virtual_output_queues_;
    std::vector<PacketList> queues_;
    std::vector<unsigned> used_flits_;
    Requests<Set> requests_;
};

template <class Set>
[[gnu::always_inline]] inline void InputBuffers<Set>::push(PacketPool& pool, unsigned input, const Packet& packet) {
    used_flits_[input] += packet.flits;
    PacketList& q = queue(input, packet.output);
    if (q.empty()) requests_.ask(input, packet.output);
    q.push(pool, pool.put(packet));
}

template <class Set>
inline PacketId InputBuffers<Set>::pop(PacketPool& pool, unsigned input, unsigned output) {
    PacketList& q = queue(input, output);
    const PacketId id = q.pop(pool);
    if (q.empty())
        requests_.ask_no_more(input, output);
    else if (!virtual_output_queues_)
        requests_.ask_instead(input, output, pool[q.head()].output);
    return id;
}

}  // namespace heddle
