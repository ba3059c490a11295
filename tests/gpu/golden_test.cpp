// Every statistic of a reference set: making the simulator faster must change none (tests/golden.h).
#include "golden.h"

using namespace heddle::testing;

namespace {

// Between them they use every block, policy and kind of access of the baseline.
const char* const stimuli[] = {"micro/vector_add_small",  "micro/divergent_column_walk_small",
                               "micro/strided",           "micro/broadcast",
                               "micro/pointer_chase",     "micro/stencil",
                               "micro/histogram",         "micro/transpose",
                               "micro/barrier_ping_pong", "micro/gemm32",
                               "micro/compute_small",     "rodinia/bfs/test",
                               "rodinia/srad/test",       "polybench/syrk/test",
                               "parboil/spmv/test",       "cuda_sdk/fdtd3d/test"};

// What only the preset has: sectors, sets of 256 ways that overflow, an L1 hit path of its own, hashed slices.
const char* const preset_stimuli[] = {"micro/divergent_column_walk_small", "micro/strided", "micro/histogram",
                                      "rodinia/bfs/test", "polybench/syrk/test"};

GoldenTable table(const std::string& label) {
    return {"gpu",
            label,
            "stimulus",
            {"cycles", "warp_instructions", "l1_hits", "l1_misses", "noc_flits", "l2_accesses", "l2_misses",
             "dram_reads", "dram_row_hits"},
            GoldenTable::Digest::yes};
}

}  // namespace

TEST_CASE("golden statistics of the baseline") {
    GoldenTable golden = table("gpu");
    for (const char* stimulus : stimuli) golden.add_row(stimulus, stimulus, "");
    golden.check("gpu/golden.txt");
}

// With an L1 of one set, which two of these small stimuli fill.
TEST_CASE("golden statistics of the Volta preset") {
    GoldenTable golden = table("qv100");
    for (const char* stimulus : preset_stimuli)
        golden.add_row(stimulus, stimulus,
                       "--config " HEDDLE_SOURCE_DIR
                       "/platforms/presets/qv100.ini --set l1_cache.size_bytes=32768 "
                       "--set l1_cache.shared_carveouts=none");
    golden.check("gpu/golden_qv100.txt");
}
