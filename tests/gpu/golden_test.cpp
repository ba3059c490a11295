// Every statistic of a reference set, as it was when it was last looked at: making the simulator faster must change
// none. A change of the model does: look at the difference, and if it is meant, run `HEDDLE_UPDATE_GOLDEN=1 test_gpu
// "golden*"`.
#include <sstream>

#include "run_totals.h"

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

// What only the preset has: sectors, sets of 256 ways that overflow, hits with a way back of their own, hashed slices.
const char* const preset_stimuli[] = {"micro/divergent_column_walk_small", "micro/strided", "micro/histogram",
                                      "rodinia/bfs/test", "polybench/syrk/test"};

const char* const figures[] = {"cycles",      "warp_instructions", "l1_hits",    "l1_misses",    "noc_flits",
                               "l2_accesses", "l2_misses",         "dram_reads", "dram_row_hits"};

template <std::size_t count>
std::string measured(const std::string& label, const char* const (&names)[count], const std::string& options) {
    std::ostringstream text;
    text << "stimulus";
    for (const char* figure : figures) text << ' ' << figure;
    text << " digest\n";
    for (const char* stimulus : names) {
        std::string digest;
        const auto totals = run_totals("gpu", label, stimulus, options, &digest);
        text << stimulus;
        for (const char* figure : figures) text << ' ' << totals.at(figure);
        text << ' ' << digest << '\n';
    }
    return text.str();
}

}  // namespace

TEST_CASE("golden statistics of the baseline") {
    check_golden("gpu/golden.txt", measured("golden_gpu", stimuli, ""));
}

// With an L1 of one set, which two of these small stimuli fill.
TEST_CASE("golden statistics of the Volta preset") {
    check_golden("gpu/golden_qv100.txt", measured("golden_qv100", preset_stimuli,
                                                  "--config " HEDDLE_SOURCE_DIR
                                                  "/platforms/presets/qv100.ini --set l1_cache.size_bytes=32768"));
}
