// What a mesh carries: a packet with its header, and the flits that it is cut into.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/base/error.h"
#include "heddle/base/payload_forward.h"

namespace heddle {

class MeshPacketPool;

// A packet belongs to whoever holds its flits: the network interface that made it, then one router after the other, at
// last the interface that takes it apart. It carries pointers to end-to-end transactions; their data do not move.
struct MeshPacket {
    struct Member {
        Payload* payload;
        Cycle entered;  // when its network interface began to send it
    };

    static constexpr unsigned max_flits = 0xffff;

    MeshPacketPool* pool = nullptr;
    MeshPacket* next_returned = nullptr;
    // Header
    std::uint16_t source = 0, destination = 0;  // places
    std::uint16_t flits = 1;
    std::uint16_t hop = 0;    // routers that its head has reached, this one included
    std::uint16_t hops = 1;   // routers on its way
    std::uint16_t slack = 0;  // cycles that it may still be held, by what its SM said
    bool read_request = false;
    bool big = false;           // has been in a merged table
    std::uint64_t row_key = 0;  // memory controller, bank and row of a request
    std::uint32_t held_cycles = 0;
    // Payload
    std::vector<Member> members;

    void set_flits(unsigned number, const char* sender) {
        if (number > max_flits)
            throw SimulationError(std::string(sender) + ": a packet of " + std::to_string(number) + " flits; it has " +
                                  std::to_string(max_flits) + " at most, so the access must be made in smaller pieces");
        flits = static_cast<std::uint16_t>(number);
    }
};

// Packets are reused for ever: no allocation per packet once the most that were ever in flight exist. Whoever takes a
// packet apart returns it to the pool it came from; that may be another host thread than the one that acquires them.
class MeshPacketPool {
public:
    [[nodiscard]] MeshPacket* acquire() {
        if (spare_.empty()) take_returned();
        if (spare_.empty()) {
            all_.push_back(std::make_unique<MeshPacket>());
            all_.back()->pool = this;
            spare_.reserve(all_.capacity());
            spare_.push_back(all_.back().get());
        }
        MeshPacket* packet = spare_.back();
        spare_.pop_back();
        return packet;
    }
    static void release(MeshPacket* packet) {
        MeshPacketPool& pool = *packet->pool;
        packet->members.clear();
        packet->hop = packet->slack = 0;
        packet->held_cycles = 0;
        packet->big = packet->read_request = false;
        packet->next_returned = pool.returned_.load(std::memory_order_relaxed);
        while (!pool.returned_.compare_exchange_weak(packet->next_returned, packet, std::memory_order_release,
                                                     std::memory_order_relaxed)) {
        }
    }
    // Handed out and not returned; zero when the network is empty.
    std::size_t live() const {
        std::size_t here = spare_.size();
        for (const MeshPacket* packet = returned_.load(); packet; packet = packet->next_returned) ++here;
        return all_.size() - here;
    }

private:
    void take_returned() {
        MeshPacket* packet = returned_.exchange(nullptr, std::memory_order_acquire);
        for (; packet; packet = packet->next_returned) spare_.push_back(packet);
    }

    std::atomic<MeshPacket*> returned_{nullptr};  // a list
    std::vector<std::unique_ptr<MeshPacket>> all_;
    std::vector<MeshPacket*> spare_;
};

// A flit in a router's buffer. `token` is what the link gave with it, to know it again when its buffer slot is free.
struct Flit {
    MeshPacket* packet = nullptr;
    void* token = nullptr;
    std::uint8_t vc = 0;
    bool head = false, tail = false;
};

}  // namespace heddle
