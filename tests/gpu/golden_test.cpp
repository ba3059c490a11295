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

const char* const figures[] = {"cycles",      "warp_instructions", "l1_hits",    "l1_misses",    "noc_flits",
                               "l2_accesses", "l2_misses",         "dram_reads", "dram_row_hits"};

std::string measured() {
    std::ostringstream text;
    text << "stimulus";
    for (const char* figure : figures) text << ' ' << figure;
    text << " digest\n";
    for (const char* stimulus : stimuli) {
        std::string digest;
        const auto totals = run_totals("gpu", "golden_gpu", stimulus, "", &digest);
        text << stimulus;
        for (const char* figure : figures) text << ' ' << totals.at(figure);
        text << ' ' << digest << '\n';
    }
    return text.str();
}

}  // namespace

TEST_CASE("golden statistics of the baseline") {
    const std::string path = std::string(HEDDLE_SOURCE_DIR) + "/tests/gpu/golden.txt", now = measured();
    if (std::getenv("HEDDLE_UPDATE_GOLDEN")) std::ofstream(path) << now;
    std::ifstream file(path);
    std::ostringstream golden;
    golden << file.rdbuf();
    CHECK(now == golden.str());
}
