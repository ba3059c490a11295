// A packed trace does what its text does, and a damaged one says so.
#include <random>

#include "../fuzz/resealer.h"
#include "heddle/stimulus/trace/generator/benchmark_kernels.h"
#include "heddle/stimulus/trace/generator/stimulus_trace.h"
#include "kit/test_scale.h"
#include "packed_files.h"

using namespace heddle;
using namespace heddle::traces;
using namespace heddle::traces::test;

namespace {

void check_same_when_packed(const Folder& folder) {
    const WorkloadRun text = run_workload(folder.path() + "/kernelslist.g");
    REQUIRE(!text.seen.empty());
    CHECK(same(run_workload(packed_of(folder)), text));
}

// Two kernels with everything that the format has: shared and own paths, all kinds of addresses, copies, notes.
void write_mixed_trace(const Folder& folder) {
    for (const char* name : {"modes", "spaces"})
        folder.write(std::string("kernel-") + name + ".traceg",
                     bytes_of_file(HEDDLE_SOURCE_DIR "/tests/fuzz/corpus/trace/" + std::string(name) + ".traceg"));
    TraceText odd;
    odd.shmem = "256";
    odd.grid = "(3,1,1)";
    std::string text = odd.header();
    for (const char* place : {"2,0,0", "0,0,0", "1,0,0"})
        text += TraceText::block_text(place, {std::string("0000 ffffffff 0 ODD.X 0 0 0 \n"
                                                          "0010 0000000f 1 R2 LDS 1 R3 4 1 0x1000 4 0 \n"
                                                          "0020 00000003 0 STG.E.64 2 R2 R4 8 1 0x1001 8 0 \n") +
                                              exit_line});
    folder.write("kernel-odd.traceg", text);
    folder.write("kernelslist.g",
                 "MemcpyHtoD,0x1000,64\nkernel-modes.traceg\nsomething\nkernel-spaces.traceg\n"
                 "MemcpyHtoD,0x2000,128\nkernel-odd.traceg\n");
}

// A new file: overwriting one can make the host wait for its disk.
void rewrite(const Folder& folder, const std::string& bytes) {
    std::filesystem::remove(folder.path() + "/packed.htrace");
    folder.write("packed.htrace", bytes);
}

// "same" if the file runs as before it was changed, otherwise the message.
std::string outcome(const std::string& path, const WorkloadRun& expected) {
    try {
        return same(run_workload(path), expected) ? "same" : "other instructions";
    } catch (const InputError& error) {
        return error.what();
    }
}

// Fetches and executes everything, without a memory in which addresses would be looked up. False for an InputError.
bool runs_through(const std::string& path) {
    try {
        TraceWorkload workload(path, nullptr);
        SparseMemory memory;
        LaneAccess access{};
        workload.initialise(memory);
        for (std::uint32_t id; (id = workload.next_launch(memory)) != Workload::no_more;) {
            const Kernel& kernel = workload.kernel(id);
            const auto executor = kernel.make_executor();
            for (std::uint32_t cta = 0; cta < kernel.shape().ctas(); ++cta)
                for (std::uint32_t number = 0; number < kernel.shape().warps_per_cta(); ++number) {
                    WarpState* const warp = executor->start_warp(cta, number);
                    while (executor->fetch(*warp).operation != Operation::exit) executor->execute(*warp, &access);
                    executor->finish_warp(warp);
                }
        }
        return true;
    } catch (const InputError&) {
        return false;
    }
}

}  // namespace

TEST_CASE("traces of stimuli run from a packed file as from their text") {
    for (const char* name : {"transpose", "histogram", "gemm32", "divergent_column_walk_small"}) {
        const Folder folder;
        TraceWriter writer(folder.path(), name[0] == 't');
        write_trace_of(*open_workload(HEDDLE_SOURCE_DIR "/stimuli/micro/" + std::string(name) + ".stim"), writer);
        check_same_when_packed(folder);
    }
    const unsigned sizes[] = {4096, 256, 32, 32, 32};
    for (unsigned i = 0; i < benchmark_kernel_count; ++i) {
        const Folder folder;
        TraceWriter writer(folder.path(), false);
        benchmark_kernels[i].write(writer, sizes[i]);
        check_same_when_packed(folder);
        const auto bytes = [&](const char* name) { return std::filesystem::file_size(folder.path() + name); };
        CHECK(bytes("/packed.htrace") * 5 < bytes("/kernel-1.traceg"));
    }
}

TEST_CASE("a packed trace has the list's copies and the text's warnings, and runs again") {
    const Folder folder;
    write_mixed_trace(folder);
    check_same_when_packed(folder);
    const std::string path = packed_of(folder), other_name = folder.path() + "/any_name";
    TraceWorkload workload(path, nullptr);
    CHECK(workload.kernel_count() == 3);
    CHECK(workload.expected_ctas() == TraceWorkload(folder.path() + "/kernelslist.g", nullptr).expected_ctas());
    REQUIRE(workload.copies().size() == 2);
    CHECK(workload.copies()[1].address == 0x2000);
    CHECK(workload.copies()[1].before_kernel == 2);
    std::filesystem::rename(path, other_name);
    CHECK(open_workload(other_name)->kernel_count() == 3);  // known by how it begins
    const WorkloadRun run = run_workload(other_name);
    CHECK_THAT(run.warnings, Catch::Contains("ODD (3)") && Catch::Contains("no multiple of their width") &&
                                 Catch::Contains("beyond the block's shared memory") &&
                                 Catch::Contains("the first is line 3"));
    SparseMemory memory;
    for (unsigned repeat = 0; repeat < 2; ++repeat) {
        Recorder recorder;
        workload.initialise(memory);
        for (std::uint32_t id; (id = workload.next_launch(memory)) != Workload::no_more;)
            run_grid(workload.kernel(id), memory, recorder);
        CHECK(recorder.seen.size() == run.seen.size());
    }
}

TEST_CASE("what is not a whole packed trace of this program is refused") {
    const Folder folder;
    write_mixed_trace(folder);
    const std::string path = packed_of(folder), good = bytes_of_file(path);
    const auto message = [&](std::string bytes, bool reseal = false) {
        if (reseal) fuzz::Resealer(bytes).run();
        rewrite(folder, bytes);
        const std::string full = outcome(path, {});
        CHECK_THAT(full, Catch::StartsWith(path + ": ") && Catch::EndsWith("pack the trace again with trace_pack"));
        return full.substr(path.size() + 2);
    };
    const auto changed = [&](std::size_t at) {
        std::string bytes = good;
        bytes[at] = static_cast<char>(bytes[at] + 1);
        return bytes;
    };
    CHECK_THAT(message(""), Catch::StartsWith("has 0 bytes, which is too short"));
    CHECK_THAT(message(std::string(100, 'x')), Catch::StartsWith("is not a packed trace"));
    CHECK_THAT(message(good.substr(0, good.size() - 8)), Catch::Contains("it is cut off"));
    CHECK_THAT(message(good + "more"), Catch::Contains("something was appended"));
    CHECK_THAT(message(changed(8)), Catch::Contains("another byte order"));
    CHECK_THAT(message(changed(12)), Catch::StartsWith("is a packed trace of version 2; expected version 1"));
    CHECK_THAT(message(changed(16), true), Catch::Contains("another table of opcodes"));
    CHECK_THAT(message(changed(24)), Catch::StartsWith("the file's head is damaged"));
    CHECK_THAT(message(changed(sizeof(packed::FileHead))), Catch::StartsWith("thread block 1 of kernel k is damaged"));
    CHECK_THAT(message(changed(good.size() - 1)), Catch::StartsWith("the directory is damaged"));
    CHECK_THAT(outcome(folder.path() + "/none.htrace", {}), Catch::Contains("cannot be opened"));
    folder.write("other", "text");
    CHECK_THROWS_WITH(open_workload(folder.path() + "/other"), Catch::Contains("or a packed trace (.htrace)"));
}

TEST_CASE("a changed or shortened packed trace is refused or runs as before") {
    const Folder folder;
    write_mixed_trace(folder);
    const std::string path = packed_of(folder), good = bytes_of_file(path);
    const WorkloadRun expected = run_workload(path);
    const auto check = [&](const std::string& bytes) {
        rewrite(folder, bytes);
        const std::string result = outcome(path, expected);
        if (result != "same") CHECK_THAT(result, Catch::StartsWith(path + ": "));
    };
    for (std::size_t bytes = 0; bytes < good.size(); bytes += 8) check(good.substr(0, bytes));
    std::mt19937 random(18);
    for (std::uint64_t i = 0; i < scaled(2000); ++i) {
        std::string bytes = good;
        for (unsigned flips = 1 + random() % 3; flips > 0; --flips) {
            char& byte = bytes[random() % bytes.size()];
            byte = static_cast<char>(byte ^ (1u << random() % 8));
        }
        check(bytes);
    }
}

TEST_CASE("a packed trace with wrong contents under right checksums does no harm") {
    const Folder folder;
    write_mixed_trace(folder);
    const std::string path = packed_of(folder), good = bytes_of_file(path);
    std::mt19937 random(18);
    std::uint64_t refused = 0, ran = 0;
    for (std::uint64_t i = 0; i < scaled(3000); ++i) {
        std::string bytes = good;
        for (unsigned changes = 1 + random() % 3; changes > 0; --changes) {
            const std::size_t at = random() % bytes.size();
            bytes[at] = static_cast<char>(random() % 2 ? bytes[at] ^ (1u << random() % 8) : random());
        }
        fuzz::Resealer(bytes).run();
        rewrite(folder, bytes);
        (runs_through(path) ? ran : refused) += 1;
    }
    CHECK(refused > 0);
    CHECK(ran > 0);
}

TEST_CASE("packing refuses a wrong text and leaves no file") {
    const Folder folder;
    folder.write("kernelslist.g", "kernel-1.traceg\n");
    folder.write("kernel-1.traceg", TraceText{}.of("0000 ffffffff 0 NOP 0 0 0 \n"));
    CHECK_THROWS_WITH(packed_of(folder),
                      Catch::Contains("kernel-1.traceg:23: the warp's last instruction is not EXIT"));
    CHECK_THROWS_WITH(packed::pack(folder.path() + "/kernelslist.g", folder.path()),
                      Catch::Contains("is not a regular file"));
    CHECK_THROWS_WITH(packed::pack(folder.path() + "/none.g", folder.path() + "/x"),
                      Catch::Contains("none.g: cannot be"));
    CHECK_THROWS_WITH(packed::pack(folder.path() + "/kernelslist.g", folder.path() + "/no/x"),
                      Catch::Contains("x.part: cannot be opened"));
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("packing does not replace what it is made from") {
    const Folder folder;
    write_mixed_trace(folder);
    const std::string list = folder.path() + "/kernelslist.g", link = folder.path() + "/link.htrace";
    std::filesystem::create_symlink("kernel-odd.traceg", link);
    for (const std::string& output : {list, folder.path() + "/./kernel-odd.traceg", link}) {
        const std::string before = bytes_of_file(output);
        CHECK_THROWS_WITH(packed::pack(list, output),
                          output + ": this file is a part of the trace; choose another name for the packed one");
        CHECK(bytes_of_file(output) == before);
        CHECK(!std::filesystem::exists(output + ".part"));
    }
    CHECK(std::filesystem::is_symlink(link));
    packed_of(folder);
    CHECK_NOTHROW(packed_of(folder));  // an older packed file is replaced

    const std::string output = folder.path() + "/new", part = output + ".part", before = bytes_of_file(list);
    std::filesystem::copy(list, part);
    CHECK_THROWS_WITH(packed::pack(part, output), output + ": '" + part +
                                                      "', where it is written first, is a part of the trace; choose "
                                                      "another name for the packed one");
    CHECK(bytes_of_file(part) == before);
    CHECK_NOTHROW(packed::pack(list, output));  // what an older run left there is taken away
    folder.write("other", "kept");
    std::filesystem::create_symlink("other", part);
    CHECK_THROWS_WITH(packed::pack(list, output), Catch::Contains("new.part: is in the way"));
    CHECK(bytes_of_file(folder.path() + "/other") == "kept");
}
