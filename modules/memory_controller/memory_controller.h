// A memory controller with its DRAM channel: request queue, command scheduler, banks, data bus, and the memory itself.
#pragma once

#include <memory>
#include <vector>

#include "heddle/base/at_in.h"
#include "heddle/base/counter.h"
#include "heddle/base/debug_in.h"
#include "heddle/base/divisor.h"
#include "heddle/base/waveform.h"
#include "heddle/memory_controller/backing_store.h"
#include "heddle/memory_controller/bank_idle_time.h"
#include "heddle/memory_controller/bank_map.h"
#include "heddle/memory_controller/memory_controller_parameters.h"
#include "heddle/memory_controller/refresh_schedule.h"
#include "heddle/memory_controller/schedulers/scheduler.h"

namespace heddle {

class MemoryController : public Ticked, public LtTarget {
public:
    AtIn request_in;  // port 0, mostly the only one
    DebugIn host_in;  // debug accesses of the host; may stay unbound

    MemoryController(sc_core::sc_module_name name, ClockDomain& domain, const MemoryControllerParameters& parameters,
                     std::unique_ptr<DramScheduler> scheduler = nullptr);  // null: the one the parameters name

    // All ports: request_in, request_in_1, ... Each takes any address; the response goes back by the same port.
    AtIn& port_in(unsigned port) { return port ? *other_ports_[port - 1] : request_in; }

    const char* kind() const override { return "memory_controller"; }
    void tick(Cycle now) final;
    void settle_counters() override;
    void report_outstanding(std::ostream& out) const override;
    bool idle() const;
    const BackingStore& store() const { return store_; }

    Counter reads{*this, "reads", "requests", "reads served"};
    Counter writes{*this, "writes", "requests", "writes served"};
    Counter atomics{*this, "atomics", "requests", "atomics served"};
    Counter row_hits{*this, "row_hits", "requests", "requests that found their row open"};
    Counter row_misses{*this, "row_misses", "requests", "requests that needed an activate"};
    Counter activates{*this, "activates", "commands", "rows opened"};
    Counter precharges{*this, "precharges", "commands", "rows closed for another or by auto-precharge"};
    Counter refreshes{*this, "refreshes", "commands", "refreshes of a pseudo-channel's banks, or of a single bank"};
    Counter bus_busy_cycles{*this, "bus_busy_cycles", "cycles",
                            "cycles in which data passed the bus, counted at its full width"};
    Counter bytes{*this, "bytes", "B", "bytes that passed the bus"};
    Counter read_bytes{*this, "read_bytes", "B", "of these: of reads"};
    Counter queue_occupancy_sum{*this, "queue_occupancy_sum", "requests*cycles", "requests in the queue, over time"};
    Counter interface_blocked_queue_full_cycles{*this, "interface_blocked_queue_full_cycles", "cycles",
                                                "cycles in which requests waited at the ports for a full queue"};
    Counter interface_blocked_bank_full_cycles{
        *this, "interface_blocked_bank_full_cycles", "cycles",
        "cycles in which requests waited at the ports because the bank queue of the first was full"};
    Counter interface_wait_sum{*this, "interface_wait_sum", "cycles",
                               "from being seen at a port to entering the queue, over all requests"};
    Counter service_sum{*this, "service_sum", "cycles", "from being seen at a port to the end of the data"};
    Counter latency_sum{*this, "latency_sum", "cycles", "from entering the queue to the response being ready"};
    Counter bank_idle_cycles{*this, "bank_idle_cycles", "banks*cycles",
                             "banks without a request in the queue or data on their way, over time"};
    Histogram bank_activates;
    Histogram bank_requests;

private:
    // A request whose column command has been issued. Its bytes are read or written when the response leaves: so they
    // are still in the host's caches when the initiator uses them. Responses leave in the order of the column commands,
    // so the order of the accesses to a byte is that of the commands.
    struct Response {
        Payload* payload = nullptr;
        std::uint64_t line = no_bytes;  // the local address of the line, or no_bytes: nothing to read or write
    };
    static constexpr std::uint64_t no_bytes = ~std::uint64_t{0};

    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;

    // The only port that most controllers have does without the others in every step.
    template <bool several_ports, class Visit>
    void for_each_port(Visit visit) {
        visit(request_in);
        if constexpr (several_ports)
            for (auto& port : other_ports_) visit(*port);
    }
    template <bool several_ports>
    Cycle cycle(Cycle now);
    template <bool several_ports>
    bool respond(Cycle now);
    template <bool several_ports>
    bool accept(Cycle now);
    template <bool several_ports>
    Cycle due(Cycle now, bool progress);
    bool take_request(AtIn& port, Cycle now);
    void enqueue(Payload& payload, Cycle seen, Cycle now);
    bool has_room_for_head_of(const AtIn& port) const;
    void begin_refusal(Cycle from);
    void end_refusal(Cycle now);
    bool issue(Cycle now);
    void refresh(Cycle now);
    void issue_row_command(DramRequest& request, Cycle now);
    void issue_column(unsigned index, Cycle now);
    void auto_precharge(unsigned bank);
    void count(bool is_write, bool is_atomic, unsigned length);
    void move_bytes(Payload& payload, std::uint64_t line);
    void prefetch_responses() const;
    unsigned bus_cycles(unsigned length, bool is_atomic) const;
    bool stalls_a_peer() const;
    void clear_commands();
    void show_state();
    void show_column(const DramRequest& request);

    const MemoryControllerParameters parameters_;
    const AddressSplitter splitter_;
    const BankMap bank_map_;
    const Divisor bus_bytes_per_cycle_;
    BackingStore store_;
    // What every tick looks at lies on few lines of the host's cache.
    alignas(host_line_bytes) Cycle next_choice_ = never;  // before this cycle no command can be chosen
    Cycle next_refresh_ = never;                          // never: there is no refresh
    Cycle refused_since_ = never;                         // since then a request at the head of a port finds no room
    Cycle settled_ = 0;                                   // up to this cycle the occupancy has been counted
    bool column_blocked_ = false;                         // a column command waits for room in responses_
    const bool several_ports_;
    const PagePolicy page_policy_;
    unsigned next_port_ = 0;  // the round-robin arbiter looks at this one first
    DramRequests queue_;
    const std::unique_ptr<DramScheduler> scheduler_;
    RegisteredQueue<Response> responses_;
    const BankQueueScheduler* const bank_queues_;  // the scheduler, if it limits the requests by bank
    DramBanks banks_;
    RefreshSchedule refresh_schedule_;
    BankIdleTime idle_time_;
    std::vector<std::unique_ptr<AtIn>> other_ports_;

    Signal queue_signal_{*this, "queue", 16};
    Signal responses_signal_{*this, "responses", 16};
    Signal stall_signal_{*this, "stall", 1};
    Signal blocked_signal_{*this, "blocked", 1};
    Signal activate_signal_{*this, "activate", 1};
    Signal precharge_signal_{*this, "precharge", 1};
    Signal read_signal_{*this, "read", 1};
    Signal write_signal_{*this, "write", 1};
    Signal bank_signal_{*this, "column_bank", 6};
    Signal column_row_signal_{*this, "column_row", 32};
    Signal column_address_signal_{*this, "column_address", 64};
    Signal row_command_bank_signal_{*this, "row_command_bank", 6};
    std::vector<std::unique_ptr<Signal>> row_signals_;  // the open row of each bank; all ones: closed
};

}  // namespace heddle
