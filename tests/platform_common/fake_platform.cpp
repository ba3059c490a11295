#include "fake_platform.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <csignal>

#include "heddle/base/launch_messages.h"
#include "heddle/base/parameters.h"
#include "heddle/base/payload_bytes.h"
#include "heddle/base/stop_request.h"

namespace heddle {

namespace {

[[noreturn]] void work_until_interrupted() {
    raise(SIGINT);
    while (true) throw_if_stop_requested();
}

// Two counters as an SM and an L1 have them, so that totals have something to sum.
struct FakeSm : Block {
    using Block::Block;
    const char* kind() const override { return "sm"; }
    Counter warp_instructions{*this, "warp_instructions", "instructions", "retired"};
    Counter thread_instructions{*this, "thread_instructions", "instructions", "retired"};
    Counter ctas_finished{*this, "ctas_finished", "CTAs", "retired"};
    Histogram waits{*this, "waits", "cycles", "how long", 4};
};

struct FakeMemory : LtTarget {
    void serve_blocking(Payload& payload, sc_core::sc_time&, unsigned) override {
        payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    }
    // One line at most, as a target may: the return value says how much.
    unsigned serve_debug(Payload& payload, unsigned) override {
        const unsigned offset = payload.get_address() % line_bytes;
        const unsigned count = std::min(payload.get_data_length(), line_bytes - offset);
        std::uint8_t* line = lines[line_of(payload.get_address())].data() + offset;
        if (payload.is_read())
            std::copy_n(line, count, payload.get_data_ptr());
        else
            std::copy_n(payload.get_data_ptr(), count, line);
        return count;
    }
    std::map<std::uint64_t, std::array<std::uint8_t, line_bytes>> lines;
};

class FakeDispatcher : public Ticked, public FakeMemory {
public:
    AtIn kernel_in{*this, *this, "kernel_in", 1};
    AtIn memory_in{*this, *this, "memory_in", 1};
    FakeSm sm_0{"sm_0"}, sm_1{"sm_1"};

    FakeDispatcher(sc_core::sc_module_name name, ClockDomain& domain, const FakeParameters& parameters)
        : Ticked(name, domain), parameters_(parameters) {}

    void tick(Cycle now) override {
        bool progress = false;
        if (!running_ && kernel_in.requests().ready(now)) {
            running_ = kernel_in.requests().pop(now);
            end_ = now + parameters_.kernel_cycles;
            progress = true;
        }
        const bool interrupted = parameters_.mode == "interrupted",
                   endless = interrupted || parameters_.mode == "spinning";
        if (interrupted && now == end_) raise(SIGINT);
        if (running_ && now >= end_ && parameters_.mode != "silent" && !endless) end_kernel(now);
        kernel_in.service(now);
        if (running_ && now < end_) wake_at(end_);
        if (running_ && endless) wake_at(now + 1);
        sleep_or_continue(progress, now, kernel_in.requests(), kernel_in);
    }
    void report_outstanding(std::ostream& out) const override {
        for (unsigned i = 0; running_ && i < 20; ++i) out << "kernel still here, line " << i << "\n";
    }

private:
    void end_kernel(Cycle now) {
        if (parameters_.mode == "exception") throw SimulationError("fake.dispatcher: address 0x10 is on fire");
        if (parameters_.mode == "stopped_inside") work_until_interrupted();
        if (parameters_.mode == "report") SC_REPORT_ERROR("heddle", "fake.dispatcher: reported trouble");
        KernelLaunch launch;
        if (!read_message(*running_, launch, 4)) throw SimulationError("this is no kernel launch");
        sm_0.warp_instructions += 10 * (launch.kernel + 1);
        sm_1.warp_instructions += 5;
        sm_0.thread_instructions += 320;
        ++sm_0.ctas_finished;
        sm_1.waits.add(2);
        lines[0x1000][0] = static_cast<std::uint8_t>(launch.kernel + 1);
        running_->set_response_status(parameters_.mode == "error_response" ? tlm::TLM_ADDRESS_ERROR_RESPONSE
                                                                           : tlm::TLM_OK_RESPONSE);
        kernel_in.respond(running_, now);
        running_ = nullptr;
    }

    const FakeParameters& parameters_;
    Payload* running_ = nullptr;
    Cycle end_ = 0;
};

struct FakeMachine : Machine {
    FakeMachine(const FakeParameters& parameters, Workload& workload, Binder& binder)
        : clock("clock", period_of_mhz(parameters.clock_mhz)),
          the_host("host", clock, workload),
          dispatcher("dispatcher", clock, parameters) {
        binder.bind(the_host.kernel_out, dispatcher.kernel_in);
        binder.bind(the_host.memory_out[0], dispatcher.memory_in);
    }
    Host& host() override { return the_host; }
    ClockDomain& core_clock() override { return clock; }
    std::uint64_t retired_warp_instructions() const override { return dispatcher.sm_0.warp_instructions.value(); }
    std::uint64_t finished_ctas() const override { return dispatcher.sm_0.ctas_finished.value(); }

    ClockDomain clock;
    Host the_host;
    FakeDispatcher dispatcher;
};

struct FakeKernel : Kernel {
    explicit FakeKernel(const std::string& name) { shape_.name = name; }
    const KernelShape& shape() const override { return shape_; }
    std::uint32_t scoreboard_registers() const override { return 1; }
    std::unique_ptr<WarpExecutor> make_executor() const override { return nullptr; }  // no SM runs it

private:
    KernelShape shape_;
};

// Launches kernels 0, 1, ... and expects each one's mark in memory before the next.
class FakeWorkload : public Workload {
public:
    FakeWorkload(unsigned kernels, const std::string& mode, std::vector<std::string> files)
        : mode_(mode), files_(std::move(files)) {
        for (unsigned i = 0; i < kernels; ++i) kernels_.emplace_back("kernel " + std::to_string(i));
    }
    std::uint32_t kernel_count() const override { return static_cast<std::uint32_t>(kernels_.size()); }
    const Kernel& kernel(std::uint32_t id) const override { return kernels_.at(id); }
    void initialise(HostMemory& memory) override {
        if (mode_ == "stopped_at_start") work_until_interrupted();
        // Starts in the middle of a line and covers several.
        std::vector<std::uint8_t> bytes(1000);
        for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 7);
        memory.write(0x2040, bytes.data(), bytes.size());
    }
    std::uint32_t next_launch(HostMemory& memory) override {
        std::uint8_t mark = 0;
        memory.read(0x1000, &mark, 1);
        if (mark != next_) throw SimulationError("the kernel before left no mark");
        return next_ < kernel_count() ? next_++ : no_more;
    }
    CheckResult check(HostMemory& memory) override {
        if (mode_ == "stopped_in_check") work_until_interrupted();
        std::vector<std::uint8_t> bytes(1000);
        memory.read(0x2040, bytes.data(), bytes.size());
        CheckResult result;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            ++result.checked_values;
            if (bytes[i] == static_cast<std::uint8_t>(i * (mode_ == "wrong_data" ? 9 : 7))) continue;
            if (++result.mismatches <= 2) result.messages.push_back("value " + std::to_string(i) + " is wrong");
        }
        return result;
    }
    std::uint64_t expected_ctas() const override { return kernels_.size(); }
    std::vector<BufferPlace> buffers() const override { return {{"MARK", 0x1000, 1}, {"BYTES", 0x2040, 1000}}; }
    std::vector<std::string> input_files() const override { return files_; }

private:
    std::vector<FakeKernel> kernels_;
    unsigned next_ = 0;
    const std::string mode_;
    const std::vector<std::string> files_;
};

}  // namespace

void FakeParameters::validate(const std::string& key) const {
    require_power_of_two(size_bytes, key + ".size_bytes");
    require(clock_mhz > 0, key + ".clock_mhz", "must be positive");
    require_one_of(
        mode,
        std::array<const char*, 11>{"ok", "silent", "spinning", "error_response", "exception", "report", "wrong_data",
                                    "interrupted", "stopped_inside", "stopped_at_start", "stopped_in_check"},
        key + ".mode");
}

std::vector<System> FakePlatform::systems() const {
    return {{"plain", "Nothing special.", true, {}},
            {"large", "Larger and slower.", false, {{"core.size_bytes", "1M"}, {"core.kernel_cycles", "300"}}}};
}

std::unique_ptr<Machine> FakePlatform::build(const RunOptions&, Workload& workload, Binder& binder) {
    return std::make_unique<FakeMachine>(core, workload, binder);
}

std::unique_ptr<Workload> FakePlatform::open_stimulus(const std::string& path) {
    if (path != "good.stim") throw InputError(path, 3, 7, "no such thing");
    return std::make_unique<FakeWorkload>(kernels, core.mode, files);
}

RunResult run(FakePlatform& platform, const std::vector<std::string>& arguments) {
    CheckingBinder binder;
    const RunResult result = testing::run_in_test(platform, arguments, &binder);
    CHECK(binder.violations().empty());
    return result;
}

}  // namespace heddle
