// What the systems of the icc platform are, and that nothing but the mechanism differs between them.
#include "platform_run.h"
#include "run_totals.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

std::map<std::string, std::string> without_icc(std::map<std::string, std::string> totals) {
    for (auto entry = totals.begin(); entry != totals.end();)
        entry = entry->first.rfind("icc_", 0) == 0 || entry->first.rfind("icl_", 0) == 0 ? totals.erase(entry)
                                                                                         : std::next(entry);
    return totals;
}

using Catch::Contains;

}  // namespace

TEST_CASE("the list of systems names the paper's baseline and its proposal") {
    const std::string list = output_of("icc", {"--list-systems"}, 0);
    for (const char* system : {"2lrr\n", "grr\n", "greedy\n", "dist (baseline)\n", "dist-block\n", "dist+icc\n",
                               "dist-block+icc\n", "dist+icc+cc\n", "dist-block+icc+cc\n"})
        CHECK_THAT(list, Contains(system));
    CHECK(list.find("The paper's baseline") > list.find("dist (baseline)"));
    CHECK(list.find("The paper's proposal") > list.find("dist-block+icc+cc"));
}

TEST_CASE("dist is the gpu platform with distributed CTA scheduling, figure by figure") {
    for (const char* stimulus : {"rodinia/hotspot/test", "rodinia/lud/test"})
        CHECK(without_icc(run_totals("icc", "same_icc", stimulus, "--system dist")) ==
              run_totals("gpu", "same_gpu", stimulus, "--config icc --set cta_dispatcher.policy=dist"));
}

TEST_CASE("the locality monitor changes no other figure") {
    const std::string system = "--system dist-block+icc+cc ";
    const auto blind = run_totals("icc", "blind", "rodinia/hotspot/test", system);
    const auto watched =
        run_totals("icc", "watched", "rodinia/hotspot/test", system + "--set icc_unit.icl_monitor=true");
    CHECK(without_icc(blind) == without_icc(watched));
    CHECK(blind.at("icc_saved_requests") == watched.at("icc_saved_requests"));
    CHECK(blind.at("icl_reads") == "0");
    CHECK(watched.at("icl_reads") == watched.at("l1_misses"));
    CHECK(std::stoul(watched.at("icl_redundant_2000")) >= std::stoul(watched.at("icl_redundant_500")));
    CHECK(std::stoul(watched.at("icl_other_sm_2000")) > 0);
}

TEST_CASE("evaluation order and recording change no figure") {
    const std::string system = "--system dist-block+icc+cc --set icc_unit.merge_table_entries=4 ";
    const auto plain = run_totals("icc", "order", "rodinia/hotspot/test", system);
    for (const char* seed : {"1", "2", "3"})
        CHECK(run_totals("icc", "order", "rodinia/hotspot/test", system + "--set sim.evaluation_order_seed=" + seed) ==
              plain);
    const std::string vcd = std::string(HEDDLE_BINARY_DIR) + "/icc_test_order.vcd";
    CHECK(run_totals("icc", "order", "rodinia/hotspot/test", system + "--vcd " + vcd) == plain);
    std::remove(vcd.c_str());
}

TEST_CASE("what comes in goes to the network or is saved") {
    for (const char* system : {"dist", "dist+icc", "dist-block+icc+cc"}) {
        const auto totals = run_totals("icc", "balance", "rodinia/hotspot/test", std::string("--system ") + system);
        const auto count = [&](const char* name) { return std::stoul(totals.at(name)); };
        CHECK(count("noc_read_requests") + count("icc_saved_requests") == count("l1_misses"));
        CHECK(count("icc_saved_requests") == count("icc_mt_hits") + count("icc_cc_hits"));
        CHECK((count("icc_saved_requests") > 0) == (std::string(system) != "dist"));
    }
}

TEST_CASE("the table at the end prints the storage cost") {
    const std::string stimulus = std::string(HEDDLE_SOURCE_DIR) + "/stimuli/rodinia/hotspot/test.stim";
    const std::string out = output_of("icc", {"--stimulus", stimulus, "--system", "dist-block+icc+cc"}, 0);
    CHECK_THAT(out, Contains(" 276 B") && Contains("282 B with valid bits") && Contains(" 3195 B"));
}

TEST_CASE("the cache without the merge table is refused") {
    CHECK_THAT(output_of("icc", {"--stimulus", "x.stim", "--set", "icc_unit.coalesced_cache=true"}, 2),
               Contains("icc_unit.coalesced_cache"));
}

// The paper does not say what a store does to an outstanding line (MECHANISMS 1.8 item 10).
TEST_CASE("with the paper's silent rule about stores b_plus_tree computes wrong values, and the run says so") {
    const std::string stimulus = std::string(HEDDLE_SOURCE_DIR) + "/stimuli/rodinia/b_plus_tree/small.stim";
    CHECK_THAT(output_of("icc",
                         {"--stimulus", stimulus, "--system", "dist-block+icc+cc", "--quiet", "--set",
                          "icc_unit.mt_close_on_write=false"},
                         1),
               Contains("checked values are wrong"));
}

TEST_CASE("the cluster counts of the sensitivity study run") {
    for (const char* options :
         {"--set topology.clusters=6 --set topology.sms_per_cluster=10 --set icc_unit.merge_table_entries=96 "
          "--set clock.noc_mhz=1900",
          "--set topology.clusters=10 --set topology.sms_per_cluster=6 --set icc_unit.merge_table_entries=60",
          "--set topology.clusters=15 --set topology.sms_per_cluster=4 --set icc_unit.merge_table_entries=40"})
        CHECK(
            run_totals("icc", "clusters", "rodinia/hotspot/test", std::string("--system dist-block+icc+cc ") + options)
                .at("ctas") != "0");
}
