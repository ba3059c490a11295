// A memory controller with its DRAM channel: request queue, command scheduler, banks, data bus, and the memory itself.
#pragma once

#include <memory>
#include <vector>

#include "base/at_in.h"
#include "base/counter.h"
#include "base/divisor.h"
#include "base/waveform.h"
#include "memory_controller/backing_store.h"
#include "memory_controller/bank_map.h"
#include "memory_controller/memory_controller_parameters.h"
#include "memory_controller/schedulers/scheduler.h"

namespace heddle {

class MemoryController : public Ticked, public LtTarget {
public:
    AtIn request_in;

    MemoryController(sc_core::sc_module_name name, ClockDomain& domain, const MemoryControllerParameters& parameters);

    const char* kind() const override { return "memory_controller"; }
    void tick(Cycle now) final;
    void settle_counters() override;
    void report_outstanding(std::ostream& out) const override;
    bool idle() const { return request_in.idle() && queue_.empty() && responses_.empty(); }
    const BackingStore& store() const { return store_; }

    Counter reads{*this, "reads", "requests", "reads served"};
    Counter writes{*this, "writes", "requests", "writes served"};
    Counter atomics{*this, "atomics", "requests", "atomics served"};
    Counter row_hits{*this, "row_hits", "requests", "requests that found their row open"};
    Counter row_misses{*this, "row_misses", "requests", "requests that needed an activate"};
    Counter activates{*this, "activates", "commands", "rows opened"};
    Counter precharges{*this, "precharges", "commands", "rows closed for another"};
    Counter bus_busy_cycles{*this, "bus_busy_cycles", "cycles", "cycles in which data passed the bus"};
    Counter bytes{*this, "bytes", "B", "bytes that passed the bus"};
    Counter queue_occupancy_sum{*this, "queue_occupancy_sum", "requests*cycles", "requests in the queue, over time"};
    Counter queue_full_cycles{*this, "queue_full_cycles", "cycles", "cycles in which a request found the queue full"};
    Counter latency_sum{*this, "latency_sum", "cycles", "from entering the queue to the response being ready"};

private:
    // On its way back. Its bytes move when it leaves, in the order of the commands: so they are still in the host's
    // caches when whoever asked for them looks at them.
    struct Response {
        Payload* payload = nullptr;
        std::uint64_t line = no_bytes;  // where they lie
    };
    static constexpr std::uint64_t no_bytes = ~std::uint64_t{0};

    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;

    void respond(Cycle now);
    bool accept(Cycle now);
    void enqueue(Payload& payload, Cycle now);
    void refuse(Cycle from);
    void end_refusal(Cycle now);
    bool issue(Cycle now);
    Cycle due(Cycle now, bool progress);
    bool queue_full() const { return queue_.size() == parameters_.queue_entries; }
    void issue_row_command(DramRequest& request, Cycle now);
    void issue_column(unsigned index, Cycle now);
    void count(bool is_write, bool is_atomic, unsigned length);
    void move_bytes(Payload& payload, std::uint64_t line);
    void fetch_ahead() const;
    unsigned burst_cycles(unsigned length, bool is_atomic) const;
    void clear_commands();
    void show_state();

    const MemoryControllerParameters parameters_;
    const AddressSplitter splitter_;
    const BankMap bank_map_;
    const Divisor bus_bytes_per_cycle_;
    BackingStore store_;
    // What every tick looks at lies on few lines of the host's cache.
    alignas(host_line_bytes) Cycle next_choice_ = never;  // before it no command can be chosen
    Cycle refused_since_ = never;                         // a request stands before the full queue
    Cycle settled_ = 0;                                   // occupancy up to here is counted
    bool column_blocked_ = false;                         // a column command waits for room on the way back
    DramRequests queue_;
    const std::unique_ptr<DramScheduler> scheduler_;
    RegisteredQueue<Response> responses_;
    DramBanks banks_;

    Signal queue_signal_{*this, "queue", 16};
    Signal responses_signal_{*this, "responses", 16};
    Signal stall_signal_{*this, "stall", 1};
    Signal activate_signal_{*this, "activate", 1};
    Signal precharge_signal_{*this, "precharge", 1};
    Signal read_signal_{*this, "read", 1};
    Signal write_signal_{*this, "write", 1};
    Signal bank_signal_{*this, "column_bank", 6};
    std::vector<std::unique_ptr<Signal>> row_signals_;  // the open row of each bank; all ones: closed
};

}  // namespace heddle
