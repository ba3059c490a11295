// Stimuli in several files: statements come in, paths and positions are those of the file they stand in.
#include <catch2/catch.hpp>

#include "heddle/base/error.h"
#include "interpreter.h"
#include "scratch_folder.h"

using namespace heddle;
using namespace heddle::test;

namespace {

const std::string kernel = "kernel k grid 1 block 32\n store A[tid] = N\nend\n";

RunResult run_file(const std::string& path) {
    const auto workload = open_workload(path);
    FlatMemory memory;
    return run(*workload, memory);
}

// Without the scratch folder's path.
std::string message_of(const ScratchFolder& folder, const std::string& path) {
    try {
        run_file(path);
    } catch (const std::runtime_error& error) {
        std::string message = error.what();
        for (std::size_t at; (at = message.find(folder.path())) != std::string::npos;)
            message.erase(at, folder.path().size());
        return message;
    }
    return "no error";
}

}  // namespace

TEST_CASE("an included file knows the constants before it and defines names behind it") {
    const ScratchFolder folder;
    folder.write("body.stim", "buffer A u32[32 + LESS]\nconst M = N + 1\n" + kernel);
    const RunResult result = run_file(folder.write(
        "main.stim", "const N = 7\nconst LESS = 0\ninclude \"body.stim\"\nexpect A[0..M] = fill(M - 1)\n"));
    CHECK(result.check.checked_values == 8);
    CHECK(result.check.mismatches == 0);
}

TEST_CASE("paths are relative to the file that names them") {
    const ScratchFolder folder;
    folder.write("inner/five.bin", "\x05");
    folder.write("inner/body.stim", "buffer F u8[1] = file \"five.bin\"\ninclude \"../shared.stim\"\n" + kernel);
    folder.write("shared.stim", "buffer A u32[32]\n");
    const std::string path =
        folder.write("main.stim", "const N = 1\ninclude \"inner/body.stim\"\nexpect F = fill(5)\nexpect A = fill(1)");
    CHECK(run_file(path).check.mismatches == 0);
}

TEST_CASE("a file may be included twice where its names allow it") {
    const ScratchFolder folder;
    folder.write("again.stim", "launch k\n");
    folder.write("empty.stim", "");
    const std::string path = folder.write("main.stim",
                                          "buffer A u32[1]\nkernel k grid 1 block 1\n atomic.add A[0], 1\nend\n"
                                          "include \"again.stim\"\ninclude \"empty.stim\"\ninclude \"again.stim\"\n"
                                          "expect A = fill(2)\n");
    CHECK(run_file(path).check.mismatches == 0);
}

TEST_CASE("errors in an included file name that file") {
    const ScratchFolder folder;
    const std::string path = folder.write("main.stim", "const N = 1\n\n\ninclude \"body.stim\"\n" + kernel);
    folder.write("body.stim", "buffer A u32[32]\nbuffer B u32[4] = @\n");
    CHECK_THAT(message_of(folder, path), Catch::StartsWith("body.stim:2:19: character '@'"));
    folder.write("body.stim", "\nbuffer B f16[4]\n");
    CHECK_THAT(message_of(folder, path), Catch::StartsWith("body.stim:2:10: expected a type"));
    folder.write("body.stim", "buffer A u32[8]\n");
    CHECK_THAT(message_of(folder, path), Catch::StartsWith("main.stim:6: kernel k"));  // at run time
    folder.write("body.stim", "buffer A u32[32]\nexpect A = fill(3)\n");
    CHECK(run_file(path).check.messages.at(0) == folder.path() + "body.stim:2: A[0] is 1, expected 3");
    folder.write("body.stim", "kernel j grid 1 block 32\n alu 1\n");
    CHECK(message_of(folder, path) == "body.stim:3:1: expected 'end' of the kernel of line 1, found end of file");
    folder.write("body.stim", "buffer A u32[SIZE * 2]\n");
    CHECK(message_of(folder, path) ==
          "body.stim:1:14: expected a constant as the number of elements; 'SIZE' is none: "
          "define it with 'const', here or before the 'include' of this file");
}

TEST_CASE("includes that go wrong") {
    const ScratchFolder folder;
    const auto message = [&](const std::string& text) { return message_of(folder, folder.write("main.stim", text)); };
    CHECK(message("include \"none.stim\"\n") ==
          "main.stim:1:9: 'none.stim' cannot be opened; expected a readable file");
    CHECK_THAT(message("include \".\"\n"), Catch::StartsWith("main.stim:1:9:") && Catch::Contains("is a folder"));
    CHECK(message("include \"/dev/zero\"\n") ==
          "main.stim:1:9: '/dev/zero' is a device or a pipe; expected a readable file");
    CHECK(message("include body.stim\n") ==
          "main.stim:1:9: expected the stimulus file's path in quotes, found 'body.stim'");
    folder.write("body.stim", "const N = 1\n");
    CHECK(message("include \"body.stim\" twice\n") == "main.stim:1:21: expected end of line, found 'twice'");
    CHECK(message("kernel k grid 1 block 32\n include \"body.stim\"\nend\n") ==
          "main.stim:2:2: expected a statement, found 'include', a word of the language");
}

TEST_CASE("names across files are unique") {
    const ScratchFolder folder;
    folder.write("body.stim", "buffer A u32[32]\nconst N = 2\n" + kernel);
    const auto message = [&](const std::string& text) { return message_of(folder, folder.write("main.stim", text)); };
    CHECK(message("const N = 1\ninclude \"body.stim\"\n") ==
          "body.stim:2:7: 'N' is already a constant, of main.stim:1; expected a new name");
    CHECK(message("include \"body.stim\"\n\nconst N = 1\n") ==
          "main.stim:3:7: 'N' is already a constant, of body.stim:2; expected a new name");
    CHECK(message("include \"body.stim\"\nbuffer A u32[4]\n") ==
          "main.stim:2:8: 'A' is already a buffer, of body.stim:1; expected a new name");
    CHECK(message("include \"body.stim\"\nkernel k grid 1 block 32\nend\n") ==
          "main.stim:2:8: 'k' is already a kernel, of body.stim:3; expected a new name");
}

TEST_CASE("files that include themselves are refused") {
    const ScratchFolder folder;
    CHECK(message_of(folder, folder.write("main.stim", "include \"main.stim\"\n")) ==
          "main.stim:1:9: 'main.stim' includes itself; expected a file that does not come back to this one");
    folder.write("a.stim", "include \"b/b.stim\"\n");
    folder.write("b/b.stim", "\ninclude \"../a.stim\"\n");
    CHECK(message_of(folder, folder.write("main.stim", "include \"a.stim\"\n")) ==
          "b/b.stim:2:9: 'b/../a.stim' includes itself; expected a file that does not come back to this one");
    folder.write("a.stim", "include \"./b/../main.stim\"\n");
    CHECK_THAT(message_of(folder, folder.path() + "main.stim"),
               Catch::StartsWith("a.stim:1:9:") && Catch::Contains("includes itself"));
}

TEST_CASE("eight levels of includes and no more") {
    const ScratchFolder folder;
    const auto name = [](unsigned level) { return "level" + std::to_string(level) + ".stim"; };
    for (unsigned level = 0; level < 9; ++level) folder.write(name(level), "include \"" + name(level + 1) + "\"\n");
    folder.write(name(9), "buffer A u32[32]\nconst N = 1\n" + kernel);
    CHECK(message_of(folder, folder.path() + name(1)) == "no error");
    CHECK(message_of(folder, folder.path() + name(0)) ==
          "level8.stim:1:9: files include each other too deeply; expected at most 8 levels");
}
