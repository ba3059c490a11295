// The presets of the CTA-clustering paper's four GPUs: the microbenchmark shows the two shapes of its Fig. 2 on two SMs
// of each, and a pointer chase takes as long at each level as was published.
#include <algorithm>
#include <fstream>

#include "dumped_settings.h"
#include "dumped_words.h"
#include "platform_run.h"
#include "scratch_folder.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

struct Shapes {
    std::vector<std::uint32_t> at_once, staggered;  // ticks of the CTAs on the SM of CTA 0, in their order
};

std::vector<std::uint32_t> on_first_sm(const std::vector<std::uint32_t>& sms, const std::vector<std::uint32_t>& ticks) {
    std::vector<std::uint32_t> chosen;
    for (std::size_t cta = 0; cta < sms.size(); ++cta)
        if (sms[cta] == sms[0]) chosen.push_back(ticks[cta]);
    return chosen;
}

Shapes run_microbenchmark(const std::string& preset, unsigned slots, const std::vector<std::string>& settings = {}) {
    const ScratchFolder folder;
    std::ofstream(folder / "two_sms.stim")
        << "const SMS = 2\nconst CTAS = " << 2 * slots + 16 << "\ninclude \"" << HEDDLE_SOURCE_DIR
        << "/stimuli/micro_ptx/cta_microbenchmark/cta_microbenchmark.stim\"\n";
    std::vector<std::string> arguments{"--config",   HEDDLE_SOURCE_DIR "/platforms/presets/" + preset + ".ini",
                                       "--set",      "topology.clusters=2",
                                       "--stimulus", folder / "two_sms.stim"};
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    for (const char* buffer : {"SM", "TICKS", "SM_STAGGERED", "TICKS_STAGGERED"})
        arguments.insert(arguments.end(), {"--dump", std::string(buffer) + "=" + (folder / buffer)});
    CheckingBinder binder;
    const PlatformRun run = run_platform_named("gpu", arguments, {&binder, {}, {}});
    INFO(run.text());
    REQUIRE(run.code == 0);
    check_bindings(binder);
    const auto words = [&](const char* buffer) { return dumped_words(folder / buffer); };
    return {on_first_sm(words("SM"), words("TICKS")), on_first_sm(words("SM_STAGGERED"), words("TICKS_STAGGERED"))};
}

// `hit`: the ticks of a load that hits; `caches`: how many L1s the SM has, each of which fetches the line once.
void check_shapes(const Shapes& shapes, unsigned slots, unsigned hit, unsigned caches) {
    // The second cache of an SM finds the line in the L2, where the first has brought it: half as slow.
    const auto slow = [&](std::uint32_t ticks) { return ticks > hit + 40; };
    REQUIRE(shapes.at_once.size() > slots + 4);
    REQUIRE(shapes.staggered.size() > slots + 4);
    for (unsigned cta = 0; cta < slots; ++cta) {
        INFO("CTA " << cta << " of the first turnaround: " << shapes.at_once[cta] << ", staggered "
                    << shapes.staggered[cta]);
        CHECK(slow(shapes.at_once[cta]));
        CHECK(slow(shapes.staggered[cta]) == (cta < caches));
    }
    for (const auto* shape : {&shapes.at_once, &shapes.staggered})
        for (std::size_t cta = slots; cta < shape->size(); ++cta) {
            INFO("CTA " << cta << ": " << (*shape)[cta]);
            CHECK((*shape)[cta] >= hit);
            CHECK((*shape)[cta] <= hit + 20);
        }
}

struct Ring {
    const char* level;
    unsigned lines, step, warm, steps;
};

// 8 KB, 256 KB, and 8 MB that are walked for the first time.
constexpr Ring rings[] = {{"L1", 64, 25, 64, 256}, {"L2", 2048, 783, 2048, 1024}, {"DRAM", 65536, 25033, 0, 1024}};

void write_chases(const std::string& file) {
    std::ofstream stimulus(file);
    stimulus << "ptx \"" << HEDDLE_SOURCE_DIR << "/stimuli/micro_silicon/chase/chase.ptx\"\nbuffer LAST u32[1]\n";
    for (const Ring& ring : rings) {
        const std::string level = ring.level;
        stimulus << "buffer RING_" << level << " u32[32 * " << ring.lines << "] = (i / 32 + " << ring.step << ") % "
                 << ring.lines << " * 32\nbuffer TICKS_" << level << " u32[1]\nkernel chase_" << level
                 << " = entry chase(RING_" << level << ", TICKS_" << level << ", LAST, " << ring.warm << ", "
                 << ring.steps << ") grid 1 block 32\n";
    }
}

// Cycles of a load of a pointer chase, for each level: a step less the two instructions that make the next address.
void check_latencies(const std::string& preset, const std::vector<double>& published) {
    const ScratchFolder folder;
    write_chases(folder / "chases.stim");
    const std::vector<std::string> file{"--config", HEDDLE_SOURCE_DIR "/platforms/presets/" + preset + ".ini"};
    std::vector<std::string> arguments = file;
    arguments.insert(arguments.end(), {"--stimulus", folder / "chases.stim"});
    for (const Ring& ring : rings) {
        const std::string buffer = std::string("TICKS_") + ring.level;
        arguments.insert(arguments.end(), {"--dump", buffer + "=" + (folder / buffer)});
    }
    const double alu = std::stod(settings_of("gpu", file).at("sm.alu_latency_cycles"));
    const PlatformRun run = run_platform_named("gpu", arguments);
    INFO(run.text());
    REQUIRE(run.code == 0);
    for (std::size_t i = 0; i < published.size(); ++i) {
        const std::uint32_t ticks = dumped_words(folder / (std::string("TICKS_") + rings[i].level))[0];
        INFO(rings[i].level);
        CHECK(ticks / double(rings[i].steps) - 2 * alu == Approx(published[i]).margin(1));
    }
}

}  // namespace

// The figures and where they were published are in the presets; no published ones of a Fermi could be read.
TEST_CASE("preset kepler: a load takes as long at each level as was published") {
    check_latencies("kepler", {32, 188, 331});
}

TEST_CASE("preset maxwell: a load takes as long at each level as was published") {
    check_latencies("maxwell", {82.5, 233.3, 400.8});
}

TEST_CASE("preset pascal: a load takes as long at each level as was published") {
    check_latencies("pascal", {81.0, 210.1, 399.7});
}

// What a load takes that hits (35 cycles in the L1 and four more on Fermi; 32, 82 and 81 as published), two dependent
// instructions (4, 9, 6 and 6 cycles each) and the reading of the clock.
TEST_CASE("preset fermi: the first turnaround waits for one miss, staggered only its first CTA does") {
    check_shapes(run_microbenchmark("fermi", 8), 8, 47, 1);
}

TEST_CASE("preset fermi with 48 KB of L1: the same shapes") {
    check_shapes(
        run_microbenchmark("fermi", 8, {"l1_cache.size_bytes=49152", "l1_cache.ways=6", "sm.shared_bytes=16384"}), 8,
        47, 1);
}

TEST_CASE("preset kepler: the first turnaround waits for one miss, staggered only its first CTA does") {
    check_shapes(run_microbenchmark("kepler", 16), 16, 50, 1);
}

TEST_CASE("preset kepler with 48 KB of L1: the same shapes") {
    check_shapes(
        run_microbenchmark("kepler", 16, {"l1_cache.size_bytes=49152", "l1_cache.ways=96", "sm.shared_bytes=16384"}),
        16, 50, 1);
}

TEST_CASE("preset maxwell: each of the two sectors fetches the line once") {
    check_shapes(run_microbenchmark("maxwell", 32), 32, 94, 2);
}

TEST_CASE("preset pascal: each of the two sectors fetches the line once") {
    check_shapes(run_microbenchmark("pascal", 32), 32, 93, 2);
}

TEST_CASE("a preset is the same machine on every platform: nothing of the platform's own remains") {
    for (const char* preset : {"kepler", "maxwell", "pascal", "h200", "qv100"}) {
        const std::vector<std::string> file{"--config",
                                            HEDDLE_SOURCE_DIR "/platforms/presets/" + std::string(preset) + ".ini"};
        auto wanted = settings_of("gpu", file);
        REQUIRE(wanted.size() > 100);
        for (const char* platform : {"cta_clustering", "warppool"})
            for (const auto& [key, value] : settings_of(platform, file)) {
                INFO(platform << " --config " << preset << ".ini: " << key);
                const bool of_the_system = key == "cta_dispatcher.policy" || key == "lsu.pool";
                if (!of_the_system && wanted.count(key)) CHECK(value == wanted[key]);
            }
    }
}

TEST_CASE("a preset by its name is the same as by its file") {
    for (const std::string preset : {"h200", "kepler", "gtx480"}) {
        INFO(preset);
        CHECK(settings_of("gpu", {"--config", preset}) ==
              settings_of("gpu", {"--config", HEDDLE_SOURCE_DIR "/platforms/presets/" + preset + ".ini"}));
    }
}
