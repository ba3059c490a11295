// The storage for the packets of a network, and linked lists of them: moving one from an input to an output copies
// nothing.
#pragma once

#include <vector>

#include "heddle/crossbar/packet.h"

namespace heddle {

using PacketId = std::uint32_t;
constexpr PacketId no_packet = ~PacketId{0};

class PacketPool {
public:
    PacketId put(const Packet& packet) {
        if (spare_ == no_packet) grow();
        const PacketId id = spare_;
        spare_ = next_[id];
        packets_[id] = packet;
        return id;
    }
    // What is taken out may be read until the next put().
    Packet& take(PacketId id) {
        next_[id] = spare_;
        spare_ = id;
        return packets_[id];
    }
    Packet& operator[](PacketId id) { return packets_[id]; }
    const Packet& operator[](PacketId id) const { return packets_[id]; }

private:
    friend class PacketList;
    [[gnu::noinline]] void grow() {
        const auto first = static_cast<PacketId>(packets_.size()), last = 2 * first + 64;
        packets_.resize(last);
        next_.resize(last);
        for (PacketId id = last; id-- > first;) take(id);
    }
    std::vector<Packet> packets_;  // grows to the largest number ever needed
    std::vector<PacketId> next_;   // of the same list
    PacketId spare_ = no_packet;
};

// First in, first out, unless packets are inserted.
class PacketList {
public:
    bool empty() const { return head_ == no_packet; }
    PacketId head() const { return head_; }
    PacketId tail() const { return tail_; }  // of a list that is not empty
    void push(PacketPool& pool, PacketId id) {
        pool.next_[id] = no_packet;
        (empty() ? head_ : pool.next_[tail_]) = id;
        tail_ = id;
    }
    // Before the first one that arrives later.
    void insert_by_arrival(PacketPool& pool, PacketId id) {
        const Cycle arrives = pool[id].arrives;
        if (empty() || pool[tail_].arrives <= arrives) return push(pool, id);
        PacketId* at = &head_;
        while (pool[*at].arrives <= arrives) at = &pool.next_[*at];
        pool.next_[id] = *at;
        *at = id;
    }
    // For reports.
    unsigned size(const PacketPool& pool) const {
        unsigned packets = 0;
        for (PacketId id = head_; id != no_packet; id = pool.next_[id]) ++packets;
        return packets;
    }
    PacketId pop(PacketPool& pool) {
        const PacketId id = head_;
        head_ = pool.next_[id];
        return id;
    }

private:
    PacketId head_ = no_packet, tail_ = no_packet;
};

}  // namespace heddle
