// Every pair of features in one machine: random programs come back right, and what cannot work together is refused with
// the reason.
#include <sstream>

#include "combination.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

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
TOGETHER("sector stores", "sector MSHRs")
TOGETHER("sector stores", "sweep")
TOGETHER("sector stores", "icc+cc")
TOGETHER("sector stores", "no L2")
TOGETHER("sector stores", "bypass")
TOGETHER("sector stores", "core caches")
TOGETHER("sector banks", "sector MSHRs")
TOGETHER("sector banks", "icc+cc")
TOGETHER("sector banks", "core caches")
TOGETHER("sector banks", "bypass")
TOGETHER("sector banks", "clocks")
TOGETHER("sector LSU", "sector MSHRs")
TOGETHER("sector LSU", "icc+cc")
TOGETHER("sector LSU", "core caches")
TOGETHER("sector LSU", "bypass")
TOGETHER("sector LSU", "clocks")
TOGETHER("sector LSU", "reuse")
TOGETHER("sector LSU", "agents")
TOGETHER("sector LSU", "carve-outs")
TOGETHER("sector LSU", "dynamic")
TOGETHER("partial stores", "sector LSU")
TOGETHER("partial stores", "icc+cc")
TOGETHER("partial stores", "replication")
TOGETHER("partial stores", "carve-outs")
TOGETHER("partial stores", "no L2")
TOGETHER("partial stores", "two L1s")
TOGETHER("partial stores", "banked")
TOGETHER("collectors", "warppool")
TOGETHER("collectors", "mrpb")
TOGETHER("collectors", "sector LSU")
TOGETHER("collectors", "core caches")
TOGETHER("collectors", "icc+cc")
TOGETHER("collectors", "agents")
TOGETHER("collectors", "two L1s")
TOGETHER("sector MSHRs", "sweep")
TOGETHER("sector MSHRs", "clocks")
TOGETHER("sector MSHRs", "coalescers")
TOGETHER("sector MSHRs", "two slices")
TOGETHER("sector pairs", "sector MSHRs")
TOGETHER("sector pairs", "no L1")
TOGETHER("sector pairs", "icc+cc")
TOGETHER("sector pairs", "coalescers")
TOGETHER("distances", "sweep")
TOGETHER("distances", "icc+cc")
TOGETHER("distances", "coalescers")
TOGETHER("distances", "clocks")
TOGETHER("slice bits", "coalescers")
TOGETHER("slice bits", "sector MSHRs")
TOGETHER("slice bits", "icc+cc")
TOGETHER("slice bits", "mesh")
TOGETHER("slice bits", "shared nodes")
TOGETHER("turns", "warppool")
TOGETHER("turns", "sector banks")
TOGETHER("turns", "core caches")
TOGETHER("coalescers", "icc+cc")
TOGETHER("coalescers", "no L1")
TOGETHER("coalescers", "two slices")
TOGETHER("coalescers", "sectors")
TOGETHER("coalescers", "clocks")
TOGETHER("coalescers", "core caches")
TOGETHER("coalescers", "dynamic")
TOGETHER("coalescers", "shared nodes")
TOGETHER("coalescers", "two stages")
TOGETHER("two L1s", "icc")
TOGETHER("two L1s", "icc+cc")
TOGETHER("two L1s", "core caches")
TOGETHER("two L1s", "sectors")
TOGETHER("two L1s", "replication")
TOGETHER("two L1s", "perfect")
TOGETHER("two L1s", "carve-outs")
TOGETHER("two L1s", "agents")
TOGETHER("two L1s", "clocks")
TOGETHER("carve-outs", "sectors")
TOGETHER("carve-outs", "banked")
TOGETHER("carve-outs", "replication")
TOGETHER("reuse", "warppool")
TOGETHER("reuse", "mrpb")
TOGETHER("reuse", "banked")
TOGETHER("reuse", "two L1s")
TOGETHER("reuse", "own ports")
TOGETHER("redirect", "warppool")
TOGETHER("redirect", "icc+cc")
TOGETHER("agents", "icc")
TOGETHER("agents", "mrpb")
TOGETHER("agents", "core caches")
TOGETHER("agents", "dynamic")
TOGETHER("agents", "shared nodes")
TOGETHER("agents", "warppool")
TOGETHER("agents", "banked")
TOGETHER("agents", "icc+cc")
TOGETHER("agents", "sectors")
TOGETHER("agents", "clustered nodes")
TOGETHER("agents", "two stages")
TOGETHER("agents", "mesh")
TOGETHER("agents", "no L1")
TOGETHER("agents", "bypass")
TOGETHER("redirect", "mrpb")
TOGETHER("redirect", "banked")
TOGETHER("redirect", "icc")
TOGETHER("redirect", "dynamic")
TOGETHER("redirect", "shared nodes")
TOGETHER("bypass", "warppool")
TOGETHER("bypass", "mrpb")
TOGETHER("bypass", "banked")
TOGETHER("bypass", "icc")
TOGETHER("bypass", "icc+cc")
TOGETHER("bypass", "sectors")
TOGETHER("bypass", "perfect")
TOGETHER("bypass", "replication")
TOGETHER("bypass", "core caches")
TOGETHER("bypass", "no L2")
TOGETHER("bypass", "private nodes")
TOGETHER("bypass", "clustered nodes")
TOGETHER("bypass", "own ports")
TOGETHER("bypass", "dynamic")
TOGETHER("bypass", "two stages")

TEST_CASE("right data with everything at once on 4 SMs") {
    run_together({"warppool", "icc+cc", "two slices", "sectors", "dist_block", "clocks"});
}

TEST_CASE("right data with everything at once and no cache at all on 4 SMs") {
    run_together({"warppool", "icc", "no L1", "no L2", "dist_block", "clocks"});
}

TEST_CASE("what cannot work together is refused with the reason") {
    CHECK_THAT(refusal_of({"banked", "no L1"}), Contains("lsu.pool: is 'banked'") && Contains("path.l1 is 'none'"));
    CHECK_THAT(refusal_of({"sector LSU", "no L1"}),
               Contains("lsu.pool: is 'sectors'") && Contains("path.l1 is 'none'"));
    CHECK_THAT(refusal_of({"sector LSU", "two L1s"}), Contains("l1_cache.per_sm") && Contains("lsu.pool"));
    CHECK_THAT(refusal_of({"collectors", "turns"}),
               Contains("sm.memory_interval_cycles: is 4, but sm.operand_collectors is 2"));
    CHECK_THAT(
        output_of("gpu", {"--stimulus", "x.stim", "--config", "qv100", "--set", "sm.memory_operand_cycles=9"}, 2),
        Contains("sm.memory_operand_cycles: is 9, but sm.operand_collectors is 2"));
    CHECK_THAT(output_of("gpu", {"--stimulus", "x.stim", "--set", "lsu.pool=sectors"}, 2),
               Contains("lsu.pool: is 'sectors'") && Contains("l1_cache.sector_banks=true"));
    CHECK_THAT(output_of("gpu", {"--stimulus", "x.stim", "--set", "l1_cache.allocate_partial_stores=true"}, 2),
               Contains("l1_cache.allocate_partial_stores: is true") && Contains("l1_cache.write_allocate"));
    CHECK_THAT(refusal_of({"coalescers", "no L2"}), Contains("request_coalescer.merges: is 4 while path.l2 is false"));
    CHECK_THAT(refusal_of({"bypass", "no L1"}), Contains("l1_hints.bypass") && Contains("path.l1 is none"));
    CHECK_THAT(refusal_of({"two slices", "no L2"}),
               Contains("path.l2_slices_per_controller: is 2") && Contains("path.l2 is false"));
    CHECK_THAT(
        output_of("gpu", {"--stimulus", "x.stim", "--set", "path.network=torus"}, 2),
        Contains("path.network: is 'torus', which this version does not have; it has: two_stage, crossbar, mesh"));
    CHECK_THAT(output_of("gpu", {"--stimulus", "x.stim", "--set", "path.memory=hbm"}, 2),
               Contains("path.memory: is 'hbm', which this version does not have; it has: controllers, external"));
    CHECK_THAT(output_of("gpu", {"--stimulus", "x.stim", "--set", "path.memory=external"}, 2),
               Contains("path.memory: is external, but this executable has no memory to bind"));
    CHECK_THAT(output_of("gpu", {"--stimulus", "x.stim", "--set", "icc_unit.coalesced_cache=true"}, 2),
               Contains("icc_unit.coalesced_cache"));
}

TEST_CASE("the list of systems says what can be combined") {
    const std::string list = output_of("gpu", {"--list-systems"}, 0);
    for (const char* key :
         {"lsu.pool=warppool", "lsu.pool=mrpb", "lsu.pool=banked", "lsu.pool=sectors", "icc_unit.merge_table=true",
          "path.l1=private|none|decoupled", "path.network=two_stage|crossbar|mesh", "path.l2=true|false",
          "packet_coalescing.hold=dynamic", "cta_dispatcher.policy"})
        CHECK_THAT(list, Contains(key));
}

TEST_CASE("every platform is the same machine with another preset") {
    // A system of one platform, written out as settings of another, gives the same figures.
    const std::string icc = output_of("icc", {"--dump-config", "--system", "dist-block+icc+cc"}, 0);
    const std::string gpu =
        output_of("gpu",
                  {"--dump-config", "--config", std::string(HEDDLE_SOURCE_DIR) + "/platforms/presets/icc.ini", "--set",
                   "cta_dispatcher.policy=dist_block", "--set", "icc_unit.merge_table=true", "--set",
                   "icc_unit.coalesced_cache=true"},
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
    const std::string stimulus = HEDDLE_SOURCE_DIR "/stimuli/micro/gemm32.stim";
    const std::vector<std::string> settings{"--system",          "small", "--set",
                                            "lsu.pool=warppool", "--set", "lsu.warppool.quantum_cycles=200",
                                            "--stimulus",        stimulus};
    std::vector<std::string> without = settings;
    without.insert(without.end(), {"--set", "path.l1=none"});
    CHECK_THAT(output_of("gpu", without, 0), !Contains("changed 0 times"));
}
