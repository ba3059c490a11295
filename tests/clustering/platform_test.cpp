// The platform cta_clustering: its systems, what they need, and what they refuse.
#include "transformed_run.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

namespace {

const std::string platform = "cta_clustering";

TotalsByName run_of(const std::string& system, const std::string& stimulus, const std::string& options = "") {
    return run_system(platform, system, stimulus, options);
}

}  // namespace

TEST_CASE("the list of systems names those of the paper") {
    const std::string list = output_of(platform, {"--list-systems"}, 0);
    for (const char* system : {"BSL (baseline)", "RD", "CLU", "CLU+TOT", "CLU+TOT+BPS", "PFH"})
        CHECK_THAT(list, Contains(std::string(system) + "\n"));
}

TEST_CASE("all systems run the same program") {
    const TotalsByName baseline = run_of("BSL", "polybench/2dconv/test");
    for (const std::string system : {"RD", "CLU", "CLU+TOT", "CLU+TOT+BPS"}) {
        INFO(system);
        const TotalsByName totals =
            run_of(system, "polybench/2dconv/test", system == "CLU+TOT+BPS" ? "--set l1_hints.bypass_buffers=A" : "");
        CHECK(totals.at("ctas") == baseline.at("ctas"));
        CHECK(totals.at("thread_instructions") == baseline.at("thread_instructions"));
        if (system != "CLU+TOT+BPS") continue;
        CHECK(count(totals, "l1_accesses") == 0);  // A is all that the kernel loads
        CHECK(count(totals, "l1_bypassed_loads") == count(baseline, "l1_accesses"));
    }
}

TEST_CASE("bypass changes where loads go, whatever names them") {
    const TotalsByName by_name = run_of("CLU+TOT+BPS", "micro/vector_add_small", "--set l1_hints.bypass_buffers=A,B"),
                       by_range = run_of("CLU+TOT+BPS", "micro/vector_add_small",
                                         "--set l1_hints.bypass_ranges=0x10000000-0xffffffffffffffff");
    CHECK(count(by_name, "l1_bypassed_loads") > 0);
    CHECK(by_name.at("l1_bypassed_loads") == by_range.at("l1_bypassed_loads"));
    CHECK(by_name.at("cycles") == by_range.at("cycles"));
}

TEST_CASE("what the systems cannot do is refused with the reason") {
    const std::string stimulus = std::string(HEDDLE_SOURCE_DIR) + "/stimuli/micro/vector_add_small.stim";
    const auto refusal = [&](const std::string& system, const std::string& setting) {
        std::vector<std::string> arguments{"--stimulus", stimulus, "--system", system};
        if (!setting.empty()) arguments.insert(arguments.end(), {"--set", setting});
        return output_of(platform, arguments, 2);
    };
    CHECK_THAT(refusal("CLU+TOT+BPS", ""), Contains("l1_hints.bypass: is true") && Contains("bypass_buffers"));
    CHECK_THAT(refusal("CLU+TOT+BPS", "l1_hints.bypass_buffers=A,X"),
               Contains("l1_hints.bypass_buffers: names 'X'") && Contains("only A, B, C"));
    CHECK_THAT(refusal("BSL", "l1_hints.bypass_ranges=0x2000-0x1000"), Contains("ends before it begins"));
    CHECK_THAT(refusal("BSL", "l1_hints.bypass_ranges=4096"), Contains("expected the first and the last byte"));
    CHECK_THAT(refusal("PFH", ""), Contains("no kernel of the stimulus prefetches") && Contains("cta_clustering.h"));
}

TEST_CASE("bypass does not depend on the order of evaluation, nor on a waveform") {
    check_order_and_recording(platform, "CLU+TOT+BPS", "micro/vector_add_small", "--set l1_hints.bypass_buffers=A");
}

TEST_CASE("agents of a program and prefetches do not depend on the order of evaluation") {
    std::string digest, shuffled;
    const TotalsByName plain = run_system("gpu", "baseline", "silicon/bsc1m/test_agents", "", &digest);
    CHECK(run_system("gpu", "baseline", "silicon/bsc1m/test_agents", "--set sim.evaluation_order_seed=1", &shuffled) ==
          plain);
    CHECK(digest == shuffled);
}
