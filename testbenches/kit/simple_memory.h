// A memory inside a clock domain: fixed latency, real sparse data, random stalls if asked for.
#pragma once

#include <array>
#include <random>
#include <unordered_map>

#include "heddle/base/at_in.h"

namespace heddle {

struct SimpleMemoryParameters {
    unsigned latency_cycles = 40;
    unsigned queue_entries = 8;  // requests accepted and not yet served; more are back-pressured
    unsigned outstanding = 64;   // requests in service
    unsigned stall_percent = 0;  // chance of a pause after each request that is taken
    unsigned stall_cycles = 8;   // the longest such pause
    std::uint64_t seed = 11;
};

class SimpleMemory : public Ticked, public LtTarget {
public:
    AtIn request_in;

    SimpleMemory(sc_core::sc_module_name name, ClockDomain& domain, const SimpleMemoryParameters& parameters);

    std::uint64_t accesses() const { return accesses_; }
    std::uint8_t peek(std::uint64_t address) const;
    void poke(std::uint64_t address, std::uint8_t value) { line(address)[address % line_bytes] = value; }

    void tick(Cycle now) override;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void report_outstanding(std::ostream& out) const override;

private:
    using Line = std::array<std::uint8_t, line_bytes>;
    Line& line(std::uint64_t address) { return lines_[line_of(address)]; }
    void execute(Payload& payload);

    const SimpleMemoryParameters parameters_;
    std::mt19937_64 random_;
    RegisteredQueue<Payload*> serving_;
    std::unordered_map<std::uint64_t, Line> lines_;
    Cycle stalled_until_ = 0;
    std::uint64_t accesses_ = 0;
};

}  // namespace heddle
