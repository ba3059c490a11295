// Throughput, latency and row hits against DRAMSys 5.1 with the same timing, queue and address order. The figures are
// in data/dramsys_gddr5.csv; docs/validation/dramsys.md says what each device and workload is.
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <sstream>

#include "heddle/memory_controller/memory_controller.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

struct Figures {
    double bytes_per_cycle, latency_cycles, row_hit_rate;
};

// The rows of the file for one device and scheduler, by workload.
std::map<std::string, Figures> reference(const std::string& device, const std::string& scheduler) {
    std::ifstream file(HEDDLE_SOURCE_DIR "/tests/memory_controller/data/dramsys_gddr5.csv");
    std::map<std::string, Figures> rows;
    for (std::string line; std::getline(file, line);) {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream fields(line);
        std::string its_device, its_scheduler, workload, skipped;
        Figures figures{};
        fields >> its_device >> its_scheduler >> workload >> skipped >> skipped >> figures.bytes_per_cycle >>
            figures.latency_cycles >> skipped >> figures.row_hit_rate;
        if (its_device == device && its_scheduler == scheduler) rows[workload] = figures;
    }
    return rows;
}

constexpr unsigned requests = 20000, streams = 16;
constexpr std::uint64_t capacity = 1 << 30, row_bytes = 2048, bank_bytes = 16 * row_bytes;

// The addresses of a workload, one after the other.
class Addresses {
public:
    explicit Addresses(std::string workload) : workload_(std::move(workload)), random_(13) {
        for (std::uint64_t& stream : streams_) stream = random_() % capacity / row_bytes * row_bytes;
    }
    std::uint64_t next() {
        if (workload_.rfind("rand", 0) == 0) return random_() % capacity / line_bytes * line_bytes;
        if (workload_ == "streams16") return (streams_[random_() % streams] += line_bytes) - line_bytes;
        return count_++ * (workload_ == "one_bank" ? bank_bytes : workload_ == "bank_rr" ? row_bytes : line_bytes);
    }
    bool is_write() { return workload_.find("_rw") != std::string::npos && random_() % 2; }

private:
    const std::string workload_;
    std::mt19937_64 random_;
    std::uint64_t count_ = 0;
    std::array<std::uint64_t, streams> streams_{};
};

struct Bench {
    LineDriver driver;
    MemoryController memory;

    Bench(const std::string& workload, ClockDomain& clock, const MemoryControllerParameters& parameters)
        : driver((workload + "_driver").c_str(), clock), memory((workload + "_memory").c_str(), clock, parameters) {
        driver.memory_out.bind(memory.request_in);
        Addresses addresses(workload);
        for (unsigned i = 0; i < requests; ++i) {
            const Cycle from = workload == "rand_read_idle" ? i * 100 : 0;
            if (addresses.is_write())
                driver.write(from, addresses.next(), 1);
            else
                driver.read(from, addresses.next());
        }
    }
    Figures figures() const {
        Cycle end = 0;
        for (unsigned i = 0; i < requests; ++i) end = std::max(end, driver[i].answered);
        return {requests * double{line_bytes} / static_cast<double>(end),
                static_cast<double>(memory.latency_sum.value()) / requests,
                1 - static_cast<double>(memory.activates.value()) / requests};
    }
};

void compare(const std::string& device, const std::string& scheduler, const MemoryControllerParameters& parameters) {
    ClockDomain clock("clock", period_of_mhz(1000));
    std::map<std::string, std::unique_ptr<Bench>> benches;
    const auto expected = reference(device, scheduler);
    REQUIRE(expected.size() == 8);
    for (const auto& row : expected) benches[row.first] = std::make_unique<Bench>(row.first, clock, parameters);
    sc_core::sc_start();
    for (const auto& [workload, theirs] : expected) {
        const Figures ours = benches[workload]->figures();
        INFO(device << " " << scheduler << " " << workload << ": " << ours.bytes_per_cycle << " B/cycle for "
                    << theirs.bytes_per_cycle << ", latency " << ours.latency_cycles << " for " << theirs.latency_cycles
                    << ", row hits " << ours.row_hit_rate << " for " << theirs.row_hit_rate);
        CHECK(benches[workload]->driver.done());
        CHECK(ours.bytes_per_cycle == Approx(theirs.bytes_per_cycle).epsilon(0.02));
        CHECK(ours.latency_cycles == Approx(theirs.latency_cycles).epsilon(0.02));
        CHECK(ours.row_hit_rate == Approx(theirs.row_hit_rate).margin(0.01));
    }
}

MemoryControllerParameters matched() {
    MemoryControllerParameters parameters;
    parameters.pipeline_latency_cycles = 0;
    parameters.address_map.partitions = 1;
    parameters.timing.wtr_cycles = 0;
    parameters.timing.rtw_cycles = 0;
    return parameters;
}

}  // namespace

TEST_CASE("fr_fcfs agrees with DRAMSys") {
    compare("gddr5_matched", "fr_fcfs", matched());
}

TEST_CASE("fifo agrees with DRAMSys") {
    MemoryControllerParameters parameters = matched();
    parameters.scheduler = "fifo";
    compare("gddr5_matched", "fifo_spec", parameters);
}

TEST_CASE("turnaround of the data bus agrees with DRAMSys") {
    MemoryControllerParameters parameters = matched();
    parameters.timing.wtr_cycles = 5;
    parameters.timing.rtw_cycles = 2;
    compare("gddr5_turn", "fr_fcfs", parameters);
}

TEST_CASE("bank groups agree with DRAMSys") {
    MemoryControllerParameters parameters = matched();
    parameters.timing.bank_groups = 4;
    compare("gddr5_bg", "fr_fcfs", parameters);
}
