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

    AtIn& in(MeshPort port) { return *in_[index(port)]; }
    AtOut& out(MeshPort port) { return *out_[index(port)]; }

    const MeshRouterStatistics& statistics() const { return statistics_; }
    // Of a router that merges packets.
    const CoalescingStatistics* coalescing_statistics() const {
        return coalescing_ ? &coalescing_->statistics : nullptr;
    }

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
    void send_flits(Cycle now);
    void return_credits(Cycle now);
    void count_flits(Cycle now);
    void sleep(bool progress, Cycle now);

    struct Coalescing {
        Coalescing(Block& owner, const MergedTable::Rules& rules) : table(rules), statistics(owner, rules) {}
        MergedTable table;
        CoalescingStatistics statistics;
        unsigned held_outputs_idle = 0;  // since the last tick
    };

    const MeshSite site_;
    const MeshRouterParameters parameters_;
    PortSet called_in_, called_out_;
    unsigned sending_ = 0, crediting_ = 0;  // ports with a flit on its way to the link, or a credit to return
    std::unique_ptr<Coalescing> coalescing_;
    RouterPipeline pipeline_;
    std::array<std::unique_ptr<WatchedIn>, mesh_ports> in_;
    std::array<std::unique_ptr<WatchedOut>, mesh_ports> out_;
    std::array<std::unique_ptr<FlitLink>, mesh_ports> links_;
    // Flits between switch allocation and the link, and credits on their way back.
    std::array<std::unique_ptr<RegisteredQueue<Flit>>, mesh_ports> departing_;
    std::array<std::unique_ptr<RegisteredQueue<Payload*>>, mesh_ports> credits_;
    Cycle counted_until_ = 0;
    bool shown_busy_ = false;  // the waveform showed it with something in it
    MeshRouterStatistics statistics_;
    MeshRouterSignals signals_;
};

}  // namespace heddle
