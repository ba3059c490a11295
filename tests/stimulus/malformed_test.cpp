// Files with one mistake each: the message names file, line and column and says what was expected.
#include <catch2/catch.hpp>

#include "heddle/base/error.h"
#include "heddle/stimulus/stim/stim_workload.h"

using namespace heddle;

namespace {

struct Case {
    const char* text;
    const char* message;  // after "bad.stim:"
};

std::string message_of(const std::string& text) {
    try {
        stim::StimWorkload workload("bad.stim", text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

template <std::size_t N>
void refuses(const Case (&cases)[N], const std::string& before, const std::string& after) {
    for (const Case& bad : cases) {
        INFO(before + bad.text + after);
        CHECK(message_of(before + bad.text + after) == std::string("bad.stim:") + bad.message);
    }
}

}  // namespace

TEST_CASE("malformed characters and numbers") {
    static constexpr Case cases[] = {
        {"@", "1:1: character '@' has no meaning here; expected a name, a number or an operator"},
        {"$x = 1", "1:1: character '$' has no meaning here; expected a name, a number or an operator"},
        {"const A = 12abc", "1:11: a number runs into a letter; expected a space"},
        {"const A = 0x", "1:11: expected hexadecimal digits after 0x"},
        {"const A = 99999999999999999999", "1:11: integer too large; expected at most 2^63 - 1"},
        {"const A = 9000000000G", "1:11: integer too large; expected at most 2^63 - 1"},
        {"const A = 1.5.2", "1:14: character '.' has no meaning here; expected a name, a number or an operator"},
        {"buffer A f32[4] = \x01",
         "1:19: character '\\x01' has no meaning here; expected a name, a number or an operator"},
    };
    refuses(cases, "", "\nkernel k grid 1 block 32\nalu 1\nend\n");
}

TEST_CASE("malformed declarations") {
    static constexpr Case cases[] = {
        {"foo",
         "1:1: expected include, const, buffer, ptx, kernel, launch, set, repeat, for, while, reference or expect, "
         "found 'foo'; did you mean 'for'?"},
        {"const = 3", "1:7: expected the constant's name, found '='"},
        {"const load = 3", "1:7: expected the constant's name, found 'load', a word of the language"},
        {"const A 3", "1:9: expected '=', found '3'"},
        {"const A = ", "1:11: expected a value, found end of line"},
        {"const A = tid", "1:11: expected a constant as the value"},
        {"const A = 1 / 0", "1:13: division by zero in a constant"},
        {"const A = 1.5 % 2", "1:15: this operator works on integers; found a real number"},
        {"const A = 1\nconst A = 2", "2:7: 'A' is already a constant, of line 1; expected a new name"},
        {"buffer", "1:7: expected the buffer's name, found end of line"},
        {"buffer A", "1:9: expected a type (u8 u32 s32 f32 u64 s64 f64), found end of line"},
        {"buffer A f16[4]", "1:10: expected a type (u8 u32 s32 f32 u64 s64 f64), found 'f16'"},
        {"buffer A f32", "1:13: expected '[', found end of line"},
        {"buffer A f32[]", "1:14: expected a value, found ']'"},
        {"buffer A f32[0]", "1:14: the number of elements is 0; expected 1 to 4294967296"},
        {"buffer A f32[-4]", "1:14: the number of elements is -4; expected 1 to 4294967296"},
        {"buffer A f32[1.5]", "1:14: expected an integer as the number of elements"},
        {"buffer A f32[8G]", "1:14: the number of elements is 8589934592; expected 1 to 4294967296"},
        {"buffer A f32[4", "1:15: expected ']', found end of line"},
        {"buffer A f32[4] = fill", "1:23: expected '(', found end of line"},
        {"buffer A f32[4] = fill()", "1:24: expected a value, found ')'"},
        {"buffer A f32[4] = ramp(1)", "1:25: expected ',', found ')'"},
        {"buffer A f32[4] = ramp(1, 2", "2:1: expected ')', found 'kernel'"},
        {"buffer A f32[4] = ramp(1, i)", "1:27: expected a constant"},
        {"buffer A u32[4] = fill(0.5)", "1:24: expected an integer for u32, found a real number"},
        {"buffer A u32[4] = random(1, 5, 2)",
         "1:32: the upper bound is below the lower one; expected at least as much"},
        {"buffer A u32[4] = random(0.5, 1, 2)", "1:26: expected an integer as seed"},
        {"buffer A f32[4] = cycle(1)", "1:19: indices need an integer buffer; expected u32, found f32"},
        {"buffer A u8[512] = permutation(1)", "1:20: too many elements for an order; expected at most 256"},
        {"buffer A f32[4] = {1, 2, 3}", "1:19: the list has 3 values; expected 4"},
        {"buffer A f32[4] = {1, 2, 3, 4", "2:1: expected '}', found 'kernel'"},
        {"buffer A u32[4] = i * 0.5",
         "1:19: expected integers for u32, found a real expression; convert with u32(...)"},
        {"buffer A u32[4] = B[i]", "1:19: unknown buffer 'B'; expected one declared above"},
        {"buffer A u32[4] = x", "1:19: unknown name 'x'; expected i, a constant or a sum's variable"},
        {"buffer A u32[4] = sum(k, 0, i, 1)", "1:29: expected an integer constant as bound of the sum"},
        {"buffer A u32[4] = sum(0, 1, 2, 3)", "1:23: expected the sum's variable, found '0'"},
        {"buffer A u32[4] = histogram(B)", "1:29: unknown buffer 'B'; expected one declared above"},
        {"buffer A u32[4] = lane", "1:19: unknown name 'lane'; expected i, a constant or a sum's variable"},
        {"buffer A f32[4] zero", "1:17: expected end of line, found 'zero'"},
        {"buffer A f32[4]\nbuffer A f32[4]", "2:8: 'A' is already a buffer, of line 1; expected a new name"},
        {"buffer A f64[4G]", "1:8: the buffers together are too large; expected at most 16 GiB"},
        {"buffer A u32[8] = A[i]", "1:19: unknown buffer 'A'; expected one declared above"},
        {"buffer A f32[4]\nbuffer B f32[8] = A[0.5]", "2:19: expected an integer as index of 'A'"},
    };
    refuses(cases, "", "\nkernel k grid 1 block 32\nalu 1\nend\n");
}

TEST_CASE("malformed kernel headers") {
    static constexpr Case cases[] = {
        {"kernel", "1:7: expected the kernel's name, found end of line"},
        {"kernel k", "1:9: expected 'grid', found end of line"},
        {"kernel k grid", "1:14: expected a value, found end of line"},
        {"kernel k grid 0 block 32\nend", "1:15: a grid size is 0; expected 1 to 2147483647"},
        {"kernel k grid 1\nend", "1:16: expected 'block', found end of line"},
        {"kernel k grid 1 block 2048\nend", "1:23: a block size is 2048; expected 1 to 1024"},
        {"kernel k grid 1 block 64, 32\nend", "1:23: the block has 2048 threads; expected at most 1024"},
        {"kernel k grid 1, 2, 3, 4 block 32\nend", "1:22: expected 'block', found ','"},
        {"kernel k grid 64K, 64K block 32\nend", "1:15: the grid is too large; expected at most 2147483647 CTAs"},
        {"kernel k grid 1 block 32 registers 0\nend", "1:36: the number of registers is 0; expected 1 to 255"},
        {"kernel k grid 1 block 32 registers 256\nend", "1:36: the number of registers is 256; expected 1 to 255"},
        {"kernel k grid 1 block 32 regs 4\nend", "1:26: expected end of line, found 'regs'"},
        {"kernel k grid n block 32\nend",
         "1:15: expected a constant as a grid size; 'n' is none: define it with 'const', here or before the "
         "'include' of this file"},
        {"kernel k grid 1 block 32", "1:25: expected 'end' of the kernel of line 1, found end of file"},
        {"kernel k grid 1 block 32\nalu 1\n", "3:1: expected 'end' of the kernel of line 1, found end of file"},
        {"kernel k grid 1 block 32 registers 1\na = 1.0\nb = 2.0\nend",
         "1:8: kernel 'k' declares 1 registers; expected at least the 2 its values need"},
        {"kernel k grid 1 block 32\nshared s f32[64K]\nend",
         "2:8: shared memory of kernel 'k' is too large; expected at most 232448 bytes"},
        {"kernel k grid 1 block 32\nshared s f32[4]\nshared s f32[4]\nend",
         "3:8: 's' is already a shared array; expected a new name"},
        {"kernel k grid 1 block 32\nalu 1\nshared s f32[4]\nend",
         "3:1: 'shared' stands before the kernel's first statement; expected a statement"},
        {"kernel k grid 1 block 32\nend\nkernel k grid 1 block 32\nend",
         "3:8: 'k' is already a kernel, of line 1; expected a new name"},
        {"", "1:1: expected a kernel, found end of file"},
        {"buffer A f32[4]\n", "2:1: expected a kernel, found end of file"},
        {"kernel k grid 1 block 32\nend end", "2:5: expected end of line, found 'end'"},
        {"kernel k grid 1 block 32\nelse\nend", "2:1: expected 'end', found 'else'"},
    };
    refuses(cases, "", "");
}

TEST_CASE("malformed statements") {
    static constexpr Case cases[] = {
        {"load A[tid]", "8:1: a load needs a name for its value; expected 'x = load ...'"},
        {"y = load", "8:9: expected a buffer or shared array, found end of line"},
        {"y = load Q[0]", "8:10: unknown buffer 'Q'; expected a buffer or shared array"},
        {"y = load A", "8:11: expected '[', found end of line"},
        {"y = load A[0", "8:13: expected ']', found end of line"},
        {"y = load A[0.5]", "8:12: expected an integer as index of 'A'"},
        {"y = load A[x]", "8:12: expected an integer as index of 'A'"},
        {"y = load.ca A[0]", "8:5: unknown load 'load.ca'; expected load or load.cg"},
        {"y = load.cg S[0]", "8:13: shared memory has no cache to bypass; expected load"},
        {"y = A[0]", "8:5: memory is read by a statement of its own; expected 'x = load A[...]'"},
        {"y = load A[zz]",
         "8:12: unknown name 'zz'; expected a value or index assigned above, a loop variable, or lane warp tid cta "
         "ntid ncta"},
        {"y", "8:2: expected '=', found end of line"},
        {"y = ", "8:5: expected a value, found end of line"},
        {"y + 1", "8:3: expected '=', found '+'"},
        {"y = 1 +", "8:8: expected a value, found end of line"},
        {"y = (1 + 2", "9:1: expected ')', found 'end'"},
        {"y = x + u", "8:7: operands of types f32 and u32; expected one type, convert with f32(...)"},
        {"y = x & 1", "8:7: this operator does not work on f32; expected integers"},
        {"y = sqrt(u)", "8:5: this operator does not work on u32; expected f32 or f64"},
        {"y = u + 1.5", "8:7: expected u32, found a real number"},
        {"y = foo(x)",
         "8:5: unknown function 'foo'; expected a type or one of min max abs fma select sqrt rsqrt rcp exp2 log2 sin "
         "cos"},
        {"y = min(x)", "8:5: 'min' expected 2 arguments, found 1"},
        {"y = u8(x)",
         "8:5: unknown function 'u8'; expected a type or one of min max abs fma select sqrt rsqrt rcp exp2 log2 sin "
         "cos"},
        {"x = u", "8:5: expected f32, found u32; convert with f32(...)"},
        {"x : f32 = 1.0", "8:1: 'x' has a type already; expected 'x = ...'"},
        {"y : u8 = 1", "8:5: expected a type (u32 s32 f32 u64 s64 f64), found 'u8'"},
        {"y : f16 = 1", "8:5: expected a type (u32 s32 f32 u64 s64 f64), found 'f16'"},
        {"y = sum(k, 0, 4, k)", "8:5: 'sum' belongs into contents; expected a for loop"},
        {"tid = 3", "8:1: expected a statement, found 'tid', a word of the language"},
        {"A = 3.0", "8:1: 'A' is a buffer or shared array; expected 'store A[...] = ...' or a new name"},
        {"i = tid\ni = 4", "9:1: 'i' is an index and cannot change; expected a value, declared as 'i : u32 = ...'"},
        {"u = load A[0]", "8:1: 'u' is u32; expected f32 for an element of 'A'"},
        {"y : u32 = load A[0]", "8:1: 'A' holds f32; expected that type for 'y'"},
        {"store A[0]", "8:11: expected '=', found end of line"},
        {"store A[0] = ", "8:14: expected a value, found end of line"},
        {"store A[0] = u", "8:14: expected f32, found u32; convert with f32(...)"},
        {"store U[0] = 0.5", "8:14: expected u32, found a real number"},
        {"store A = 1", "8:9: expected '[', found '='"},
        {"store Q[0] = 1", "8:7: unknown buffer 'Q'; expected a buffer or shared array"},
        {"atomic U[0], 1",
         "8:1: unknown atomic 'atomic'; expected atomic. with one of add min max exch cas and or xor inc dec"},
        {"atomic.mul U[0], 1",
         "8:1: unknown atomic 'atomic.mul'; expected atomic. with one of add min max exch cas and or xor inc dec"},
        {"atomic.add U[0]", "8:16: expected ',', found end of line"},
        {"atomic.cas U[0], 1", "8:19: expected ',', found end of line"},
        {"atomic.add B[0], 1", "8:12: this atomic does not work on u8; expected u32 s32 f32 u64 s64 f64"},
        {"atomic.min A[0], 1.0", "8:12: this atomic does not work on f32; expected u32 s32 u64 s64"},
        {"atomic.inc U[0], x", "8:18: expected u32, found f32; convert with u32(...)"},
        {"alu", "8:4: expected a value, found end of line"},
        {"alu 0", "8:5: the number of instructions is 0; expected 1 to 2147483647"},
        {"alu x",
         "8:5: expected a constant as the number of instructions; 'x' is none: define it with 'const', here or before "
         "the "
         "'include' of this file"},
        {"alu 3 slowly", "8:7: expected end of line, found 'slowly'"},
        {"barrier 2", "8:9: expected end of line, found '2'"},
        {"if tid < 32\nbarrier\nend",
         "9:1: a barrier inside an if, or a loop whose bounds depend on the warp, would not be reached by all; "
         "expected it outside"},
        {"for k in 0..warp\nbarrier\nend",
         "9:1: a barrier inside an if, or a loop whose bounds depend on the warp, would not be reached by all; "
         "expected it outside"},
        {"for k in 0..tid\nalu 1\nend", "8:13: a loop bound differs between lanes; expected the same for a warp"},
        {"for k in 0..u\nalu 1\nend", "8:13: expected lane, warp, CTA or loop variables and integers as a loop bound"},
        {"for k in 0..4 step 0\nalu 1\nend", "8:20: the step is 0; expected a positive or negative step"},
        {"for k 0..4\nalu 1\nend", "8:7: expected 'in', found '0'"},
        {"for k in 0\nalu 1\nend", "8:11: expected '..', found end of line"},
        {"for k in 0..4\ni = k\nend", "8:1: the loop holds no instruction; expected at least one"},
        {"for x in 0..4\nalu 1\nend", "8:1: 'x' exists already; expected a new name for the loop's variable"},
        {"for k in 0..4\nk = 2\nend",
         "9:1: 'k' is an index and cannot change; expected a value, declared as 'k : u32 = ...'"},
        {"for k in 0..4\nalu 1\nend\ny = k",
         "11:5: unknown name 'k'; expected a value or index assigned above, a loop variable, or lane warp tid cta ntid "
         "ncta"},
        {"if x\nalu 1\nend", "8:4: expected a comparison as condition"},
        {"if 0.5\nalu 1\nend", "8:4: expected a condition, found a real number"},
        {"if\nalu 1\nend", "8:3: expected a value, found end of line"},
        {"if tid < 3\nalu 1\nelse\nalu 1\nelse\nend", "12:1: expected 'end', found 'else'"},
        {"if tid < 3\nv = 1.0\nend\ny = v",
         "11:5: unknown name 'v'; expected a value or index assigned above, a loop variable, or lane warp tid cta ntid "
         "ncta"},
        {"y = tid / 0", "8:9: division by zero"},
        {"while x", "8:7: expected '=', found 'x'"},
        {"expect A = zero", "8:1: expected a statement, found 'expect', a word of the language"},
    };
    refuses(cases,
            "buffer A f32[64]\nbuffer U u32[64]\nbuffer B u8[64]\nkernel k grid 4 block 64\nshared S u32[64]\nx = load "
            "A[tid]\nu = load U[tid]\n",
            "\nend\n");
}

TEST_CASE("malformed launches and expectations") {
    static constexpr Case cases[] = {
        {"launch", "5:7: expected a kernel's name, found end of line"},
        {"launch j", "5:8: unknown kernel 'j'; expected one defined above"},
        {"launch k k", "5:10: expected end of line, found 'k'"},
        {"repeat\nlaunch k\nend", "5:7: expected a value, found end of line"},
        {"repeat -1\nlaunch k\nend", "5:8: the number of repeats is -1; expected 0 to 1000000"},
        {"repeat 2\nlaunch k",
         "6:9: expected launch, set, repeat, for, while or 'end' of the repeat of line 5, found end of file"},
        {"repeat 2\nalu 1\nend",
         "6:1: expected launch, set, repeat, for, while or 'end' of the repeat of line 5, found 'alu'"},
        {"repeat 1000000\nlaunch k\nlaunch k\nend", "5:1: too many launches; expected at most 1000000"},
        {"expect", "5:7: expected a buffer, found end of line"},
        {"expect B = zero", "5:8: unknown buffer 'B'; expected one declared in this file"},
        {"expect A", "5:9: expected '=', found end of line"},
        {"expect A zero", "5:10: expected '=', found 'zero'"},
        {"expect A = ", "5:12: expected a value, found end of line"},
        {"expect A[0..5] = zero", "5:8: the range ends at 5; expected at most 4, the size of 'A'"},
        {"expect A[2..2] = zero", "5:13: the end of the range is 2; expected 3 to 4294967296"},
        {"expect A[0] = zero", "5:11: expected '..', found ']'"},
        {"expect A = {1}", "5:12: the list has 1 values; expected 4"},
        {"expect A[1..3] = {1}", "5:18: the list has 1 values; expected 2"},
        {"expect U = 0.5", "5:12: expected integers for u32, found a real expression; convert with u32(...)"},
        {"expect A = zero tolerance", "5:26: expected a value, found end of line"},
        {"expect A = zero tolerance -1", "5:27: the tolerance is negative; expected 0 or more"},
        {"expect A = zero tolerance i",
         "5:27: expected a constant as the tolerance; 'i' is none: define it with 'const', here or before the "
         "'include' of this file"},
        {"expect A = B[i]", "5:12: unknown buffer 'B'; expected one declared above"},
        {"expect U = histogram(A)", "5:22: a histogram counts integers into integers; expected integer buffers"},
        {"expect A = select(0.5, 1, 2)", "5:12: expected a condition, found a real number"},
        {"buffer k u32[4]", "5:8: 'k' is already a kernel, of line 3; expected a new name"},
        {"kernel A grid 1 block 32\nend", "5:8: 'A' is already a buffer, of line 1; expected a new name"},
        {"end",
         "5:1: expected include, const, buffer, ptx, kernel, launch, set, repeat, for, while, reference or expect, "
         "found 'end'"},
    };
    refuses(cases, "buffer A f32[4]\nbuffer U u32[4]\nkernel k grid 1 block 32\nend\n", "");
}
