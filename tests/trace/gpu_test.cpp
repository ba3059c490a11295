// Traces on the whole machine.
#include "folder.h"
#include "heddle/stimulus/trace/generator/benchmark_kernels.h"
#include "heddle/stimulus/trace/generator/stimulus_trace.h"
#include "heddle/stimulus/trace/packed/packer.h"
#include "in_child.h"
#include "platform_run.h"
#include "run_totals.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

// The rest of the table's line that begins with `name`.
std::string figure(const PlatformRun& result, const std::string& name) {
    const std::size_t at = result.out.find("\n  " + name + " ");
    REQUIRE(at != std::string::npos);
    return result.out.substr(at + 3 + name.size(), result.out.find('\n', at + 1) - at - 3 - name.size());
}

PlatformRun run_list(const traces::test::Folder& folder) {
    CheckingBinder binder;
    const PlatformRun result = run_platform_named(
        "gpu", {"--stimulus", folder.path() + "/kernelslist.g", "--system", "small"}, {&binder, {}, {}});
    if (result.code == 0) check_bindings(binder);
    return result;
}

}  // namespace

TEST_CASE("the row walk's trace has the counts that follow from its addresses") {
    const traces::test::Folder folder;
    traces::TraceWriter writer(folder.path(), true);
    traces::benchmark_kernels[1].write(writer, 256);
    const PlatformRun result = run_list(folder);
    INFO(result.text());
    REQUIRE(result.code == 0);
    CHECK_THAT(figure(result, "warp instructions"), Catch::EndsWith(" 10 840"));
    CHECK_THAT(figure(result, "thread instructions"), Catch::EndsWith(" 346 880"));
    // Eight warps: one line at first, then 256 times 32 lines of the matrix and one of the vector.
    CHECK_THAT(figure(result, "L1 accesses"), Catch::EndsWith(" 67 592"));
    // 256 KiB, twice 1 KiB, each line once.
    CHECK_THAT(figure(result, "DRAM reads"), Catch::EndsWith(" 2 064"));
    CHECK(result.out.find("the stimulus expects nothing") != std::string::npos);
}

TEST_CASE("a mistake inside a trace ends the run with file and line") {
    const traces::test::Folder folder;
    traces::TraceWriter writer(folder.path(), false);
    traces::benchmark_kernels[0].write(writer, 1024);
    std::ifstream file(folder.path() + "/kernel-1.traceg");
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    folder.write("kernel-1.traceg", text.substr(0, text.find('\n', text.size() / 2) + 1));
    const PlatformRun result = run_list(folder);
    CHECK(result.code == 2);
    CHECK_THAT(result.err, Catch::Contains("kernel-1.traceg:") && Catch::Contains("is it cut off?"));
}

TEST_CASE("a packed trace has every statistic of its text, on several machines") {
    const traces::test::Folder folder;
    const std::string list = folder.path() + "/kernelslist.g", packed = folder.path() + "/trace.htrace",
                      stats = folder.path() + "/stats.json";
    traces::TraceWriter writer(folder.path(), false);
    for (const char* name : {"gemm_tiled", "row_walk", "vector_add"})
        for (unsigned i = 0; i < traces::benchmark_kernel_count; ++i)
            if (traces::benchmark_kernels[i].name == std::string(name))
                traces::benchmark_kernels[i].write(writer, name[0] == 'g' ? 32 : 256);
    CHECK(traces::packed::pack(list, packed).kernels == 3);
    const auto digest = [&](const std::string& platform, const std::string& stimulus,
                            std::vector<std::string> arguments) {
        for (const std::string& word : {std::string("--stimulus"), stimulus, std::string("--stats"), stats})
            arguments.push_back(word);
        CHECK(in_child([&] { return run_platform_named(platform, arguments).code; }) == 0);
        return digest_of(stats);
    };
    const std::string presets = HEDDLE_SOURCE_DIR "/platforms/presets/";
    const std::pair<const char*, std::vector<std::string>> machines[] = {
        {"gpu", {"--system", "small"}},
        {"gpu", {"--config", presets + "qv100.ini", "--set", "topology.clusters=4"}},
        {"gpu", {"--config", presets + "fermi.ini"}},
        {"warppool", {}},
        {"dcl1", {}}};
    for (const auto& [platform, arguments] : machines) {
        INFO(platform);
        const std::string of_text = digest(platform, list, arguments);
        CHECK(digest(platform, packed, arguments) == of_text);
    }
}
