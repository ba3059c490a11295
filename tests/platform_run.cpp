#include "platform_run.h"

#include <sstream>

#include "heddle/platforms/cta_clustering/cta_clustering_spec.h"
#include "heddle/platforms/dcl1/dcl1_spec.h"
#include "heddle/platforms/gpu/gpu_platform.h"
#include "heddle/platforms/gpu/gpu_spec.h"
#include "heddle/platforms/icc/icc_spec.h"
#include "heddle/platforms/packet_coalescing/packet_coalescing_spec.h"
#include "heddle/platforms/warppool/warppool_spec.h"

namespace heddle::testing {

namespace {

// Shows the machine to the test before it is destroyed.
class ShownMachine : public Machine {
public:
    ShownMachine(std::unique_ptr<Machine> machine, const LookAtMachine& before_end)
        : machine_(std::move(machine)), before_end_(before_end) {}
    ~ShownMachine() override { before_end_(*machine_); }
    Host& host() override { return machine_->host(); }
    ClockDomain& core_clock() override { return machine_->core_clock(); }
    std::uint64_t retired_warp_instructions() const override { return machine_->retired_warp_instructions(); }
    std::uint64_t finished_ctas() const override { return machine_->finished_ctas(); }
    RunningWarps running_warps() const override { return machine_->running_warps(); }
    TotalsTable totals_table() const override { return machine_->totals_table(); }
    void write_path(TableWriter& table, const Totals& totals) const override { machine_->write_path(table, totals); }
    void write_sections(TableWriter& table, const Totals& totals) const override {
        machine_->write_sections(table, totals);
    }

private:
    std::unique_ptr<Machine> machine_;
    const LookAtMachine& before_end_;
};

// A platform with the test's parts in place of some of its own.
class HookedPlatform : public Platform {
public:
    HookedPlatform(Platform& platform, const PlatformHooks& hooks) : platform_(platform), hooks_(hooks) {}
    std::string name() const override { return platform_.name(); }
    std::string description() const override { return platform_.description(); }
    std::string combinations() const override { return platform_.combinations(); }
    std::vector<System> systems() const override { return platform_.systems(); }
    void visit_parameters(ParameterSet& parameters) override { platform_.visit_parameters(parameters); }
    void apply_preset(ParameterSet& parameters) const override { platform_.apply_preset(parameters); }
    std::vector<std::string> preset_names() const override { return platform_.preset_names(); }
    const std::string* preset(const std::string& name) const override { return platform_.preset(name); }
    void validate() const override { platform_.validate(); }
    std::unique_ptr<Machine> build(const RunOptions& options, Workload& workload, Binder& binder) override {
        auto machine = platform_.build(options, workload, binder);
        if (hooks_.after_build) hooks_.after_build(*machine);
        if (!hooks_.before_end) return machine;
        return std::make_unique<ShownMachine>(std::move(machine), hooks_.before_end);
    }
    std::unique_ptr<Workload> open_stimulus(const std::string& path) override {
        return hooks_.make_workload ? hooks_.make_workload() : platform_.open_stimulus(path);
    }

private:
    Platform& platform_;
    const PlatformHooks& hooks_;
};

}  // namespace

PlatformRun run_in_test(Platform& platform, const std::vector<std::string>& arguments, Binder* binder) {
    const std::string name = platform.name();
    std::vector<const char*> argv{name.c_str()};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    std::ostringstream out, err;
    const int code =
        run_platform(static_cast<int>(argv.size()), argv.data(), platform, RunEnvironment{out, err, binder});
    return {code, out.str(), err.str()};
}

std::unique_ptr<Platform> make_platform(const std::string& name) {
    if (name == "gpu") return std::make_unique<GpuPlatform>(gpu_spec());
    if (name == "icc") return std::make_unique<GpuPlatform>(icc_spec());
    if (name == "warppool") return std::make_unique<GpuPlatform>(warppool_spec());
    if (name == "packet_coalescing") return std::make_unique<GpuPlatform>(packet_coalescing_spec());
    if (name == "cta_clustering") return std::make_unique<GpuPlatform>(cta_clustering_spec());
    if (name == "dcl1") return std::make_unique<GpuPlatform>(dcl1_spec());
    throw std::invalid_argument("no platform is called " + name);
}

PlatformRun run_platform_named(const std::string& name, const std::vector<std::string>& arguments,
                               const PlatformHooks& hooks) {
    const std::unique_ptr<Platform> platform = make_platform(name);
    HookedPlatform hooked(*platform, hooks);
    return run_in_test(hooked, arguments, hooks.binder);
}

std::string output_of(const std::string& name, const std::vector<std::string>& arguments, int expected_code) {
    const PlatformRun run = run_platform_named(name, arguments);
    CHECK(run.code == expected_code);
    return run.text();
}

PlatformRun run_checked(const std::string& name, std::vector<std::string> settings, const MakeWorkload& workload,
                        CheckingBinder* binder) {
    settings.insert(settings.begin(), {"--stimulus", "made by the test"});
    const PlatformRun run = run_platform_named(name, settings, {binder, workload, {}});
    INFO(run.text());
    REQUIRE(run.code == 0);
    CHECK_THAT(run.out, Catch::Contains(" 0 mismatches"));
    if (binder) check_bindings(*binder);
    return run;
}

void check_bindings(const CheckingBinder& binder) {
    CHECK(binder.violations().empty());
    CHECK(binder.outstanding() == 0);
    CHECK(binder.transactions() > 0);
}

}  // namespace heddle::testing
