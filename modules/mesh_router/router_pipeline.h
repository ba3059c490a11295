// The stages of a router between its buffers and its links: route computation, virtual-channel allocation, switch
// allocation. Plain C++: sockets, delays of links and counters are the module's.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/mesh_router/grant_holder.h"
#include "heddle/mesh_router/merged_table.h"
#include "heddle/mesh_router/mesh_packet.h"
#include "heddle/mesh_router/mesh_shape.h"

namespace heddle {

// An input is a virtual channel of a port, or the slot in which a packet from the merged table waits for an output. A
// head flit that shows in cycle t is routed in t, allocates a virtual channel of the next router from t + 1 on, and
// from the cycle after that each flit competes for the switch. Both allocations are iSLIP with one iteration.
class RouterPipeline {
public:
    static constexpr unsigned max_vcs = 8;

    // What a cycle did, for the module to carry out.
    struct Departure {
        Flit flit;  // with the virtual channel that it has on the link
        std::uint8_t output;
    };
    struct Freed {
        void* token;  // of the flit that left its buffer slot
        std::uint8_t port;
    };
    template <class T, unsigned size>
    struct List {
        std::array<T, size> items;
        unsigned count = 0;
        void push(const T& item) { items[count++] = item; }
        const T* begin() const { return items.data(); }
        const T* end() const { return items.data() + count; }
    };
    struct CycleResult {
        List<Departure, mesh_ports> departures;
        List<Freed, mesh_ports + mesh_ports * max_vcs> freed;
        bool progress = false;           // something moved on: the next cycle may move more
        unsigned held_outputs_idle = 0;  // kept for a Big Packet that sent nothing, as a mask
    };

    // `table`: where packets wait to be merged; null in a plain router.
    RouterPipeline(unsigned vcs, unsigned buffer_flits, const MeshShape& shape, unsigned place, MeshRouting routing,
                   MergedTable* table);

    void receive(unsigned port, const Flit& flit);
    void credit(unsigned output, unsigned vc) { ++outputs_[output].credits[vc]; }
    // Outputs whose slot for a packet from the table is free, as a mask.
    unsigned free_slots() const { return free_slots_; }
    void release(MeshPacket* packet, unsigned output);

    // One cycle. The result is valid until the next one.
    const CycleResult& step(Cycle now);
    // Flits in the buffers of the ports, and packets in slots.
    unsigned buffered_flits() const { return buffered_; }
    // Outputs that are kept for a Big Packet, as a mask.
    unsigned held_outputs() const { return grants_.held(); }
    bool empty() const { return buffered_ == 0 && free_slots_ == all_ports; }
    unsigned table_packets() const { return static_cast<unsigned>(__builtin_popcount(all_ports & ~free_slots_)); }

private:
    static constexpr unsigned all_ports = (1U << mesh_ports) - 1;
    static constexpr unsigned table_port = mesh_ports;  // the slots together enter the switch by one port
    static constexpr unsigned switch_inputs = mesh_ports + 1;
    static constexpr unsigned max_inputs = mesh_ports * max_vcs + mesh_ports;
    static constexpr std::uint64_t bit(unsigned index) { return std::uint64_t{1} << index; }

    struct Input {
        std::uint16_t head = 0, count = 0;  // of its ring of flits
        std::uint8_t port = 0, output = 0, output_vc = 0, accept_pointer = 0;
        std::uint16_t flits_left = 0;  // of a slot's packet
        MeshPacket* packet = nullptr;  // of a slot
        Cycle hold_until = 0;          // of a packet whose flits go to the merged table
    };
    struct Output {
        std::array<std::uint16_t, max_vcs> credits{};
        std::array<std::uint8_t, max_vcs> grant_pointer{};  // of virtual-channel allocation
        std::uint8_t busy = 0;                              // virtual channels that a packet has, as a mask
        std::uint8_t freed = 0;                             // those whose packet has left in this cycle
        std::uint8_t switch_pointer = 0;
    };

    bool is_slot(unsigned input) const { return input >= mesh_ports * vcs_; }
    Flit& front(Input& input, unsigned index) { return flits_[index * depth_ + input.head]; }
    void pop(Input& input, unsigned index);
    std::uint8_t output_of(const MeshPacket& packet) const { return routes_[packet.destination]; }
    void allocate_switch();
    void grant_flit(unsigned index);
    Flit take_flit(Input& input, unsigned index);
    void packet_left(Input& input, unsigned index);
    void allocate_channels();
    void allocate_single_channel(unsigned output, std::uint64_t wanting);
    void give_channel(unsigned input, unsigned output, unsigned vc);
    void route(Cycle now);
    bool divert(unsigned index, Cycle now);
    void absorb(Cycle now);

    const unsigned vcs_, depth_;
    MergedTable* const table_;
    std::vector<std::uint8_t> routes_;  // the output towards each place

    // Inputs by what their first packet waits for, as masks of inputs.
    std::uint64_t routing_inputs_ = 0, routing_next_ = 0;
    std::uint64_t allocating_inputs_ = 0;
    std::uint64_t active_ = 0;     // has a virtual channel of the next router
    std::uint64_t filled_ = 0;     // has a flit
    std::uint64_t absorbing_ = 0;  // its flits go to the merged table
    unsigned free_slots_ = all_ports;
    unsigned buffered_ = 0;
    GrantHolder grants_;
    std::array<Input, max_inputs> inputs_{};
    std::array<Output, mesh_ports> outputs_{};
    std::array<std::uint8_t, switch_inputs> accept_pointer_{}, vc_pointer_{};
    std::array<std::uint64_t, switch_inputs> inputs_of_port_{};
    std::vector<Flit> flits_;  // the rings of all inputs
    CycleResult result_;
};

inline void RouterPipeline::receive(unsigned port, const Flit& flit) {
    const unsigned index = port * vcs_ + flit.vc;
    Input& input = inputs_[index];
    unsigned slot = input.head + input.count;
    if (slot >= depth_) slot -= depth_;
    flits_[index * depth_ + slot] = flit;
    ++buffered_;
    if (flit.head) ++flit.packet->hop;
    if (input.count++ == 0) {
        filled_ |= bit(index);
        if (!((active_ | absorbing_ | allocating_inputs_) & bit(index))) routing_inputs_ |= bit(index);
    }
}

}  // namespace heddle
