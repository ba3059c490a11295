// The statistics of a RequestWindowMonitor, kept if lsu.window_monitor is set.
#pragma once

#include "heddle/base/counter.h"
#include "heddle/base/lane_access.h"
#include "heddle/lsu/request_window_monitor.h"

namespace heddle {

class RequestWindowCounters {
public:
    explicit RequestWindowCounters(Block& lsu) : owner_(lsu) {}

    void take_instruction(LaneMask lanes) {
        ++memory_instructions;
        thread_requests += static_cast<unsigned>(__builtin_popcount(lanes));
    }
    void send(bool load, std::uint64_t line) {
        ++memory_requests;
        if (!load) return;
        const RequestWindowMonitor::Sent sent = monitor_.observe(line);
        for (std::size_t i = 0; i < sent.size(); ++i)
            if (sent[i]) ++*counters_[i];
    }

private:
    Block& owner_;
    Counter memory_instructions{owner_, "memory_instructions", "instructions", "memory instructions of warps"};
    Counter memory_requests{owner_, "memory_requests", "requests", "line requests they became"};
    Counter thread_requests{owner_, "thread_requests", "accesses", "loads, stores and atomics of single threads"};
    Counter w0{owner_, "window_requests_0", "requests", "load line requests"};
    Counter w1{owner_, "window_requests_1", "requests", "left if merged with the last line sent"};
    Counter w2{owner_, "window_requests_2", "requests", "left if merged with one of the last 2 lines sent"};
    Counter w4{owner_, "window_requests_4", "requests", "left if merged with one of the last 4 lines sent"};
    Counter w8{owner_, "window_requests_8", "requests", "left if merged with one of the last 8 lines sent"};
    Counter w16{owner_, "window_requests_16", "requests", "left if merged with one of the last 16 lines sent"};
    Counter w32{owner_, "window_requests_32", "requests", "left if merged with one of the last 32 lines sent"};
    Counter w64{owner_, "window_requests_64", "requests", "left if merged with one of the last 64 lines sent"};
    Counter w128{owner_, "window_requests_128", "requests", "left if merged with one of the last 128 lines sent"};
    const std::array<Counter*, RequestWindowMonitor::windows.size()> counters_{&w0,  &w1,  &w2,  &w4,  &w8,
                                                                               &w16, &w32, &w64, &w128};
    RequestWindowMonitor monitor_;
};

}  // namespace heddle
