// The kernel library: complete folders, all of them in the list, and right results without any timing.
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <set>

#include "heddle/references/library.h"
#include "interpreter.h"
#include "scratch_folder.h"

using namespace heddle;
using namespace heddle::test;

namespace {

const std::filesystem::path stimuli = std::filesystem::path(HEDDLE_SOURCE_DIR) / "stimuli";

struct Finished {
    int exit_code;
    std::string output;
};

Finished run_gpu(const std::string& arguments) {
    FILE* pipe = popen((std::string(HEDDLE_BINARY_DIR) + "/bin/gpu " + arguments + " 2>&1").c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string output;
    for (int c; (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
    return {WEXITSTATUS(pclose(pipe)), output};
}

}  // namespace

TEST_CASE("every kernel folder is in the list and has its files") {
    const std::vector<std::string> names = library_references().names();
    const std::set<std::string> listed(names.begin(), names.end());
    REQUIRE_FALSE(listed.empty());
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(stimuli))
        if (entry.path().filename() == "reference.cpp")
            found.insert(std::filesystem::relative(entry.path().parent_path(), stimuli).string());
    CHECK(listed == found);
    for (const std::string& name : listed) {
        const std::filesystem::path folder = stimuli / name;
        const std::string kernel = folder.filename().string();
        for (const std::string& file :
             {kernel + ".cu", kernel + ".ptx", kernel + ".stim", std::string("test.stim"), std::string("small.stim"),
              std::string("paper.stim"), std::string("README.md")}) {
            INFO(name + "/" + file);
            CHECK(std::filesystem::exists(folder / file));
        }
    }
}

TEST_CASE("every kernel gives the CPU's result when nothing takes time") {
    for (const std::string& name : library_references().names()) {
        INFO(name);
        const auto workload = open_workload((stimuli / name / "test.stim").string(), &library_references());
        SparseMemory memory;  // local memory lies far behind the buffers
        const RunResult result = run(*workload, memory);
        for (const std::string& message : result.check.messages) UNSCOPED_INFO(message);
        CHECK(result.check.mismatches == 0);
        CHECK(result.check.checked_values > 0);
    }
}

TEST_CASE("a platform compares with the library's references and reports what is wrong") {
    const ScratchFolder folder;
    folder.write("subtract.stim",
                 "buffer A f32[64] = ramp(1, 1)\nbuffer B f32[64] = fill(0.5)\nbuffer C f32[64]\n"
                 "kernel k grid 2 block 32\n i = cta * 32 + tid\n a = load A[i]\n b = load B[i]\n if i == WRONG\n"
                 "  store C[i] = a - b\n else\n  store C[i] = a + b\n end\nend\n"
                 "reference \"micro_ptx/vector_add\"\nexpect C = reference\n");
    const auto with = [&](const std::string& constant) {
        return run_gpu("--quiet --stimulus " +
                       folder.write("main.stim", "const WRONG = " + constant + "\ninclude \"subtract.stim\"\n"));
    };
    const Finished right = with("-1");
    CHECK(right.exit_code == 0);
    CHECK(right.output.empty());
    const Finished wrong = with("40");
    CHECK(wrong.exit_code == 1);
    CHECK(wrong.output == "heddle gpu: error: 1 of 64 checked values are wrong\n  " + folder.path() +
                              "subtract.stim:15: C[40] is 40.5, expected 41.5\n");
}
