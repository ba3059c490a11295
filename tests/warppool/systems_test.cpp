// What the systems of the warppool platform are, and that nothing but the mechanism differs between them.
#include <fstream>
#include <iterator>
#include <set>

#include "platform_run.h"
#include "run_totals.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

namespace {

// "[section] key = value" of every line that sets something.
std::set<std::string> settings_of(const std::string& program, const std::string& options) {
    const std::string file = std::string(HEDDLE_BINARY_DIR) + "/warppool_test_" + program + ".ini";
    REQUIRE(
        std::system((std::string(HEDDLE_BINARY_DIR) + "/bin/" + program + " --dump-config " + options + " > " + file)
                        .c_str()) == 0);
    std::ifstream stream(file);
    std::set<std::string> settings;
    std::string line, section;
    while (std::getline(stream, line)) {
        if (line.empty() || line[0] == '#') continue;
        if (line[0] == '[')
            section = line;
        else
            settings.insert(section + " " + line);
    }
    std::remove(file.c_str());
    return settings;
}

std::uint64_t count(const std::map<std::string, std::string>& totals, const std::string& name) {
    return std::stoull(totals.at(name));
}

const std::string syrk = std::string(HEDDLE_SOURCE_DIR) + "/stimuli/polybench/syrk/test.stim";

}  // namespace

TEST_CASE("the list of systems names the paper's baseline and its proposal") {
    const std::string list = output_of("warppool", {"--list-systems"}, 0);
    for (const char* system : {"baseline (baseline)\n", "banked-l1-8\n", "mrpb\n", "warppool\n", "warppool+swl\n"})
        CHECK_THAT(list, Contains(system));
    CHECK(list.find("The paper's baseline") > list.find("baseline (baseline)"));
    CHECK(list.find("The paper's proposal") > list.find("\nwarppool\n"));
}

TEST_CASE("the platform's defaults are the preset") {
    const std::string preset = std::string("--config ") + HEDDLE_SOURCE_DIR + "/platforms/presets/gtx480.ini";
    const auto defaults = settings_of("warppool", ""), loaded = settings_of("gpu", preset);
    CHECK(settings_of("warppool", preset) == defaults);
    for (const std::string& setting : loaded) {
        INFO(setting);
        CHECK(defaults.count(setting) == 1);
    }
    for (const std::string& setting : defaults) {
        if (setting.rfind("[lsu", 0) == 0) continue;  // the pools'
        INFO(setting);
        CHECK(loaded.count(setting) == 1);
    }
}

TEST_CASE("baseline is the gpu platform with the preset, figure by figure") {
    for (const char* stimulus : {"polybench/syrk/test", "parboil/spmv/test", "rodinia/bfs/test"})
        CHECK(run_totals("warppool", "same_warppool", stimulus, "--system baseline") ==
              run_totals("gpu", "same_preset", stimulus,
                         std::string("--config ") + HEDDLE_SOURCE_DIR + "/platforms/presets/gtx480.ini"));
}

TEST_CASE("evaluation order, recording and the monitor change no figure") {
    for (const char* system : {"banked-l1-8", "mrpb", "warppool", "warppool+swl"}) {
        const std::string options = std::string("--system ") + system;
        INFO(system);
        const auto plain = run_totals("warppool", "order", "parboil/spmv/test", options);
        for (const char* seed : {"1", "2", "3"})
            CHECK(run_totals("warppool", "order", "parboil/spmv/test",
                             options + " --set sim.evaluation_order_seed=" + seed) == plain);
        const std::string vcd = std::string(HEDDLE_BINARY_DIR) + "/warppool_test_order.vcd";
        CHECK(run_totals("warppool", "order", "parboil/spmv/test", options + " --vcd " + vcd) == plain);
        std::remove(vcd.c_str());
        auto watched = run_totals("warppool", "order", "parboil/spmv/test", options + " --set sm.monitor_waiting=true");
        CHECK(count(watched, "memory_waiting_cycles") > 0);
        CHECK(plain.count("memory_waiting_cycles") == 0);
        for (const char* monitored : {"memory_waiting_cycles", "memory_waiting_instructions", "store_order_wait_cycles",
                                      "load_order_wait_cycles", "instruction_queue_full_cycles"})
            watched.erase(monitored);
        CHECK(watched == plain);
    }
}

TEST_CASE("what the coalescers make is merged or sent, and written back") {
    const auto totals = run_totals("warppool", "balance", "polybench/syr2k/test", "--system warppool");
    const std::uint64_t requests = count(totals, "wp_requests_oldest") + count(totals, "wp_requests_warp_id");
    CHECK(count(totals, "wp_inserts") == count(totals, "wp_merges") + count(totals, "wp_tag_allocations"));
    CHECK(count(totals, "wp_merges") > 0);
    CHECK(requests == count(totals, "wp_tag_allocations"));
    CHECK(requests + count(totals, "wp_stores_sent") == count(totals, "wp_line_requests"));
    CHECK(count(totals, "wp_lines_emitted") == count(totals, "wp_inserts") + count(totals, "wp_stores_sent"));
    CHECK(count(totals, "wp_loads_written_back") == count(totals, "wp_inserts"));
    CHECK(count(totals, "l1_accesses") == requests);
    CHECK(count(totals, "wp_map_consecutive") + count(totals, "wp_map_broadcast") + count(totals, "wp_map_single") +
              count(totals, "wp_map_range") + count(totals, "wp_map_other") ==
          count(totals, "wp_inserts"));
}

TEST_CASE("the systems run the same program and differ in what reaches the L1") {
    std::map<std::string, std::map<std::string, std::string>> totals;
    for (const System& system : make_platform("warppool")->systems())
        totals[system.name] = run_totals("warppool", "systems", "polybench/syr2k/test", "--system " + system.name);
    for (const auto& [system, figures] : totals) {
        INFO(system);
        CHECK(figures.at("warp_instructions") == totals["baseline"].at("warp_instructions"));
        for (const char* instructions : {"wp_instructions", "mrpb_instructions", "banked_instructions"})
            if (figures.count(instructions))
                CHECK(figures.at(instructions) == totals["warppool"].at("wp_instructions"));
    }
    for (const char* all_lines : {"mrpb", "banked-l1-8"})
        CHECK(totals[all_lines].at("l1_accesses") == totals["baseline"].at("l1_accesses"));
    CHECK(count(totals["warppool"], "l1_accesses") < count(totals["baseline"], "l1_accesses"));
    const auto& banked = totals["banked-l1-8"];
    CHECK(count(banked, "l1_served_requests") == count(banked, "banked_line_requests"));
    CHECK(count(banked, "l1_served_requests") > 2 * count(banked, "l1_serving_cycles"));
    CHECK(count(banked, "cycles") < count(totals["baseline"], "cycles"));
}

TEST_CASE("the table at the end prints the storage cost and the power of Table 1") {
    const std::string out = output_of("warppool", {"--stimulus", syrk, "--system", "warppool"}, 0);
    for (const char* part : {" 592 B", " 512 B", " 992 B", " 321 B", " 2944 B", " 5361 B   142.3 mW"})
        CHECK_THAT(out, Contains(part));
}

TEST_CASE("the storage cost follows the sizes") {
    const std::string out = output_of(
        "warppool", {"--stimulus", syrk, "--system", "warppool", "--set", "lsu.warppool.thread_map_entries=16"}, 0);
    CHECK_THAT(out, Contains(" 642 B") && Contains(" 5682 B   152.2 mW"));
}

TEST_CASE("static warp limiting changes what runs at the same time, not what runs") {
    const auto free = run_totals("warppool", "limit", "polybench/syr2k/test", "--system warppool"),
               limited = run_totals("warppool", "limit", "polybench/syr2k/test",
                                    "--system warppool+swl --set sm.warp_limit=1");
    CHECK(count(limited, "cycles") > count(free, "cycles"));
    CHECK(limited.at("warp_instructions") == free.at("warp_instructions"));
    CHECK(count(limited, "wp_merges") < count(free, "wp_merges"));
}

TEST_CASE("banks without their load/store unit are refused, on every platform") {
    CHECK_THAT(output_of("warppool", {"--stimulus", "x.stim", "--set", "l1_cache.banks=4"}, 2),
               Contains("l1_cache.banks: is 4") && Contains("lsu.pool=banked"));
    CHECK_THAT(
        output_of("warppool", {"--stimulus", "x.stim", "--system", "banked-l1-8", "--set", "lsu.pool=warppool"}, 2),
        Contains("l1_cache.banks: is 8"));
}

TEST_CASE("an SM has as few warps as asked for, unless the queues of its own unit are more") {
    const auto dumped = [](const std::string& pool, int code) {
        return output_of("warppool", {"--set", "sm.max_warps=8", "--set", "lsu.pool=" + pool, "--dump-config"}, code);
    };
    CHECK_THAT(dumped("none", 0), Contains("max_warps = 8"));
    CHECK_THAT(dumped("warppool", 2),
               Contains("lsu.warppool.instruction_queues: is 16") && Contains("8 (sm.max_warps)"));
    CHECK_THAT(output_of("warppool", {"--set", "lsu.warppool.instruction_queues=65", "--dump-config"}, 2),
               Contains("lsu.warppool.instruction_queues: is 65"));
}

TEST_CASE("what follows from the choice of the unit cannot be set beside it") {
    for (const char* key :
         {"sm.memory_order=warppool", "sm.instruction_queues=4", "lsu.banks=2", "lsu.warppool.warps=8"})
        CHECK_THAT(output_of("warppool", {"--stimulus", "x.stim", "--set", key}, 2), Contains("no such parameter"));
    CHECK_THAT(output_of("warppool", {"--stimulus", "x.stim", "--set", "lsu.pool=warpool"}, 2),
               Contains("lsu.pool: is 'warpool'"));
}
