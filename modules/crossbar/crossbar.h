// A crossbar with separate request and reply networks, in its own clock domain.
#pragma once

#include <functional>

#include "heddle/base/address_map.h"
#include "heddle/base/ports.h"
#include "heddle/base/watched_ports.h"
#include "heddle/crossbar/crossbar_network.h"
#include "heddle/crossbar/crossbar_parameters.h"
#include "heddle/crossbar/crossbar_signals.h"
#include "heddle/crossbar/crossbar_statistics.h"
#include "heddle/crossbar/vc_network.h"

namespace heddle {

// The output for an address.
using RouteFunction = std::function<unsigned(std::uint64_t address)>;

class Crossbar : public Ticked, public LtTarget {
public:
    Ports<AtIn> in;    // requests enter, replies leave
    Ports<AtOut> out;  // requests leave, replies enter

    // Output i leads to the map's L2 slice i; with one slice per partition that is partition i.
    Crossbar(sc_core::sc_module_name name, ClockDomain& domain, const CrossbarParameters& parameters,
             const AddressMap& map);
    Crossbar(sc_core::sc_module_name name, ClockDomain& domain, const CrossbarParameters& parameters,
             RouteFunction route);

    const CrossbarParameters& parameters() const { return parameters_; }
    const CrossbarStatistics& request_statistics() const { return request_statistics_; }
    const CrossbarStatistics& reply_statistics() const { return reply_statistics_; }

    const char* kind() const override { return "crossbar"; }
    void tick(Cycle now) final;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void report_outstanding(std::ostream& output) const override;

private:
    Crossbar(sc_core::sc_module_name name, ClockDomain& domain, const CrossbarParameters& parameters,
             const AddressMap& map, RouteFunction route);

    unsigned rest_of_piece(std::uint64_t address) const;
    unsigned output_of(std::uint64_t address) const;
    unsigned input_of(Payload& reply) const;
    [[noreturn, gnu::cold]] void refuse_route(std::uint64_t address, unsigned output) const;
    [[noreturn, gnu::cold]] void refuse_return(const Payload& reply) const;

    // Both directions, and the ports whose head waits for room in its input buffer.
    template <class Network>
    struct Networks {
        Networks(const CrossbarParameters& parameters, const PairLatencies& further, const GroupLinkPair& links)
            : requests(parameters.inputs, parameters.outputs, parameters, further.there, links.requests),
              replies(parameters.outputs, parameters.inputs, parameters, further.back, links.replies) {}
        Network requests, replies;
        typename Network::Set blocked_in, blocked_out;
    };
    void build_networks();
    // Calls work(networks) with those that are set.
    template <class Work>
    void with_networks(Work work) const;
    template <class Network>
    void run(Networks<Network>& networks, Cycle now);
    template <class Network>
    void take_request(Networks<Network>& networks, unsigned port, Cycle now);
    template <class Network>
    void take_reply(Networks<Network>& networks, unsigned port, Cycle now);
    template <class Network>
    void sleep(const Networks<Network>& networks, Cycle next, Cycle now, bool handed_over);
    template <class Network>
    Cycle ejection_due(const Networks<Network>& networks, Cycle now, bool handed_over) const;
    template <class Network>
    void report(const Networks<Network>& networks, std::ostream& output) const;

    const CrossbarParameters parameters_;
    const PacketSize request_size_, reply_size_;
    const AddressSplitter splitter_;
    const RouteFunction route_;  // used in place of the map, if it is set
    // One of the five is set: with virtual channels or without, and the narrowest whose sets are large enough.
    std::unique_ptr<Networks<CrossbarNetwork<NarrowPortSet>>> narrow_;
    std::unique_ptr<Networks<CrossbarNetwork<MiddlePortSet>>> middle_;
    std::unique_ptr<Networks<CrossbarNetwork<WidePortSet>>> wide_;
    std::unique_ptr<Networks<VcNetwork<NarrowPortSet>>> narrow_vcs_;
    std::unique_ptr<Networks<VcNetwork<WidePortSet>>> wide_vcs_;
    PortSet called_in_, called_out_;  // ports with something to take or to acknowledge
    CrossbarStatistics request_statistics_, reply_statistics_;
    CrossbarSignals request_signals_, reply_signals_;
};

}  // namespace heddle
