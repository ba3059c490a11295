// A scheduler that limits the requests of each bank.
#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

#include "heddle/memory_controller/memory_controller.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

// FR-FCFS with `depth` requests per bank.
class BankQueues final : public BankQueueScheduler {
public:
    explicit BankQueues(unsigned depth) : depth_(depth) {}
    Choice choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const override {
        return inner_->choose(requests, banks, now);
    }
    bool has_room(const DramRequests& requests, unsigned bank) const override {
        return requests.waiting(bank) < depth_;
    }

private:
    const unsigned depth_;
    std::unique_ptr<DramScheduler> inner_ = make_dram_scheduler("fr_fcfs");
};

struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    LineDriver driver{"driver", clock};
    MemoryController memory;

    explicit Bench(std::unique_ptr<DramScheduler> scheduler, unsigned queue_entries = 32)
        : memory("memory", clock, with(queue_entries), std::move(scheduler)) {
        driver.memory_out.bind(memory.request_in);
    }
    static MemoryControllerParameters with(unsigned queue_entries) {
        MemoryControllerParameters parameters;
        parameters.queue_entries = queue_entries;
        return parameters;
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(memory.idle());
    }
};

constexpr std::uint64_t bank_bytes = 2048, next_row = 2048 * 16;
constexpr Cycle pipeline = 100, burst = 2;

// Two requests to bank 0, then one to bank 1. Returns when the last one was answered.
Cycle answer_of_other_bank(Bench& bench) {
    bench.driver.read(10, 0);
    bench.driver.read(10, 128);
    const unsigned other = bench.driver.read(10, bank_bytes);
    bench.run();
    return bench.driver[other].answered;
}

}  // namespace

TEST_CASE("with one queue a request to another bank does not wait") {
    Bench bench(nullptr);
    // Enters in 13; the activate of bank 0 was in 11, tRRD allows the next in 17; tRCD, tCL.
    CHECK(answer_of_other_bank(bench) == 17 + 12 + 12 + burst + pipeline + 1);
    CHECK(bench.memory.interface_blocked_bank_full_cycles.value() == 0);
}

TEST_CASE("a full bank queue blocks the head of the port, and requests to other banks behind it") {
    Bench bench(std::make_unique<BankQueues>(1));
    // The first enters in 11 and leaves with its column command in 23; the second enters in 24, the third in 25. Its
    // activate is in 26, because in 25 the command bus carries the second one's column command (tCCD).
    CHECK(answer_of_other_bank(bench) == 26 + 12 + 12 + burst + pipeline + 1);
    CHECK(bench.memory.interface_blocked_bank_full_cycles.value() == 24 - 12);
}

TEST_CASE("bank queues of two entries take two requests per bank") {
    Bench bench(std::make_unique<BankQueues>(2));
    CHECK(answer_of_other_bank(bench) == 17 + 12 + 12 + burst + pipeline + 1);
    CHECK(bench.memory.interface_blocked_bank_full_cycles.value() == 0);
}

TEST_CASE("queue_entries does not limit what a bank queue takes") {
    Bench bench(std::make_unique<BankQueues>(1), 2);
    for (unsigned bank = 0; bank < 8; ++bank) bench.driver.read(10, bank * bank_bytes);
    sc_core::sc_start(20, sc_core::SC_NS);
    std::ostringstream out;
    bench.memory.report_outstanding(out);
    const std::string report = out.str();
    CHECK(std::count(report.begin(), report.end(), '\n') == 8);
    bench.run();
}

TEST_CASE("every request gets through short bank queues, with the right bytes") {
    Bench bench(std::make_unique<BankQueues>(1));
    for (unsigned i = 0; i < 400; ++i) {
        bench.driver.write(10, i % 7 * next_row + i % 5 * bank_bytes, static_cast<std::uint8_t>(i));
        bench.driver.read(10, i % 7 * next_row + i % 5 * bank_bytes);
    }
    bench.run();
    for (unsigned i = 0; i < 400; ++i) REQUIRE(bench.driver.data(2 * i + 1)[5] == static_cast<std::uint8_t>(i));
}
