// A router of a mesh: five ports, virtual channels with credits, wormhole switching, and optionally a table in which
// read requests to one DRAM row are merged.
#pragma once

#include <array>
#include <memory>

#include "heddle/base/counter.h"
#include "heddle/base/watched_ports.h"
#include "heddle/mesh_router/coalescing_parameters.h"
#include "heddle/mesh_router/flit_link.h"
#include "heddle/mesh_router/mesh_router_parameters.h"
#include "heddle/mesh_router/mesh_router_signals.h"
#include "heddle/mesh_router/mesh_router_statistics.h"

namespace heddle {

class MeshRouter : public Ticked, public LtTarget {
public:
    // Sockets exist for the neighbours that its place has, and for what its node does.
    MeshRouter(sc_core::sc_module_name name, ClockDomain& domain, const MeshSite& site,
               const MeshRouterParameters& parameters, const CoalescingParameters& coalescing = {});

    AtIn& in(MeshPort port) { return in_[index(port)]->socket; }
    AtOut& out(MeshPort port) { return out_[index(port)]->socket; }

    const MeshRouterStatistics& statistics() const { return statistics_; }
    // Of a router that merges packets.
    const CoalescingStatistics* coalescing_statistics() const {
        return coalescing_ ? &coalescing_->statistics : nullptr;
    }

    // Flits in its buffers, packets in its table, flits that it has sent and not got the credit for.
    std::size_t in_flight() const;

    const char* kind() const override { return "mesh_router"; }
    void tick(Cycle now) final;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void settle_counters() override;
    void report_outstanding(std::ostream& output) const override;

private:
    static constexpr unsigned index(MeshPort port) { return static_cast<unsigned>(port); }
    AtOut& out_towards(const Payload& payload);
    [[noreturn, gnu::cold]] void refuse(const MeshPacket& packet) const;
    void take_flits(Cycle now);
    void take_credits(Cycle now);
    void release_packets(Cycle now);
    void carry_out(const RouterPipeline::CycleResult& result, Cycle now);
    unsigned send_flits(Cycle now);
    void return_credits(Cycle now);
    void count_flits(Cycle now);
    void count_table(Cycle passed);
    void sleep(bool progress, Cycle now);

    struct InputPort {
        InputPort(MeshRouter& router, unsigned port, unsigned slots);
        WatchedIn socket;
        RegisteredQueue<Payload*> credits;  // on their way back
    };
    struct OutputPort {
        OutputPort(MeshRouter& router, unsigned port, unsigned slots);
        WatchedOut socket;
        RegisteredQueue<Payload*> departing;  // flits between switch allocation and link
        FlitLink link;
    };
    struct Coalescing {
        Coalescing(Block& owner, const MergedTable::Rules& rules) : table(rules), statistics(owner, rules) {}
        MergedTable table;
        CoalescingStatistics statistics;
        unsigned idle_outputs = 0;  // held for a Big Packet that sent nothing in the cycle of the last tick
    };

    const MeshSite site_;
    const MeshRouterParameters parameters_;
    PortSet called_in_, called_out_;
    unsigned sending_ = 0, crediting_ = 0;  // ports with a flit on its way to the link, or a credit to return
    std::unique_ptr<Coalescing> coalescing_;
    RouterPipeline pipeline_;
    std::array<std::unique_ptr<InputPort>, mesh_ports> in_;
    std::array<std::unique_ptr<OutputPort>, mesh_ports> out_;
    Cycle counted_until_ = 0;
    bool shown_busy_ = false;  // the waveform showed it with something in it
    MeshRouterStatistics statistics_;
    MeshRouterSignals signals_;
};

}  // namespace heddle
