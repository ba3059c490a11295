// What the systems of the dcl1 platform are, and what follows from their topology.
#include "system_runs.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

namespace {

const std::string vector_add = HEDDLE_SOURCE_DIR "/stimuli/micro/vector_add_small.stim";

TotalsByName run_of(const std::string& system, const std::string& stimulus, const std::string& options = "") {
    return run_system("dcl1", system, stimulus, options);
}

}  // namespace

TEST_CASE("the list of systems names the designs and what they are compared with") {
    const std::string list = output_of("dcl1", {"--list-systems"}, 0);
    for (const char* system :
         {"baseline (baseline)", "Pr80", "Pr40", "Pr20", "Pr10", "Sh40", "Sh40+C5", "Sh40+C10", "Sh40+C20",
          "Sh40+C10+Boost", "CDXBar", "CDXBar+2xNoC1", "CDXBar+2xNoC", "16xL1", "SharedL1", "2xL1", "2xNoC", "5xflit"})
        CHECK_THAT(list, Contains(std::string(system) + "\n"));
}

TEST_CASE("the help says what the platform is") {
    CHECK_THAT(output_of("dcl1", {"--help"}, 0), Contains("Decoupled L1 caches") && Contains("80 SMs"));
}

TEST_CASE("evaluation order and recording change no figure") {
    for (const char* system : {"baseline", "Pr40", "Sh40", "Sh40+C10+Boost", "CDXBar+2xNoC1"})
        check_order_and_recording("dcl1", system, "micro/transpose");
}

TEST_CASE("the systems run the same program, and what goes over the first network comes back") {
    const auto reference = run_of("baseline", "rodinia/srad/test");
    for (const std::string& system : systems_of("dcl1")) {
        INFO(system);
        const auto totals = run_of(system, "rodinia/srad/test");
        CHECK(totals.at("ctas") == reference.at("ctas"));
        CHECK(totals.at("thread_instructions") == reference.at("thread_instructions"));
        CHECK(count(totals, "l1_hits") + count(totals, "l1_hit_reserved") + count(totals, "l1_misses") ==
              count(totals, "l1_accesses"));
        if (count(totals, "dcl1_replies")) CHECK(count(totals, "dcl1_replies") >= count(totals, "noc1_read_requests"));
    }
}

// Every SM reads the same lines: the fewer homes they have, the fewer are fetched.
TEST_CASE("lines that all SMs read are fetched once per cluster") {
    const auto misses = [](const std::string& system) { return count(run_of(system, "micro/broadcast"), "l1_misses"); };
    const auto baseline = misses("baseline"), pr40 = misses("Pr40"), c20 = misses("Sh40+C20"), c10 = misses("Sh40+C10"),
               c5 = misses("Sh40+C5"), sh40 = misses("Sh40");
    CHECK(pr40 < baseline);
    CHECK(c20 < pr40);
    CHECK(c10 < c20);
    CHECK(c5 < c10);
    CHECK(sh40 < c5);
}

TEST_CASE("a boosted first network makes replies come sooner and changes nothing else on the way") {
    const auto plain = run_of("Sh40+C10", "micro/transpose"), boost = run_of("Sh40+C10+Boost", "micro/transpose");
    CHECK(count(boost, "noc1_flits") == count(plain, "noc1_flits"));
    CHECK(count(boost, "cycles") < count(plain, "cycles"));
}

TEST_CASE("the table at the end says how the machine is joined") {
    const std::string out = output_of("dcl1", {"--stimulus", vector_add, "--system", "Sh40+C10+Boost"}, 0);
    CHECK_THAT(out, Contains("Decoupled L1s (Sh40+C10)") && Contains("10 x (8 x 4)") && Contains("1400 MHz") &&
                        Contains("4 x (10 x 8)") && Contains("700 MHz") && Contains("NoC#1 flits"));
}

TEST_CASE("the table of the baseline has no decoupled L1s") {
    CHECK_THAT(output_of("dcl1", {"--stimulus", vector_add}, 0), !Contains("Decoupled L1s") && !Contains("NoC#1"));
}
