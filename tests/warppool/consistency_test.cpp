// Consistency: whatever the load/store unit merges and reorders, each warp sees its own accesses in program order, and
// barriers and atomics hold. A million warp instructions through WarpPool, and the same programs where everything is
// scarce and through the other units.
#include "heddle/platforms/gpu/gpu_platform.h"
#include "heddle/platforms/levels/cores/cores.h"
#include "heddle/platforms/warppool/warppool_spec.h"
#include "kit/test_scale.h"
#include "platform_run.h"
#include "shared_line_program.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Everything that can be full is full all the time.
const std::vector<std::string> scarce{"--set", "lsu.warppool.instruction_queue_entries=1",
                                      "--set", "lsu.warppool.inter_warp_queues=2",
                                      "--set", "lsu.warppool.slots_per_tag=2",
                                      "--set", "lsu.warppool.thread_map_entries=1",
                                      "--set", "lsu.warppool.write_back_entries=1",
                                      "--set", "lsu.mrpb.warp_queue_entries=1",
                                      "--set", "lsu.queue_entries=1",
                                      "--set", "lsu.pending_instructions=8",
                                      "--set", "l1_cache.size_bytes=16384",
                                      "--set", "l1_cache.mshr_entries=4",
                                      "--set", "l1_cache.mshr_merges=2",
                                      "--set", "l1_cache.request_queue_entries=1",
                                      "--set", "l1_cache.miss_queue_entries=1",
                                      "--set", "l2_slice.size_bytes=16K",
                                      "--set", "l2_slice.mshr_entries=4",
                                      "--set", "memory_controller.queue_entries=4"};

// The first number in the row of the table at the end.
double row(const std::string& text, const std::string& label) {
    const std::size_t at = text.find("\n  " + label + " ");
    REQUIRE(at != std::string::npos);
    return std::stod(text.substr(at + 3 + label.size()));
}

std::string run_random(const RandomProgramShape& program, const std::string& system, std::vector<std::string> settings,
                       bool checked) {
    CheckingBinder binder;
    settings.insert(settings.begin(), {"--system", system});
    return run_checked(
               "warppool", settings, [&] { return shared_lines(program); }, checked ? &binder : nullptr)
        .out;
}

// Hides the ordering rule of WarpPool from the SM.
class ForgetOrder : public Feature {
public:
    std::string name() const override { return "forget_order"; }
    void visit(ParameterSet&) override {}
    void plan(PathPlan& plan) const override {
        plan.part<CorePlan>().kinds.at("warppool").traits.order = LsuTraits::Order::in_order;
    }
};

Features features_without_order() {
    Features features = all_features();
    features.push_back(std::make_unique<ForgetOrder>());
    return features;
}

class Unordered : public GpuPlatform {
public:
    explicit Unordered(const RandomProgramShape& program)
        : GpuPlatform(warppool_spec(), features_without_order()), program_(program) {}
    std::unique_ptr<Workload> open_stimulus(const std::string&) override { return shared_lines(program_); }

private:
    const RandomProgramShape program_;
};

RandomProgramShape shape(std::uint32_t ctas, std::uint32_t steps, std::uint64_t seed) {
    return {ctas, static_cast<std::uint32_t>(scaled(steps, 32)), 1, seed};
}

}  // namespace

// A million memory instructions in two parts. Without merged loads they would prove little.
TEST_CASE("random programs through WarpPool equal program order") {
    const std::string text = run_random(shape(120, 1184, 1), "warppool", {}, false);
    CHECK(row(text, "merged") > 1);
}

TEST_CASE("random programs through WarpPool equal program order when the L1 is short of everything") {
    const std::string text = run_random(shape(120, 1184, 2), "warppool",
                                        {"--set", "lsu.warppool.policy=warp_id", "--set", "l1_cache.size_bytes=4096",
                                         "--set", "l1_cache.ways=1", "--set", "l1_cache.mshr_entries=4"},
                                        false);
    CHECK(row(text, "merged") > 10);
}

TEST_CASE("random programs through WarpPool without a port for stores equal program order") {
    run_random(shape(30, 128, 12), "warppool", {"--set", "lsu.warppool.store_port=false"}, true);
}

TEST_CASE("random programs through WarpPool with a port for stores and short queues equal program order") {
    run_random(shape(30, 128, 13), "warppool",
               {"--set", "lsu.warppool.store_port=true", "--set", "l1_cache.mshr_entries=1", "--set",
                "l1_cache.request_queue_entries=4", "--set", "l1_cache.miss_queue_entries=1", "--set",
                "lsu.warppool.write_backs_per_cycle=3", "--set", "lsu.warppool.write_back_mapped_only=true"},
               true);
}

TEST_CASE("without the ordering rule the same programs find wrong values") {
    Unordered platform(shape(30, 128, 3));
    const PlatformRun run = run_in_test(platform, {"--stimulus", "random", "--system", "warppool"});
    CHECK(run.code == 1);
    CHECK_THAT(run.text(), Catch::Contains("wrong value from address"));
}

TEST_CASE("random programs through a WarpPool of the smallest size equal program order") {
    run_random(shape(30, 128, 3), "warppool", scarce, true);
}

TEST_CASE("random programs through WarpPool with one warp in eight and unequal clocks equal program order") {
    run_random(shape(30, 128, 4), "warppool+swl",
               {"--set", "sm.warp_limit=3", "--set", "clock.noc_mhz=550", "--set", "clock.l2_mhz=640"}, true);
}

TEST_CASE("random programs through WarpPool with eight coalescers and strict ranges equal program order") {
    run_random(shape(30, 128, 5), "warppool",
               {"--set", "lsu.warppool.coalescers=8", "--set", "lsu.warppool.strict_ranges=true", "--set",
                "lsu.warppool.instruction_queues=48", "--set", "lsu.warppool.instruction_queue_entries=2", "--set",
                "lsu.warppool.quantum_cycles=500", "--set", "lsu.warppool.toggle_percent=10"},
               true);
}

TEST_CASE("random programs through the baseline's unit equal program order") {
    run_random(shape(30, 128, 6), "baseline", {}, true);
}

TEST_CASE("random programs through MRPB equal program order") {
    run_random(shape(30, 128, 7), "mrpb", {}, true);
}

TEST_CASE("random programs through a small MRPB that empties a store's own queue only equal program order") {
    std::vector<std::string> settings = scarce;
    settings.insert(settings.end(), {"--set", "lsu.mrpb.flush=own"});
    run_random(shape(30, 128, 8), "mrpb", settings, true);
}

TEST_CASE("random programs through eight banks equal program order") {
    run_random(shape(30, 128, 9), "banked-l1-8", {}, true);
}

TEST_CASE("random programs through eight banks of an L1 with tiny queues equal program order") {
    run_random(shape(30, 128, 10), "banked-l1-8", scarce, true);
}
