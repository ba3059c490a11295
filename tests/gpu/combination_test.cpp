// Every pair of features in one machine: random programs come back right, and what cannot work together is refused with
// the reason.
#include <algorithm>
#include <map>

#include "../platform_run.h"
#include "../test_scale.h"
#include "scattered_words_program.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

namespace {

// What a feature is switched on with.
const std::map<std::string, std::vector<std::string>> features{
    {"warppool", {"lsu.pool=warppool"}},
    {"mrpb", {"lsu.pool=mrpb"}},
    {"banked", {"lsu.pool=banked", "l1_cache.banks=4"}},
    {"icc", {"icc_unit.merge_table=true", "icc_unit.merge_table_entries=4"}},
    {"icc+cc", {"icc_unit.merge_table=true", "icc_unit.coalesced_cache=true", "icc_unit.coalesced_cache_lines=4"}},
    {"no L1", {"path.l1=none"}},
    {"no L2", {"path.l2=false"}},
    {"two slices", {"path.l2_slices_per_controller=2"}},
    {"sectors", {"l1_cache.sectored=true", "l2_slice.sectored=true"}},
    {"dist_block", {"cta_dispatcher.policy=dist_block"}},
    {"clocks", {"clock.noc_mhz=700", "clock.l2_mhz=1000", "clock.dram_mhz=924"}}};

std::vector<std::string> settings_of(const std::vector<std::string>& names) {
    std::vector<std::string> arguments{
        "--system", "small", "--set", "l1_cache.size_bytes=4096", "--set", "l2_slice.size_bytes=16K"};
    for (const std::string& name : names)
        for (const std::string& setting : features.at(name)) arguments.insert(arguments.end(), {"--set", setting});
    return arguments;
}

void run_together(const std::vector<std::string>& names) {
    RandomProgramShape program;
    program.ctas = 12;
    program.steps = static_cast<std::uint32_t>(scaled(64, 16));
    CheckingBinder binder;
    run_checked(
        "gpu", settings_of(names), [&] { return scattered_words(program); }, &binder);
}

std::string refusal_of(const std::vector<std::string>& names) {
    std::vector<std::string> arguments = settings_of(names);
    arguments.insert(arguments.end(), {"--stimulus", "x.stim"});
    return output_of("gpu", arguments, 2);
}

}  // namespace

#define TOGETHER(a, b)                                            \
    TEST_CASE("right data with " a " and " b " in one machine") { \
        run_together({a, b});                                     \
    }

TOGETHER("warppool", "icc")
TOGETHER("warppool", "icc+cc")
TOGETHER("warppool", "no L1")
TOGETHER("warppool", "no L2")
TOGETHER("warppool", "two slices")
TOGETHER("warppool", "sectors")
TOGETHER("warppool", "dist_block")
TOGETHER("warppool", "clocks")
TOGETHER("mrpb", "icc")
TOGETHER("mrpb", "icc+cc")
TOGETHER("mrpb", "no L1")
TOGETHER("mrpb", "no L2")
TOGETHER("mrpb", "two slices")
TOGETHER("mrpb", "sectors")
TOGETHER("mrpb", "dist_block")
TOGETHER("mrpb", "clocks")
TOGETHER("banked", "icc")
TOGETHER("banked", "icc+cc")
TOGETHER("banked", "no L2")
TOGETHER("banked", "two slices")
TOGETHER("banked", "sectors")
TOGETHER("banked", "dist_block")
TOGETHER("banked", "clocks")
TOGETHER("icc", "no L1")
TOGETHER("icc", "no L2")
TOGETHER("icc", "two slices")
TOGETHER("icc", "sectors")
TOGETHER("icc", "dist_block")
TOGETHER("icc", "clocks")
TOGETHER("icc+cc", "no L1")
TOGETHER("icc+cc", "no L2")
TOGETHER("icc+cc", "two slices")
TOGETHER("icc+cc", "sectors")
TOGETHER("icc+cc", "dist_block")
TOGETHER("icc+cc", "clocks")
TOGETHER("no L1", "no L2")
TOGETHER("no L1", "two slices")
TOGETHER("no L1", "sectors")
TOGETHER("no L1", "dist_block")
TOGETHER("no L1", "clocks")
TOGETHER("no L2", "sectors")
TOGETHER("no L2", "dist_block")
TOGETHER("no L2", "clocks")
TOGETHER("two slices", "sectors")
TOGETHER("two slices", "dist_block")
TOGETHER("two slices", "clocks")
TOGETHER("sectors", "dist_block")
TOGETHER("sectors", "clocks")
TOGETHER("dist_block", "clocks")

TEST_CASE("right data with everything at once on 4 SMs") {
    run_together({"warppool", "icc+cc", "two slices", "sectors", "dist_block", "clocks"});
}

TEST_CASE("right data with everything at once and no cache at all on 4 SMs") {
    run_together({"warppool", "icc", "no L1", "no L2", "dist_block", "clocks"});
}

TEST_CASE("what cannot work together is refused with the reason") {
    CHECK_THAT(refusal_of({"banked", "no L1"}), Contains("lsu.pool: is 'banked'") && Contains("path.l1 is 'none'"));
    CHECK_THAT(refusal_of({"two slices", "no L2"}),
               Contains("path.l2_slices_per_controller: is 2") && Contains("path.l2 is false"));
    CHECK_THAT(output_of("gpu", {"--stimulus", "x.stim", "--set", "path.l1=decoupled"}, 2),
               Contains("path.l1: is 'decoupled', which this version does not have; it has: private, none"));
    CHECK_THAT(output_of("gpu", {"--stimulus", "x.stim", "--set", "path.network=mesh"}, 2),
               Contains("path.network: is 'mesh', which this version does not have; it has: crossbar"));
    CHECK_THAT(output_of("gpu", {"--stimulus", "x.stim", "--set", "path.memory=hbm"}, 2),
               Contains("path.memory: is 'hbm', which this version does not have; it has: controllers, external"));
    CHECK_THAT(output_of("gpu", {"--stimulus", "x.stim", "--set", "path.memory=external"}, 2),
               Contains("path.memory: is external, but this executable has no memory to bind"));
    CHECK_THAT(output_of("gpu", {"--stimulus", "x.stim", "--set", "icc_unit.coalesced_cache=true"}, 2),
               Contains("icc_unit.coalesced_cache"));
}

TEST_CASE("the list of systems says what can be combined") {
    const std::string list = output_of("gpu", {"--list-systems"}, 0);
    for (const char* key : {"lsu.pool=warppool", "lsu.pool=mrpb", "lsu.pool=banked", "icc_unit.merge_table=true",
                            "path.l1=private|none", "path.l2=true|false", "cta_dispatcher.policy"})
        CHECK_THAT(list, Contains(key));
}

TEST_CASE("every platform is the same machine with another preset") {
    // A system of one platform, written out as settings of another, gives the same figures.
    const std::string icc = output_of("icc", {"--dump-config", "--system", "dist-block+icc+cc"}, 0);
    const std::string gpu = output_of("gpu",
                                      {"--dump-config", "--set", "cta_dispatcher.policy=dist_block", "--set",
                                       "icc_unit.merge_table=true", "--set", "icc_unit.coalesced_cache=true"},
                                      0);
    const auto values = [](const std::string& text) {
        std::string kept;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            if (line.empty() || line[0] != '#') kept += line + "\n";
        return kept;
    };
    CHECK(values(icc) == values(gpu));
}

TEST_CASE("without an L1 every load counts as a miss for WarpPool's adaptive policy") {
    const std::vector<std::string> settings{"--system",   "small",
                                            "--set",      "lsu.pool=warppool",
                                            "--set",      "lsu.warppool.quantum_cycles=200",
                                            "--stimulus", HEDDLE_SOURCE_DIR "/stimuli/micro/gemm32.stim"};
    std::vector<std::string> without = settings;
    without.insert(without.end(), {"--set", "path.l1=none"});
    CHECK_THAT(output_of("gpu", without, 0), !Contains("changed 0 times"));
}
