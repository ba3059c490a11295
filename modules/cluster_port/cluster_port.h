// Where the SMs of a cluster share one port of the network: a bus, an injection buffer and a response FIFO.
#pragma once

#include <memory>

#include "heddle/base/kernel_boundary.h"
#include "heddle/base/occupancy_sum.h"
#include "heddle/base/ports.h"
#include "heddle/base/served_signals.h"
#include "heddle/base/wait_account.h"
#include "heddle/base/watched_ports.h"
#include "heddle/cluster_port/cluster_port_parameters.h"
#include "heddle/cluster_port/network_requests.h"
#include "heddle/cluster_port/reply_bus.h"
#include "heddle/cluster_port/request_filter.h"

namespace heddle {

class ClusterPort : public Ticked, public LtTarget, private KernelBoundaryTarget {
public:
    Ports<AtIn> core_in;
    AtOut noc_out;
    KernelBoundaryIn kernel_events_in;  // a kernel starts or ends: the filter is told; may stay unbound

    // Without a filter every request goes to the network.
    ClusterPort(sc_core::sc_module_name name, ClockDomain& domain, const ClusterPortParameters& parameters,
                std::unique_ptr<RequestFilter> filter = nullptr);

    Counter read_requests{*this, "read_requests", "requests", "loads from the cores"};
    Counter write_requests{*this, "write_requests", "requests", "stores from the cores"};
    Counter atomic_requests{*this, "atomic_requests", "requests", "atomics from the cores"};
    Counter control_requests{*this, "control_requests", "requests", "commands without data from the cores"};
    Counter injected_requests{*this, "injected_requests", "requests", "requests sent on to the network"};
    Counter injection_full_cycles{*this, "injection_full_cycles", "cycles",
                                  "requests were there and none could go: injection buffer full"};
    Counter answers_full_cycles{*this, "answers_full_cycles", "cycles",
                                "requests were there and none could go: no room for the filter's own replies"};
    Counter responses{*this, "responses", "responses", "responses delivered to the cores"};
    Counter bus_busy_cycles{*this, "bus_busy_cycles", "cycles", "reply bus held"};
    Counter outstanding_cycles{*this, "outstanding_cycles", "cycles",
                               "from acceptance to delivery, summed over requests; the mean is per response"};

    const char* kind() const override { return "cluster_port"; }
    void tick(Cycle now) final;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned core) override;
    unsigned serve_debug(Payload& payload, unsigned core) override;
    void settle_counters() override;
    void report_outstanding(std::ostream& output) const override;

protected:
    // Brings the signals up to date at the end of a tick; only called while they are recorded.
    virtual void show_state(Cycle now);
    RequestFilter& filter() { return *filter_; }

private:
    struct Reply {
        Payload* payload = nullptr;
        unsigned core = 0;
    };

    void kernel_boundary(KernelEvent event, Cycle now) override;
    void visit_called(Cycle now);
    void visit(unsigned core, Cycle now);
    bool start_reply(Cycle now);
    void begin_network_reply(Cycle now);
    void begin_filtered_reply(Payload& payload, unsigned number, Cycle now);
    void serve_absorbed(Payload& payload, const NetworkRequests::Entry& injected, Cycle now);
    [[noreturn, gnu::cold]] void no_such_core(const Payload& payload) const;
    bool deliver(Cycle now);
    void count_bus(Cycle end);
    bool inject(Cycle now);
    bool admit(Cycle now);
    bool admit_one(Cycle now);
    bool admit_from(unsigned core, Cycle now);
    bool ask_filter(Payload& payload, unsigned core, Cycle now);
    void pass_on(Payload& payload, unsigned control, Cycle visible, Cycle now);
    // No request can be admitted before the network takes one.
    bool cannot_make_progress() const { return injection_.filled() && !works_without_room_; }
    void count_request(Payload& payload);
    void show_inputs(Cycle now);
    Cycle requests_due(bool progress, bool stuck, Cycle now) const;
    Cycle called_due(Cycle now) const;
    Cycle replies_due(bool progress, Cycle now) const;

    // What every tick asks comes first.
    PortSet called_;  // cores whose port was called, or has something that becomes visible later
    PortSet ready_;   // cores with a visible request
    RegisteredQueue<Payload*> injection_;
    ReplyBus<Reply> bus_;
    const std::unique_ptr<RequestFilter> filter_;
    const bool works_without_room_;    // what the filter says of itself
    bool filter_reply_first_ = false;  // round-robin between the filter's replies and the network's
    unsigned next_core_ = 0;           // round-robin over the cores
    OccupancySum outstanding_{outstanding_cycles};
    WaitAccount wait_;                       // of the requests
    Cycle bus_counted_to_ = 0;               // of the transaction on the bus
    RegisteredQueue<Reply> filter_replies_;  // replies to requests that the filter served
    NetworkRequests in_network_;             // only with a filter
    std::vector<ClusterRequest> served_;     // absorbed requests that the reply on the bus serves

    bool bus_held_ = false;  // at the beginning of this cycle; only kept up to date while recorded
    std::vector<std::unique_ptr<Signal>> core_valid_signals_;
    Signal injection_signal_{*this, "injection_packets", 16};
    Signal injection_full_signal_{*this, "injection_full", 1};
    Signal response_signal_{*this, "response_packets", 16};
    Signal bus_busy_signal_{*this, "bus_busy", 1};
    Signal bus_core_signal_{*this, "bus_core", 8};
    Signal bus_receivers_signal_{*this, "bus_receivers", 8};
    ServedSignals request_served_{*this, "request"};  // the request that was admitted last
    ServedSignals bus_served_{*this, "bus"};          // the first reply of the transaction that began last
};

}  // namespace heddle
