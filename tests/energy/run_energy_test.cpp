// The energy of a run: a case that was computed by hand, sums that hold, and what a technology file must state.
#include "heddle/energy/run_energy.h"

#include <catch2/catch.hpp>

#include "heddle/platforms/energy/technologies.h"

using namespace heddle;

namespace {

// Round numbers, so that every product below can be checked in the head.
Technology round_technology() {
    Technology technology;
    technology.node_nm = 40;
    technology.core = {100, 10, 50, 1000};
    for (unsigned size = 0; size < Technology::sram_sizes; ++size) technology.sram[size] = {10, 20, 1.0 * (1 << size)};
    technology.noc.flit = {4, 0, 0, 0, 0, 2};
    technology.noc.reference_leakage_mw = 2000;
    technology.noc.mesh_link_mm = 3;
    technology.noc.scale = 10;
    technology.dram = {1000, 100, 200, 500, 16};
    technology.flip_flop = {1, 10, 20, 1000};
    return technology;
}

RunEvents small_run() {
    RunEvents run;
    run.seconds = 1e-3;
    run.core_cycles = 1e6;
    run.sms = 4;
    run.warp_instructions = 1e6;
    run.thread_instructions = 32e6;
    run.shared_passes = 2e6;
    run.l1 = {{{4, 16384}, 1'000'000, 500'000}};
    run.l2 = {{{2, 65536}, 100'000, 200'000}};
    run.networks = {{{{1, 80, 32, 32, 1.0, false}}, 300'000, 700'000}};
    run.meshes = {{{{1, 5, 5, 32, 0, false}}, 1'000'000, 0}};
    run.dram_activates = 1e5;
    run.dram_bytes_read = 1e6;
    run.dram_bytes_written = 5e5;
    run.dram_bytes_per_cycle = 64;
    run.tables = {{"flip_flops", 4, 10, 50, false, 1e6, 2e6}, {"array", 4, 128, 1024, true, 1024e3, 2048e3}};
    return run;
}

double twice(double value) {
    return 2 * value;
}

RunEvents doubled(RunEvents run) {
    for (double* count : {&run.seconds, &run.core_cycles, &run.warp_instructions, &run.thread_instructions,
                          &run.shared_passes, &run.dram_activates, &run.dram_bytes_read, &run.dram_bytes_written})
        *count = twice(*count);
    for (auto* caches : {&run.l1, &run.l2})
        for (CacheActivity& activity : *caches) {
            activity.line_reads *= 2;
            activity.line_writes *= 2;
        }
    for (auto* networks : {&run.networks, &run.meshes})
        for (NetworkActivity& network : *networks) {
            network.request_flits *= 2;
            network.reply_flits *= 2;
        }
    for (TableActivity& table : run.tables) {
        table.bits_read *= 2;
        table.bits_written *= 2;
    }
    return run;
}

}  // namespace

TEST_CASE("energy of a small run, computed by hand") {
    const RunEnergy energy = energy_of(small_run(), round_technology());
    CHECK(energy.core == Approx(100e-6 + 320e-6 + 100e-6));
    CHECK(energy.static_core == Approx(4 * 1.0 * 1e-3));
    CHECK(energy.l1 == Approx(10e-6 + 10e-6));
    CHECK(energy.static_l1 == Approx(4 * 2e-3 * 1e-3));
    CHECK(energy.l2 == Approx(1e-6 + 4e-6));
    CHECK(energy.static_l2 == Approx(2 * 8e-3 * 1e-3));
    // A flit of 32 B through the crossbar: a buffer of 4 pJ and two links of 1 mm; in the mesh one link of 3 mm. Ten
    // times each.
    CHECK(energy.noc == Approx(10 * (1e6 * 8e-12 + 1e6 * 10e-12)));
    // The crossbar is the reference itself; a router of 5x5 is a little of it.
    CHECK(energy.static_noc == Approx(2e-3 * (1 + 0.612 * 25 / 2560 + 0.388 * 10 / 112)));
    CHECK(energy.dram == Approx(100e-6 + 100e-6 + 100e-6));
    CHECK(energy.static_dram == Approx(4 * 0.5 * 1e-3));
    // 2000 bits in a million cycles, and what was read and written; an array of 16 KiB for every 1024 bits.
    REQUIRE(energy.tables.size() == 2);
    CHECK(energy.tables[0].dynamic_joules == Approx(2e-6 + 10e-9 + 40e-9));
    CHECK(energy.tables[0].static_joules == Approx(2000 * 1e-6 * 1e-3));
    CHECK(energy.tables[1].dynamic_joules == Approx(1000 * 10e-12 + 2000 * 20e-12));
    CHECK(energy.tables[1].static_joules == Approx(4 * 2e-3 * 1e-3));
    CHECK(energy.watts() == Approx(energy.total() / 1e-3));
}

TEST_CASE("components add up, and twice the run costs twice the energy") {
    const RunEnergy once = energy_of(small_run(), round_technology()),
                    twice_as_much = energy_of(doubled(small_run()), round_technology());
    CHECK(once.total() ==
          Approx(once.core + once.l1 + once.noc + once.l2 + once.dram + once.added + once.static_core + once.static_l1 +
                 once.static_noc + once.static_l2 + once.static_dram + once.static_added));
    CHECK(once.added == Approx(once.tables[0].dynamic_joules + once.tables[1].dynamic_joules));
    CHECK(twice_as_much.dynamic() == Approx(2 * once.dynamic()));
    CHECK(twice_as_much.static_sum() == Approx(2 * once.static_sum()));
    CHECK(twice_as_much.watts() == Approx(once.watts()));
}

TEST_CASE("nothing happens: static energy only; no time: dynamic energy only") {
    RunEvents idle;
    idle.seconds = 1e-3;
    idle.sms = 4;
    CHECK(energy_of(idle, round_technology()).dynamic() == 0);
    CHECK(energy_of(idle, round_technology()).total() == Approx(4e-3));
    RunEvents timeless = small_run();
    timeless.seconds = 0;
    CHECK(energy_of(timeless, round_technology()).static_sum() == 0);
    CHECK(energy_of(timeless, round_technology()).watts() == 0);
}

TEST_CASE("arrays between and beyond the sizes of the file follow a power law") {
    const Technology technology = round_technology();
    CHECK(technology.sram_of(32768).leakage_mw == Approx(4));
    CHECK(technology.sram_of(8192 * 1.5).leakage_mw == Approx(1.5));
    CHECK(technology.sram_of(4096).leakage_mw == Approx(0.5));
    CHECK(technology.sram_of(4 << 20).leakage_mw == Approx(512));
    CHECK(technology.sram_of(49152).read_pj == Approx(10));
    CHECK(technology.sram_of(0).leakage_mw == 0);
}

TEST_CASE("the files of the repository are complete, and 22 nm costs less than 40 nm") {
    const Technology older = read_technology("40nm", "key"), newer = read_technology("22nm", "key");
    CHECK(older.node_nm == 40);
    CHECK(newer.node_nm == 22);
    const RunEnergy more = energy_of(small_run(), older), less = energy_of(small_run(), newer);
    CHECK(less.core < more.core);
    CHECK(less.l1 < more.l1);
    CHECK(less.noc < more.noc);
    CHECK(less.l2 < more.l2);
    CHECK(less.added < more.added);
    CHECK(less.static_sum() < more.static_sum());
    // The network of 22 nm is that of the cost report.
    const FlitCoefficients dsent;
    CHECK(newer.noc.flit.buffer_pj == dsent.buffer_pj);
    CHECK(newer.noc.flit.crossbar_port_pj == dsent.crossbar_port_pj);
    CHECK(newer.noc.flit.link_pj_per_mm == dsent.link_pj_per_mm);
    CHECK(newer.noc.scale == 1);
}

TEST_CASE("the example of the README") {
    RunEvents run;
    run.seconds = 1e-3;
    run.sms = 60;
    run.warp_instructions = 1e6;
    run.thread_instructions = 32e6;
    run.networks = {{{{1, 12, 8, 64, noc2_link_mm}}, 100'000, 400'000}};
    const RunEnergy energy = energy_of(run, read_technology("40nm", "key"));
    CHECK(energy.core == Approx(2.15e-3).epsilon(0.005));
    CHECK(energy.noc == Approx(4.36e-3).epsilon(0.005));
    CHECK(energy.static_core == Approx(95.4e-3));
    CHECK(energy.static_noc == Approx(0.56e-3).epsilon(0.01));
}
