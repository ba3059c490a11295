// An initiator inside a clock domain: random reads, writes, partial writes and atomics, checked byte by byte.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "heddle/base/at_out.h"
#include "heddle/base/payload_pool.h"
#include "kit/scoreboard.h"

namespace heddle {

struct TrafficParameters {
    std::uint64_t transactions = 20000;
    unsigned outstanding = 32;
    std::uint64_t base = 0x10000;  // line aligned
    unsigned footprint_bytes = 16384;
    unsigned read_percent = 55;
    unsigned write_percent = 30;
    unsigned partial_percent = 15;  // writes with byte enables; what is left to 100 are atomics
    unsigned idle_percent = 10;     // chance to pause a few cycles after a request
    unsigned atomic_lines = 4;      // behind the footprint
    std::uint64_t seed = 7;
};

// Atomics add 1 to counters of a region of their own: the old values of one counter must come back as 0, 1, 2, ... in
// any order, each once.
class TrafficGenerator : public Ticked {
public:
    AtOut memory_out;

    TrafficGenerator(sc_core::sc_module_name name, ClockDomain& domain, const TrafficParameters& parameters);

    bool done() const { return finished_ == parameters_.transactions; }
    std::uint64_t finished() const { return finished_; }
    std::uint64_t errors() const { return errors_; }
    const std::string& first_error() const { return first_error_; }
    const MemoryScoreboard& scoreboard() const { return scoreboard_; }
    std::size_t live_payloads() const { return pool_.live(); }
    // A hash of which response came in which cycle: equal for equal behaviour, cycle by cycle.
    std::uint64_t fingerprint() const { return fingerprint_; }
    // Reads everything back by transport_dbg: empty, or the first byte that is wrong.
    std::string check_by_debug();

    void tick(Cycle now) override;
    void report_outstanding(std::ostream& out) const override;

private:
    void start_of_simulation() override;
    void send_one(Cycle now);
    LinePayload* make_read(std::uint64_t line_address);
    LinePayload* make_write(std::uint64_t line_address, bool partial);
    LinePayload* make_atomic();
    void take_response(LinePayload& payload, Cycle now);
    std::string check_atomic(const LinePayload& payload);
    std::string check_counters_by_debug();
    unsigned debug_read(std::uint64_t address, std::uint8_t* data, unsigned bytes);
    unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

    const TrafficParameters parameters_;
    std::mt19937_64 random_;
    PayloadPool<LinePayload> pool_;
    MemoryScoreboard scoreboard_;
    std::vector<std::vector<bool>> seen_;        // per counter: which old values came back
    std::vector<std::uint32_t> atomics_issued_;  // per counter
    Cycle pause_until_ = 0;
    unsigned outstanding_ = 0;
    std::uint64_t sent_ = 0, finished_ = 0, errors_ = 0, fingerprint_ = 0;
    std::string first_error_;
};

}  // namespace heddle
