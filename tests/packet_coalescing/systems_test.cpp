// What the systems of the packet_coalescing platform are, and that nothing but the mechanism differs between them.
#include "system_runs.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

namespace {

const std::string vector_add = HEDDLE_SOURCE_DIR "/stimuli/micro/vector_add_small.stim";

TotalsByName run_of(const std::string& system, const std::string& stimulus, const std::string& options = "") {
    return run_system("packet_coalescing", system, stimulus, options);
}

double latency(const TotalsByName& totals) {
    return static_cast<double>(count(totals, "noc_request_latency_cycles")) /
           static_cast<double>(count(totals, "noc_requests"));
}

}  // namespace

TEST_CASE("the list of systems names the paper's and what goes beyond it") {
    const std::string list = output_of("packet_coalescing", {"--list-systems"}, 0);
    for (const char* system :
         {"FIFO (baseline)\n", "FR-FCFS\n", "FIFO+dynamic\n", "FR+dynamic\n", "FIFO+extra5cycle\n", "FIFO+fixed\n",
          "FR+fixed\n", "BFIFO-4\n", "BFIFO-32\n", "BFIFO-4+dynamic\n", "BFIFO-32+dynamic\n", "FR+slack\n"})
        CHECK_THAT(list, Contains(system));
    CHECK(list.find("The paper's reference") > list.find("FIFO (baseline)"));
}

TEST_CASE("the help says what the platform is") {
    CHECK_THAT(output_of("packet_coalescing", {"--help"}, 0),
               Contains("Packet coalescing") && Contains("28 SMs") && Contains("6 x 6 mesh"));
}

TEST_CASE("evaluation order and recording change no figure") {
    for (const char* system : {"FR-FCFS", "FIFO+dynamic", "FR+slack", "FIFO+extra5cycle"})
        check_order_and_recording("packet_coalescing", system, "micro/transpose", "--set mesh_router.vcs=2");
}

TEST_CASE("the systems run the same program, and what is sent arrives") {
    const auto reference = run_of("FIFO", "rodinia/srad/test");
    for (const std::string& system : systems_of("packet_coalescing")) {
        INFO(system);
        const auto totals = run_of(system, "rodinia/srad/test");
        CHECK(totals.at("ctas") == reference.at("ctas"));
        CHECK(totals.at("noc_requests") == totals.at("noc_replies"));
        CHECK(count(totals, "noc_memory_reads") == count(totals, "noc_read_requests"));
        CHECK(count(totals, "dram_row_hits") + count(totals, "dram_row_misses") ==
              count(totals, "dram_reads") + count(totals, "dram_writes"));
    }
}

TEST_CASE("routers hold and merge where a system says so, and only there") {
    for (const std::string& system : systems_of("packet_coalescing")) {
        INFO(system);
        const auto totals = run_of(system, "micro/transpose");
        const bool extra = system.find("extra") != std::string::npos;
        const bool holds = system.find('+') != std::string::npos;
        CHECK((count(totals, "coalescing_held_packets") > 0) == holds);
        CHECK(count(totals, "coalescing_held_packets") <= count(totals, "coalescing_hold_candidates"));
        if (extra) CHECK(count(totals, "coalescing_held_packets") == count(totals, "coalescing_hold_candidates"));
        CHECK((count(totals, "coalescing_merges") > 0) == (holds && !extra));
        CHECK(count(totals, "coalescing_merged_packets") <= count(totals, "noc_read_requests"));
        CHECK(count(totals, "coalescing_merged_packets") <= 2 * count(totals, "coalescing_merges"));
    }
}

// An output that is kept for a packet which cannot send must not keep the rest of another from its way.
TEST_CASE("held packets and virtual channels do not lock the network") {
    for (const char* system : {"FIFO+extra5cycle", "FIFO+fixed"})
        for (const char* channels : {"2", "4", "8"})
            CHECK(run_of(system, "micro/transpose", std::string("--set mesh_router.vcs=") + channels).at("ctas") ==
                  "64");
}

TEST_CASE("merging makes rows miss less under FIFO, and holding makes requests take longer") {
    const auto fifo = run_of("FIFO", "micro/stencil"), dynamic = run_of("FIFO+dynamic", "micro/stencil"),
               extra = run_of("FIFO+extra5cycle", "micro/stencil"), fr = run_of("FR-FCFS", "micro/stencil");
    CHECK(count(dynamic, "dram_row_misses") < count(fifo, "dram_row_misses"));
    CHECK(count(fr, "dram_row_misses") < count(fifo, "dram_row_misses"));
    CHECK(latency(dynamic) > latency(fifo));
    CHECK(latency(extra) > latency(fifo));
}

TEST_CASE("the table at the end says what was held and merged") {
    const std::string out = output_of("packet_coalescing", {"--stimulus", vector_add, "--system", "FIFO+dynamic"}, 0);
    for (const char* row : {"NoC latency", "fetch time", "Packet coalescing", "held packets", "hold time",
                            "merged loads", "Big Packets", "grants held"})
        CHECK_THAT(out, Contains(row));
}

TEST_CASE("the table at the end says nothing of holding where nothing is held") {
    CHECK_THAT(output_of("packet_coalescing", {"--stimulus", vector_add, "--system", "FIFO"}, 0),
               Contains("NoC latency") && !Contains("held packets"));
}
