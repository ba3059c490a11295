// Stimulus files with PTX kernels and host loops, with one mistake each.
#include <catch2/catch.hpp>

#include "heddle/base/error.h"
#include "heddle/stimulus/stim/stim_workload.h"
#include "interpreter.h"

using namespace heddle;
using namespace heddle::test;

namespace {

const std::string data = std::string(HEDDLE_SOURCE_DIR) + "/tests/stimulus/data/";

// The message without the folder, from wherever it stands in it.
std::string without_folder(std::string message) {
    for (std::size_t at = message.find(data); at != std::string::npos; at = message.find(data))
        message.erase(at, data.size());
    return message;
}

std::string message_of(const std::string& text) {
    try {
        stim::StimWorkload workload(data + "bad.stim", text);
        FlatMemory memory;
        run(workload, memory);
    } catch (const InputError& error) {
        return without_folder(error.what());
    }
    return "no error";
}

struct Case {
    const char* text;
    const char* message;
};

template <std::size_t N>
void refuses(const Case (&cases)[N], const std::string& before) {
    for (const Case& bad : cases) {
        INFO(before + bad.text);
        CHECK(message_of(before + bad.text) == bad.message);
    }
}

}  // namespace

TEST_CASE("malformed PTX files") {
    static constexpr Case cases[] = {
        {"ptx cases", "bad.stim:1:5: expected the PTX file's path in quotes, found 'cases'"},
        {"ptx \"cases.ptx", "bad.stim:1:5: the text has no end; expected '\"' on the same line"},
        {"ptx \"none.ptx\"\nkernel k = entry e grid 1 block 1",
         "bad.stim:1:5: 'none.ptx' cannot be opened; expected a readable file"},
        {"ptx \".\"\nkernel k = entry e grid 1 block 1", "bad.stim:1:5: '.' is a folder; expected a readable file"},
        {"ptx \"malformed.ptx\"\nkernel k = entry broken grid 1 block 1",
         "malformed.ptx:8:14: expected ';', found '0'"},
        {"ptx \"unsupported.ptx\"\nkernel k = entry matched grid 1 block 1",
         "unsupported.ptx:9:2: instruction 'match.any.sync.b32' is not supported"},
        {"kernel k = entry e grid 1 block 1",
         "bad.stim:1:18: no PTX file is named for entry 'e'; expected 'ptx \"FILE\"'"},
        {"ptx \"unsupported.ptx\"\nptx \"again.ptx\"\nkernel k = entry cuont grid 1 block 1",
         "bad.stim:3:18: unknown entry 'cuont'; expected one of matched, count"},
        {"ptx \"cases.ptx\"\nptx \"again.ptx\"\nkernel k = entry count grid 1 block 1",
         "bad.stim:3:18: entry 'count' is in 'cases.ptx' and in 'again.ptx'; expected it in one PTX file"},
    };
    refuses(cases, "");
}

TEST_CASE("malformed PTX kernels") {
    static constexpr Case cases[] = {
        {"kernel k = count(A) grid 1 block 1", "bad.stim:3:12: expected 'entry', found 'count'"},
        {"kernel k = entry 5 grid 1 block 1", "bad.stim:3:18: expected the name of a PTX entry, found '5'"},
        {"kernel k = entry arrive(A) block 1", "bad.stim:3:28: expected 'grid', found 'block'"},
        {"kernel k = entry arrive(A) grid 1 block 2048", "bad.stim:3:41: a block size is 2048; expected 1 to 1024"},
        {"kernel k = entry arrive(A) grid 1 block 64, 32",
         "bad.stim:3:41: the block has 2048 threads; expected at most 1024"},
        {"kernel k = entry arrive(A) grid 1 block 1 registers 256",
         "bad.stim:3:53: the number of registers is 256; expected 1 to 255"},
        {"kernel k = entry pooled(A) grid 1 block 1 shared 64 registers 8",
         "bad.stim:3:53: expected end of line, found 'registers'"},
        {"kernel k = entry pooled(A) grid 1 block 1",
         "bad.stim:3:8: entry 'pooled' uses dynamic shared memory; expected 'shared BYTES'"},
        {"kernel k = entry pooled(A) grid 1 block 1 shared 0",
         "bad.stim:3:50: the dynamic shared memory is 0; expected 1 to 1048576"},
        {"kernel k = entry fixed() grid 1 block 32",
         "bad.stim:3:39: entry 'fixed' requires blocks of 64, 1, 1; found 32, 1, 1"},
        {"kernel k = entry limited() grid 1 block 256",
         "bad.stim:3:41: the block has 256 threads; entry 'limited' allows 128"},
    };
    refuses(cases, "ptx \"cases.ptx\"\nbuffer A u32[4]\n");
}

TEST_CASE("malformed arguments") {
    static constexpr Case cases[] = {
        {"kernel k = entry count grid 1 block 1", "bad.stim:3:8: 0 arguments; entry 'count' expected 3"},
        {"kernel k = entry count(A) grid 1 block 1", "bad.stim:3:8: 1 argument; entry 'count' expected 3"},
        {"kernel k = entry count grid 1 block 1\nlaunch k(A, 1, 2, 3)",
         "bad.stim:4:8: 4 arguments; entry 'count' expected 3"},
        {"kernel k = entry count(A, 1.5, 2) grid 1 block 1",
         "bad.stim:3:27: expected an integer for parameter 2 of 'count', .u32, found a real number"},
        {"kernel k = entry count(A, R[0], 2) grid 1 block 1\nbuffer R f32[1]",
         "bad.stim:3:27: expected an integer for parameter 2 of 'count', .u32, found a real number"},
        {"kernel k = entry count(A, A, 2) grid 1 block 1",
         "bad.stim:3:27: an address needs 64 bits; found parameter 2 of 'count', .u32"},
        {"kernel k = entry count(A, 0, 4G) grid 1 block 1",
         "bad.stim:3:30: the value 4294967296 does not fit parameter 3 of 'count', .u32; expected -2147483648 to "
         "4294967295"},
        {"kernel k = entry numbers(A, 256, 0, 0, 0, 0, 0) grid 1 block 1",
         "bad.stim:3:29: the value 256 does not fit parameter 2 of 'numbers', .u8; expected -128 to 255"},
        {"kernel k = entry numbers(A, 0, 0, 0, 0, 1e39, 0) grid 1 block 1",
         "bad.stim:3:41: the value is too large for parameter 6 of 'numbers', .f32; expected at most 3.4e38"},
        {"kernel k = entry numbers(A, 0, 0, 0, 0, A, 0) grid 1 block 1",
         "bad.stim:3:41: an address needs 64 bits; found parameter 6 of 'numbers', .f32"},
        {"kernel k = entry structure(1) grid 1 block 1",
         "bad.stim:3:28: parameter 1 of 'structure', .b8 with 12 bytes, cannot be given; expected an integer, a "
         "pointer, .f32 or .f64"},
        {"kernel k = entry count(A, B, 2) grid 1 block 1",
         "bad.stim:3:27: unknown name 'B'; expected a constant or the variable of a for loop"},
        {"kernel k = entry arrive(A + 4) grid 1 block 1",
         "bad.stim:3:25: 'A' is a buffer; expected a value, as A[...]"},
        {"kernel k = entry arrive(&A) grid 1 block 1", "bad.stim:3:26: expected an element, BUFFER[...], behind '&'"},
        {"kernel k = entry arrive(&B[0]) grid 1 block 1",
         "bad.stim:3:26: unknown buffer 'B'; expected one declared in this file"},
        {"kernel k = entry arrive(A grid 1 block 1", "bad.stim:3:27: expected ')', found 'grid'"},
        {"kernel k = entry count grid 1 block 1\nfor t in 0..2\nlaunch k(A, t, t << 40)\nend",
         "bad.stim:5:18: the value 1099511627776 does not fit parameter 3 of 'count', .u32; expected -2147483648 to "
         "4294967295"},
    };
    refuses(cases, "ptx \"cases.ptx\"\nbuffer A u32[4]\n");
}

TEST_CASE("malformed host loops") {
    static constexpr Case cases[] = {
        {"launch k(B)", "bad.stim:5:10: unknown name 'B'; expected a constant or the variable of a for loop"},
        {"for t in 0..2\nlaunch k\nend\nlaunch k(&A[t])",
         "bad.stim:8:13: unknown name 't'; expected a constant or the variable of a for loop"},
        {"launch k grid 1.5", "bad.stim:5:15: expected an integer as a grid size"},
        {"launch k grid A[0]", "bad.stim:5:15: a grid size is 0; expected at least 1, and at most 2147483647 CTAs"},
        {"launch k grid 65536, 65536",
         "bad.stim:5:22: a grid size is 65536; expected at least 1, and at most 2147483647 CTAs"},
        {"kernel d grid 1 block 1\nend\nlaunch d(A)",
         "bad.stim:7:9: 'd' is no PTX kernel and takes nothing; expected end of line"},
        {"for t in 0..2",
         "bad.stim:5:14: expected launch, set, repeat, for, while or 'end' of the for of line 5, "
         "found end of file"},
        {"for t in 0..1.5\nlaunch k\nend", "bad.stim:5:13: expected an integer as the loop's end"},
        {"for t in 0..2 step 0\nlaunch k\nend", "bad.stim:5:20: the step is 0; expected a positive or negative step"},
        {"for A in 0..2\nlaunch k\nend", "bad.stim:5:1: 'A' is a buffer; expected a new name for the loop's variable"},
        {"while B[0] != 0\nlaunch k\nend", "bad.stim:5:7: unknown buffer 'B'; expected one declared in this file"},
        {"while A != 0\nlaunch k\nend", "bad.stim:5:7: 'A' is a buffer; expected a value, as A[...]"},
        {"while 1.5\nlaunch k\nend", "bad.stim:5:7: expected an integer as the condition; compare with an operator"},
        {"while A[0] limit 0\nlaunch k\nend", "bad.stim:5:18: the limit is 0; expected 1 to 1000000"},
        {"set B[0] = 1\nlaunch k", "bad.stim:5:5: unknown buffer 'B'; expected one declared in this file"},
        {"set A[0] = 0.5\nlaunch k", "bad.stim:5:12: expected an integer as an element of an integer buffer"},
        {"set A[0.5] = 1\nlaunch k", "bad.stim:5:7: expected an integer as the index"},
        {"set A = 1\nlaunch k", "bad.stim:5:7: expected '[', found '='"},
        {"set A[0] = 1", "bad.stim:5:13: expected a launch, found end of file"},
        {"set A[0] = sum(k, 0, 2, k)\nlaunch k", "bad.stim:5:12: 'sum' belongs into contents; expected a value"},
        {"expect A = file \"five.bin\"", "bad.stim:5:17: 'five.bin' has 5 bytes; expected 16, 4 elements of u32"},
        {"expect A = file \"six.bin\"", "bad.stim:5:17: 'six.bin' cannot be opened; expected a readable file"},
    };
    refuses(cases,
            "ptx \"cases.ptx\"\nbuffer A u32[4]\nkernel k = entry arrive(A) grid 1 block 1\n"
            "const ONE = 1\n");
}

TEST_CASE("any beginning of a file with PTX is read or refused") {
    const std::string text =
        "ptx \"cases.ptx\"\nbuffer A u8[5] = file \"five.bin\"\nbuffer N u32[1]\n"
        "kernel k = entry count(N, -1, 1 + 2) grid 1, 2 block 32 shared 4\n"
        "while N[0] != 3 limit 5\n for t in 0..N[0] step 2\n  set N[0] = N[0] + t\n"
        "  launch k(&N[t], t, 1) grid t + 1, 2\n end\n launch k\nend\nexpect A = file \"five.bin\"\n";
    unsigned refused = 0;
    for (std::size_t length = 0; length <= text.size(); ++length) {
        for (const char* end : {"", "\n", "(", "\"", " 1", ",", "end", "-", "["}) try {
                stim::StimWorkload workload(data + "bad.stim", text.substr(0, length) + end);
            } catch (const InputError&) {
                ++refused;
            }
    }
    CHECK(refused > 9 * text.size() / 2);
    CHECK_NOTHROW(stim::StimWorkload(data + "bad.stim", text));
}
