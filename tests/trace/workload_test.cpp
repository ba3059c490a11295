// kernelslist.g and what it leads to.
#include <sstream>

#include "folder.h"
#include "heddle/stimulus/trace/trace_workload.h"
#include "trace_text.h"

using namespace heddle;
using namespace heddle::traces;
using namespace heddle::traces::test;

namespace {

std::string message_of(const std::string& path) {
    try {
        TraceWorkload workload(path, nullptr);
        return "no error";
    } catch (const InputError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("a list of kernels and copies runs in order") {
    const Folder folder;
    TraceText first, second;
    first.name = "first";
    second.name = "second kernel";
    second.grid = "(2,1,1)";
    folder.write("kernel-1.traceg", first.of(std::string("0000 ffffffff 0 ODD.X 0 0 0 \n") + exit_line));
    folder.write("kernel-2.traceg", second.header() + TraceText::block_text("1,0,0", {exit_line}) +
                                        TraceText::block_text("0,0,0", {exit_line}));
    const std::string list = folder.write("kernelslist.g",
                                          "MemcpyHtoD,0x00007f0000000000,131072\n\nkernel-1.traceg\n# note\n"
                                          "MemcpyHtoD,0x10,4\nMemcpyDtoH,0x10,4\nkernel-2.traceg\n");
    std::ostringstream warnings;
    TraceWorkload workload(list, &warnings);
    CHECK(workload.kernel_count() == 2);
    CHECK(workload.expected_ctas() == 3);
    REQUIRE(workload.copies().size() == 2);
    CHECK(workload.copies()[0].address == 0x7f0000000000);
    CHECK(workload.copies()[0].bytes == 131072);
    CHECK(workload.copies()[1].before_kernel == 1);
    CHECK(workload.kernel(1).shape().name == "second kernel");
    SparseMemory memory;
    for (unsigned repeat = 0; repeat < 2; ++repeat) {
        warnings.str("");
        workload.initialise(memory);
        Recorder recorder;
        for (std::uint32_t id, expected = 0; (id = workload.next_launch(memory)) != Workload::no_more; ++expected) {
            CHECK(id == expected);
            run_grid(workload.kernel(id), memory, recorder);
        }
        CHECK(recorder.seen.size() == 4);
        CHECK(workload.check(memory).checked_values == 0);
        CHECK(warnings.str() == "warning: " + list +
                                    ": 1 warp instructions have an opcode that is not in the table and ran as ALU "
                                    "instructions: ODD (1)\nwarning: " +
                                    list +
                                    ": 1 lines are neither a kernel nor a MemcpyHtoD and were ignored, the "
                                    "first is line 6\n");
    }
}

TEST_CASE("a byte order mark in front of the list hides no kernel") {
    const Folder folder;
    folder.write("kernel-1.traceg", TraceText{}.of(exit_line));
    std::ostringstream warnings;
    const TraceWorkload workload(folder.write("kernelslist.g", "\xef\xbb\xbfkernel-1.traceg\nkernel-1.traceg\n"),
                                 &warnings);
    CHECK(workload.kernel_count() == 2);
    CHECK(warnings.str().empty());
}

TEST_CASE("the next kernel is read while one runs") {
    const Folder folder;
    std::string list;
    for (unsigned i = 1; i <= 3; ++i) {
        const std::string name = "kernel-" + std::to_string(i) + ".traceg";
        folder.write(name, TraceText{}.of(exit_line));
        list += name + "\n";
    }
    TraceWorkload workload(folder.write("kernelslist.g", list), nullptr);
    const auto lose = [&](unsigned i) {
        std::filesystem::remove(folder.path() + "/kernel-" + std::to_string(i) + ".traceg");
    };
    SparseMemory memory;
    Recorder recorder;
    lose(1);  // its first kernel is being read
    workload.initialise(memory);
    CHECK(workload.next_launch(memory) == 0);
    lose(2);
    lose(3);
    run_grid(workload.kernel(0), memory, recorder);
    CHECK(workload.next_launch(memory) == 1);
    run_grid(workload.kernel(1), memory, recorder);
    CHECK(recorder.seen.size() == 2);
    // What went wrong ahead of time shows in its turn.
    CHECK_THROWS_WITH(workload.next_launch(memory), Catch::Contains("kernel-3.traceg: cannot be opened"));
}

TEST_CASE("kernels that nobody runs do not keep a workload") {
    const Folder folder;
    TraceText text;
    text.grid = "(20000,1,1)";
    std::string blocks = text.header();
    for (unsigned i = 0; i < 20000; ++i) blocks += TraceText::block_text(std::to_string(i) + ",0,0", {exit_line});
    folder.write("kernel-1.traceg", blocks);
    folder.write("kernel-2.traceg", blocks);
    SparseMemory memory;
    for (unsigned launches = 0; launches < 2; ++launches) {
        TraceWorkload workload(folder.write("kernelslist.g", "kernel-1.traceg\nkernel-2.traceg\n"), nullptr);
        workload.initialise(memory);
        if (launches > 0) CHECK(workload.next_launch(memory) == 0);
    }
}

TEST_CASE("open_workload knows lists of traces by their ending") {
    const Folder folder;
    folder.write("kernel-1.traceg", TraceText{}.of(exit_line));
    const auto workload = open_workload(folder.write("kernelslist.g", "kernel-1.traceg\n"));
    CHECK(workload->kernel_count() == 1);
}

TEST_CASE("malformed lists") {
    const Folder folder;
    folder.write("kernel-1.traceg", TraceText{}.of(exit_line));
    const auto message = [&](const std::string& text) {
        const std::string list = folder.write("kernelslist.g", text), full = message_of(list);
        CHECK_THAT(full, Catch::StartsWith(list + ":"));
        return full.substr(list.size() + 1);
    };
    CHECK(message("") == " the list names no kernel; expected lines such as 'kernel-1.traceg.xz'");
    CHECK(message("kernel-1.trace\n") ==
          "1: kernel-1.trace is a raw trace; group it by thread block with the tracer's post-traces-processing first");
    CHECK(message("kernel-1\n") == "1: kernel-1: expected a file that ends in .traceg or .traceg.xz");
    CHECK(message("kernel-1.traceg kernel-2.traceg\n") ==
          "1: 'kernel-2.traceg' after the name of a trace; expected one name on the line");
    CHECK(message("\nMemcpyHtoD,123,4\n") == "2: expected 'MemcpyHtoD,0x<address>,<bytes>'");
    CHECK(message("MemcpyHtoD,0x10,99999999999999999999999\n") == "1: expected 'MemcpyHtoD,0x<address>,<bytes>'");
    CHECK(message("MemcpyHtoD,0xffffffffffffffff,2\n") ==
          "1: MemcpyHtoD goes beyond the end of the address space; expected address and size to fit 64 bits");
    CHECK_THAT(message("kernel-1.traceg\nkernel-7.traceg\n"),
               Catch::StartsWith("2: names a trace that cannot be used: ") &&
                   Catch::Contains("kernel-7.traceg: cannot be opened (No such file or directory)"));
    CHECK_THAT(message("kernel-1.traceg.xz\n"), Catch::Contains("cannot be opened"));
    folder.write("kernel-2.traceg.xz", "not xz at all, but text of some length");
    CHECK_THAT(message("kernel-2.traceg.xz\n"), Catch::Contains("is not in xz format"));
    CHECK_THAT(message_of(HEDDLE_BINARY_DIR "/no_such_list.g"), Catch::Contains("cannot be opened"));
    std::filesystem::create_directories(folder.write("folder.g", "") + "x.g");
    CHECK_THAT(message_of(folder.write("folder.g", "") + "x.g"), Catch::Contains("is a folder; expected a file"));
}
