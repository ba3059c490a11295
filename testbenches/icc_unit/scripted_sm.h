// An SM's miss port with a list of transactions, and an ICC unit between such SMs and a memory.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "crossbar/traffic.h"
#include "heddle/icc_unit/icc_unit.h"

namespace heddle_bench {

struct SmItem {
    Cycle at;  // sent then, or as soon as possible after
    Kind kind;
    std::uint64_t address;
    std::uint8_t value = 0;  // of all bytes that a store writes
    AddressSpace space = AddressSpace::global;
    bool bypass_l1 = false;
    unsigned bytes = line_bytes;
    AccessKind access = AccessKind::load;  // of a read
};

class ScriptedSm : public ScriptedPort<SmItem> {
public:
    using ScriptedPort::ScriptedPort;
    struct Done {
        std::uint64_t address;
        Cycle cycle;
        std::uint8_t first_byte, last_byte;
        bool ok;
    };
    std::vector<Done> done;

private:
    void fill_in(LinePayload& payload, const Item& item) override {
        payload.data.fill(item.value);
        payload.access.kind = item.kind == Kind::read    ? item.access
                              : item.kind == Kind::write ? AccessKind::store
                                                         : AccessKind::atomic;
        payload.access.space = item.space;
        payload.access.bypass_l1 = item.bypass_l1;
    }
    void receive(const LinePayload& payload, Cycle now) override {
        done.push_back({payload.get_address(), now, payload.data[0], payload.data[payload.get_data_length() - 1],
                        payload.is_response_ok()});
    }
};

struct IccBench {
    explicit IccBench(const IccParameters& icc = {}, Cycle memory_latency = 180, ClusterPortParameters port = {})
        : unit("icc_unit", clock, port, icc), memory("memory", clock, memory_latency, 256) {
        for (unsigned i = 0; i < port.cores; ++i) {
            sms.push_back(std::make_unique<ScriptedSm>(("sm_" + std::to_string(i)).c_str(), clock));
            sms.back()->out.bind(unit.core_in[i]);
        }
        unit.noc_out.bind(memory.in);
    }
    // The number of things that are not as they should be after the last response.
    unsigned run(Cycle until = 100000) {
        sc_core::sc_start(until * clock.period());
        unsigned faults = sc_core::sc_pending_activity();
        for (auto& sm : sms) {
            faults += sm->pool.live() != 0 || sm->done.size() != sm->script.size();
            for (const auto& done : sm->done) faults += !done.ok;
        }
        std::ostringstream outstanding;
        unit.report_outstanding(outstanding);
        return faults + !outstanding.str().empty();
    }
    // What memory holds at the beginning.
    void preset(std::uint64_t line, std::uint8_t value) {
        std::array<std::uint8_t, line_bytes> bytes;
        bytes.fill(value);
        Payload payload;
        payload.set_command(tlm::TLM_WRITE_COMMAND);
        payload.set_address(line);
        payload.set_data_ptr(bytes.data());
        payload.set_data_length(line_bytes);
        payload.set_streaming_width(line_bytes);
        memory.serve_debug(payload, 0);
    }
    std::vector<std::uint64_t> arrivals() const {
        std::vector<std::uint64_t> all;
        for (const auto& arrival : memory.arrivals) all.push_back(arrival.address);
        return all;
    }
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    IccUnit unit;
    Memory memory;
    std::vector<std::unique_ptr<ScriptedSm>> sms;
};

// The micro-scenario of MECHANISMS 1.4, its cycle t at t + 1.
inline void micro_scenario(IccBench& bench, std::uint64_t a = 0x1000, std::uint64_t b = 0x2000) {
    bench.sms[0]->script = {{1, Kind::read, a}};
    bench.sms[3]->script = {{6, Kind::read, a}};
    bench.sms[2]->script = {{10, Kind::write, a, 0x22}};
    bench.sms[1]->script = {{211, Kind::read, a}, {221, Kind::read, b}};
    bench.sms[4]->script = {{411, Kind::write, a, 0x44}, {421, Kind::read, a}};
}

}  // namespace heddle_bench
