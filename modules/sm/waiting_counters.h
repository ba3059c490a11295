// Statistics of memory instructions that wait for issue (MECHANISMS 2.8, Scheduler), kept if sm.monitor_waiting is set.
#pragma once

#include <array>

#include "heddle/base/counter.h"
#include "heddle/base/waveform.h"
#include "heddle/sm/memory_order.h"
#include "heddle/sm/warp_context.h"

namespace heddle {

struct WaitingCounters {
    explicit WaitingCounters(Block& sm) : owner(sm) {}

    // How many instructions wait in one cycle: all, and by verdict those that are held back.
    struct Sample {
        unsigned waiting = 0;
        std::array<unsigned, MemoryOrder::verdicts> held{};
    };

    Block& owner;
    Counter cycles{owner, "memory_waiting_cycles", "cycles", "a memory instruction was ready and not issued"};
    Counter instructions{owner, "memory_waiting_instructions", "instruction-cycles",
                         "sum over cycles: memory instructions ready and not issued"};
    Counter store_order{owner, "store_order_wait_cycles", "warp-cycles",
                        "of these: stores and atomics behind instructions of their warp in the LSU"};
    Counter load_order{owner, "load_order_wait_cycles", "warp-cycles",
                       "of these: loads behind a store of their warp in the LSU"};
    Counter queue_full{owner, "instruction_queue_full_cycles", "warp-cycles",
                       "of these: the instruction queue of the warp was full"};
    Signal signal{owner, "memory_waiting", 7};
    Signal arithmetic_signal{owner, "issue_arithmetic", 1};

    Sample now, later;        // in the cycle of the last tick, and in those after it
    bool arithmetic = false;  // an arithmetic instruction was issued in the cycle of the last tick

    void begin(const Sample& ready);
    void issue(IssueClass what);
    void account(Cycle elapsed);

private:
    void count(const Sample& sample, Cycle times);
};

}  // namespace heddle
