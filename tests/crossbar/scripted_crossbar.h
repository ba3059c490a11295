// A crossbar with a scripted initiator at each input and a memory at each output, all of one clock.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "crossbar/traffic.h"
#include "heddle/crossbar/crossbar.h"

namespace heddle_bench {

struct ScriptedCrossbar {
    explicit ScriptedCrossbar(CrossbarParameters p, unsigned inputs = 3, unsigned outputs = 4) {
        p.inputs = inputs;
        p.outputs = outputs;
        AddressMap map;
        map.partitions = outputs;
        crossbar = std::make_unique<Crossbar>("crossbar", clock, p, map);
        for (unsigned i = 0; i < inputs; ++i) {
            sources.push_back(std::make_unique<ScriptedInitiator>(("source_" + std::to_string(i)).c_str(), clock));
            sources.back()->out.bind(crossbar->in[i]);
        }
        for (unsigned i = 0; i < outputs; ++i) {
            memories.push_back(std::make_unique<Memory>(("memory_" + std::to_string(i)).c_str(), clock));
            crossbar->out[i].bind(memories.back()->in);
        }
    }
    void run() {
        sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
        CHECK_FALSE(sc_core::sc_pending_activity());
        for (auto& source : sources) CHECK(source->pool.live() == 0);
        std::ostringstream outstanding;
        crossbar->report_outstanding(outstanding);
        CHECK(outstanding.str().empty());
    }
    // The n-th line of an output.
    std::uint64_t to(unsigned output, unsigned n = 0) const { return (output + n * memories.size()) * 256; }
    std::vector<Cycle> arrivals(unsigned memory) const {
        std::vector<Cycle> cycles;
        for (const auto& arrival : memories[memory]->arrivals) cycles.push_back(arrival.cycle);
        return cycles;
    }
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    std::unique_ptr<Crossbar> crossbar;
    std::vector<std::unique_ptr<ScriptedInitiator>> sources;
    std::vector<std::unique_ptr<Memory>> memories;
};

}  // namespace heddle_bench
