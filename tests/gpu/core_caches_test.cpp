// Instruction, constant and texture caches of the cores, in whole machines.
#include "combination.h"
#include "limit_run.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

namespace {

const char* const all_three =
    "--set sm.instruction_fetch=true --set sm.constant_cache=true --set sm.texture_cache=true ";
constexpr const char* scale = "../tests/gpu/core_caches/scale";

std::map<std::string, std::string> totals_with(const std::string& label, const std::string& stimulus,
                                               const std::string& options) {
    const std::string file = run_to_statistics("gpu", "core_caches_" + label, stimulus, "--system small " + options);
    const auto totals = totals_of(file);
    std::remove(file.c_str());
    return totals;
}

std::uint64_t value(const std::map<std::string, std::string>& totals, const char* name) {
    INFO(name);
    REQUIRE(totals.count(name));
    return std::stoull(totals.at(name));
}

// A random program of which half of the table's loads are loads of constants, half of read-only data.
std::string run_random(const std::vector<std::string>& features) {
    RandomProgramShape program;
    program.ctas = 12;
    program.steps = static_cast<std::uint32_t>(scaled(64, 16));
    program.launches = 2;
    program.constants = true;
    CheckingBinder binder;
    return run_checked(
               "gpu", settings_of(features), [&] { return scattered_words(program); }, &binder)
        .out;
}

}  // namespace

#define RIGHT_DATA(label, ...)                                            \
    TEST_CASE("right data through all caches of the cores, " label) {     \
        const std::string out = run_random({"core caches", __VA_ARGS__}); \
        CHECK_THAT(out, Contains("instruction cache accesses"));          \
        CHECK_THAT(out, Contains("constant cache accesses"));             \
        CHECK_THAT(out, Contains("texture cache accesses"));              \
    }

RIGHT_DATA("private L1", "two slices")
RIGHT_DATA("no L1", "no L1")
RIGHT_DATA("no L2", "no L2")
RIGHT_DATA("icc", "icc+cc")
RIGHT_DATA("icc, no L1", "icc", "no L1")
RIGHT_DATA("warppool", "warppool")
RIGHT_DATA("warppool, no L1", "warppool", "no L1")
RIGHT_DATA("mrpb", "mrpb")
RIGHT_DATA("banked", "banked")
RIGHT_DATA("mesh", "mesh")
RIGHT_DATA("packet coalescing", "dynamic", "no L2")
RIGHT_DATA("clocks and sectors", "clocks", "sectors")

TEST_CASE("PTX reads parameters, constants and read-only data through the caches") {
    const auto totals = totals_with("ptx", scale, all_three);
    // 20 CTAs of 8 warps, of which the last has 5 warps without and 3 with work; two launches. Each warp loads the
    // count, and with work four parameters and constants more, and the constant table.
    CHECK(value(totals, "texture_loads") == 2 * 157);
    CHECK(value(totals, "constant_loads") == 2 * (160 + 157 * 5));
    CHECK(value(totals, "instruction_fetches") > 2 * 157 * 12);
    CHECK(value(totals, "texture_cache_misses") >= 2 * 157);
    // A line of parameters and one of constants, in each of four cores and after each start of a kernel.
    CHECK(value(totals, "constant_cache_misses") == 2 * 2 * 4);
}

TEST_CASE("each of the caches works alone") {
    const auto instruction = totals_with("i", scale, "--set sm.instruction_fetch=true");
    CHECK(value(instruction, "icache_accesses") == value(instruction, "instruction_fetches"));
    CHECK(!instruction.count("constant_cache_accesses"));
    const auto constant = totals_with("c", scale, "--set sm.constant_cache=true");
    CHECK(value(constant, "constant_cache_accesses") >= value(constant, "constant_loads"));
    CHECK(!constant.count("stall_fetch_cycles"));
    const auto texture = totals_with("t", scale, "--set sm.texture_cache=true");
    CHECK(value(texture, "texture_cache_accesses") == value(texture, "texture_loads"));
}

TEST_CASE("parameters that come through a cache have no other delay") {
    const std::string stimulus = HEDDLE_SOURCE_DIR "/stimuli/micro/gemm32.stim";
    CHECK_THAT(output_of("gpu",
                         {"--system", "small", "--stimulus", stimulus, "--set", "sm.constant_cache=true", "--set",
                          "cta_dispatcher.parameters_latency_cycles=100"},
                         2),
               Contains("cta_dispatcher.parameters_latency_cycles") && Contains("sm.constant_cache=false"));
}

TEST_CASE("evaluation order does not matter to the caches of the cores") {
    std::string first;
    for (const char* seed : {"0", "1", "2"}) {
        const std::string file =
            run_to_statistics("gpu", std::string("core_caches_order_") + seed, scale,
                              std::string("--system small ") + all_three + "--set sim.evaluation_order_seed=" + seed);
        const std::string digest = digest_of(file);
        std::remove(file.c_str());
        if (first.empty()) first = digest;
        CHECK(digest == first);
    }
}

TEST_CASE("a machine without these caches does not mention them") {
    const std::string out =
        output_of("gpu", {"--system", "small", "--stimulus", HEDDLE_SOURCE_DIR "/stimuli/micro/gemm32.stim"}, 0);
    CHECK_THAT(out, !Contains("instruction cache") && !Contains("instruction fetch"));
}

TEST_CASE("a run that waits for its instructions says so") {
    const LimitedRun run =
        run_to_limit("gpu", std::string(limit_stimuli) + "arithmetic",
                     "--system small --set sm.instruction_fetch=true --set instruction_cache.latency_cycles=200", {});
    CHECK(run.limit() == "SM: instruction fetch");
}

TEST_CASE("settings that cannot work are refused with the reason") {
    const auto refused = [](const std::vector<std::string>& settings) {
        std::vector<std::string> arguments{"--stimulus", "x.stim"};
        for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
        return output_of("gpu", arguments, 2);
    };
    CHECK_THAT(refused({"sm.fetch_bytes=12"}), Contains("sm.fetch_bytes: is 12, must be a power of two"));
    CHECK_THAT(refused({"texture_cache.ways=5"}),
               Contains("texture_cache.size_bytes: is 12288, must be a positive multiple of 640"));
    CHECK_THAT(refused({"sm.texture_cache=true", "lsu.pool=banked", "l1_cache.banks=4", "path.l1=none"}),
               Contains("lsu.pool: is 'banked'"));
}
