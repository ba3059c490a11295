// What the generator writes the reader reads: the trace of a stimulus does what the stimulus does.
#include "folder.h"
#include "heddle/references/library.h"
#include "heddle/stimulus/trace/generator/benchmark_kernels.h"
#include "heddle/stimulus/trace/generator/stimulus_trace.h"
#include "heddle/stimulus/trace/trace_workload.h"
#include "trace_text.h"

using namespace heddle;
using namespace heddle::traces;
using namespace heddle::traces::test;

namespace {

std::vector<Seen> run_all(Workload& workload) {
    SparseMemory memory;
    Recorder recorder;
    workload.initialise(memory);
    for (std::uint32_t id; (id = workload.next_launch(memory)) != Workload::no_more;)
        run_grid(workload.kernel(id), memory, recorder);
    return recorder.seen;
}

std::vector<Seen> run_list(const std::string& folder) {
    TraceWorkload workload(folder + "/kernelslist.g", nullptr);
    std::vector<Seen> seen = run_all(workload);
    CHECK(workload.warnings_text().empty());
    return seen;
}

void check_same(const Seen& traced, const Seen& original) {
    const Operation operation = original.instruction.operation;
    REQUIRE(traced.cta == original.cta);
    REQUIRE(traced.warp == original.warp);
    REQUIRE(traced.active == original.active);
    REQUIRE(traced.bytes == original.bytes);
    if (original.bytes == 0) return;
    REQUIRE(traced.instruction.operation == operation);
    REQUIRE(traced.instruction.space == original.instruction.space);
    REQUIRE(traced.address == original.address);
    if (operation == Operation::atomic) {
        REQUIRE(traced.atomic_op == original.atomic_op);
        REQUIRE(traced.atomic_type == original.atomic_type);
    }
}

void check_round_trip(const std::string& name, bool compress) {
    const Folder folder;
    const std::string path = std::string(HEDDLE_SOURCE_DIR) + "/stimuli/micro/" + name + ".stim";
    const auto original = run_all(*open_workload(path));
    TraceWriter writer(folder.path(), compress);
    write_trace_of(*open_workload(path), writer);
    CHECK(writer.instructions() == original.size());
    const auto traced = run_list(folder.path());
    REQUIRE(traced.size() == original.size());
    for (std::size_t i = 0; i < traced.size(); ++i) check_same(traced[i], original[i]);
}

struct Mix {
    std::uint64_t instructions = 0, loads = 0, stores = 0, shared = 0, barriers = 0;
};

Mix mix_of(const char* name, unsigned size) {
    const Folder folder;
    for (unsigned i = 0; i < benchmark_kernel_count; ++i)
        if (name == std::string(benchmark_kernels[i].name)) {
            TraceWriter writer(folder.path(), true);
            benchmark_kernels[i].write(writer, size);
        }
    Mix mix;
    for (const Seen& seen : run_list(folder.path())) {
        const Operation operation = seen.instruction.operation;
        ++mix.instructions;
        const bool shared = seen.bytes > 0 && seen.instruction.space == AddressSpace::shared;
        mix.shared += shared;
        mix.loads += operation == Operation::load && !shared;
        mix.stores += operation == Operation::store && !shared;
        mix.barriers += operation == Operation::barrier;
    }
    return mix;
}

}  // namespace

TEST_CASE("traces of the micro stimuli read as the stimuli run") {
    for (const char* name : {"transpose", "histogram", "gemm32", "pointer_chase", "divergent_column_walk_small"})
        check_round_trip(name, false);
    check_round_trip("strided", true);
}

// Its PTX has more registers than 512 threads of an SM can have.
TEST_CASE("a CTA of a trace that was written from PTX fits into an SM") {
    const Folder folder;
    const std::string path = HEDDLE_SOURCE_DIR "/stimuli/rodinia/particlefilter/test.stim";
    TraceWriter writer(folder.path(), false);
    const auto workload = open_workload(path, &library_references());
    write_trace_of(*workload, writer);
    REQUIRE(workload->kernel(0).scoreboard_registers() > 128);
    const TraceWorkload traced(folder.path() + "/kernelslist.g", nullptr);
    const KernelShape& shape = traced.kernel(0).shape();
    REQUIRE(shape.warps_per_cta() == 16);
    CHECK(shape.registers_per_thread == 128);
    CHECK(run_list(folder.path()).size() == writer.instructions());
}

TEST_CASE("the benchmark kernels have the instructions of their code") {
    const Mix add = mix_of("vector_add", 1024);
    CHECK(add.instructions == 32 * 14);
    CHECK(add.loads == 64);
    CHECK(add.stores == 32);
    const Mix walk = mix_of("row_walk", 256);
    CHECK(walk.instructions == 8 * (10 + 64 * 21 + 1));
    CHECK(walk.loads == 8 * (1 + 2 * 256));
    const Mix naive = mix_of("gemm_naive", 32);
    CHECK(naive.loads == 32 * 32 * 2);
    CHECK(naive.stores == 32);
    const Mix tiled = mix_of("gemm_tiled", 32);
    CHECK(tiled.loads == 32 * 2 * 2);
    CHECK(tiled.shared == 32 * 2 * (2 + 20));
    CHECK(tiled.barriers == 32 * 2 * 2);
    const Mix fma = mix_of("fma", 32);
    CHECK(fma.instructions == 640 * 8 * (8 + 4 + 2 * 19 + 5));
}
