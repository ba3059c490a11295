// A cluster port between scripted cores and one memory.
#pragma once

#include <sstream>

#include "crossbar/traffic.h"
#include "heddle/cluster_port/cluster_port.h"

namespace heddle_bench {

struct Bench {
    explicit Bench(const ClusterPortParameters& p = {}, std::unique_ptr<RequestFilter> filter = nullptr)
        : port("port", clock, p, std::move(filter)) {
        for (unsigned i = 0; i < p.cores; ++i) {
            cores.push_back(std::make_unique<ScriptedInitiator>(("core_" + std::to_string(i)).c_str(), clock));
            cores.back()->out.bind(port.core_in[i]);
        }
        port.noc_out.bind(memory.in);
    }
    // The number of things that are not as they should be after the last response.
    unsigned run() {
        sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
        unsigned faults = sc_core::sc_pending_activity();
        for (auto& core : cores) faults += core->pool.live() != 0 || core->done.size() != core->script.size();
        std::ostringstream outstanding;
        port.report_outstanding(outstanding);
        return faults + !outstanding.str().empty();
    }
    std::vector<Cycle> arrivals() const {
        std::vector<Cycle> cycles;
        for (const auto& arrival : memory.arrivals) cycles.push_back(arrival.cycle);
        return cycles;
    }
    std::vector<std::uint64_t> addresses() const {
        std::vector<std::uint64_t> all;
        for (const auto& arrival : memory.arrivals) all.push_back(arrival.address);
        return all;
    }
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    ClusterPort port;
    Memory memory{"memory", clock, 1, 64};
    std::vector<std::unique_ptr<ScriptedInitiator>> cores;
};

using Cycles = std::vector<Cycle>;

}  // namespace heddle_bench
