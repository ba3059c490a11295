// Results checked against a reference: what it is given, when it runs, what is compared and how.
#include <catch2/catch.hpp>
#include <limits>
#include <map>

#include "heddle/base/error.h"
#include "heddle/references/library.h"
#include "heddle/stimulus/stim/stim_workload.h"
#include "interpreter.h"

using namespace heddle;
using namespace heddle::test;

namespace {

unsigned runs = 0;

void doubled(ReferenceMemory& memory) {
    ++runs;
    const auto a = memory.buffer<std::uint32_t>("A");
    const auto b = memory.buffer<std::uint32_t>("B");
    for (std::size_t i = 0; i < a.size(); ++i) b[i] = 2 * a[i] + static_cast<std::uint32_t>(memory.integer("MORE"));
}

void edges(ReferenceMemory& memory) {
    const double infinite = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double wanted[] = {0.5, -4, 100, 0, infinite, -infinite, nan, 1e300};
    const auto a = memory.buffer<double>("A");
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = wanted[i];
}

template <class T>
void sees(ReferenceMemory& memory) {
    const auto a = memory.buffer<T>("A");
    for (T& value : a) value = static_cast<T>(value + static_cast<T>(memory.real("R")));
}

class TestReferences final : public References {
public:
    ReferenceFunction find(const std::string& name) const override {
        const auto found = functions_.find(name);
        return found == functions_.end() ? nullptr : found->second;
    }
    std::vector<std::string> names() const override {
        std::vector<std::string> result;
        for (const auto& entry : functions_) result.push_back(entry.first);
        return result;
    }

private:
    const std::map<std::string, ReferenceFunction> functions_ = {
        {"test/doubled", doubled},
        {"test/edges", edges},
        {"test/u8", sees<std::uint8_t>},
        {"test/u32", sees<std::uint32_t>},
        {"test/s32", sees<std::int32_t>},
        {"test/f32", sees<float>},
        {"test/u64", sees<std::uint64_t>},
        {"test/s64", sees<std::int64_t>},
        {"test/f64", sees<double>},
        {"test/outside", [](ReferenceMemory& memory) { memory.buffer<std::uint32_t>("A")[32] = 1; }},
    };
};

RunResult run_with_references(const std::string& text) {
    const TestReferences references;
    stim::StimWorkload workload("test.stim", text, &references);
    FlatMemory memory;
    return run(workload, memory);
}

std::string message_of(const std::string& text) {
    try {
        run_with_references(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

const std::string doubling =
    "const MORE = 3\nbuffer A u32[32] = ramp(5, 1)\nbuffer B u32[32]\nkernel k grid 1 block 32\n a = load A[tid]\n"
    " store B[tid] = a * 2 + MORE\nend\nreference \"test/doubled\"\n";

}  // namespace

TEST_CASE("a reference gets constants and initial contents and says what memory must hold") {
    const RunResult whole = run_with_references(doubling + "expect B = reference\nexpect A = reference\n");
    CHECK(whole.check.checked_values == 64);
    CHECK(whole.check.mismatches == 0);
    const RunResult range = run_with_references(doubling + "expect B[30..32] = reference\n");
    CHECK(range.check.checked_values == 2);
    CHECK(range.check.mismatches == 0);
}

TEST_CASE("a reference runs once, and only where it is asked for") {
    runs = 0;
    run_with_references(doubling + "expect B = reference\nexpect A = reference\nexpect B[1..2] = reference\n");
    CHECK(runs == 1);
    runs = 0;
    run_with_references(doubling + "expect B = A[i] * 2 + 3\n");
    CHECK(runs == 0);
}

TEST_CASE("a wrong result is reported with buffer, index and both values") {
    const RunResult result = run_with_references(
        "const MORE = 3\nbuffer A u32[32] = ramp(5, 1)\nbuffer B u32[32]\nkernel k grid 1 block 32\n a = load A[tid]\n"
        " store B[tid] = a * 2 + select(tid == 9, 4, 3)\nend\nreference \"test/doubled\"\nexpect B = reference\n");
    CHECK(result.check.mismatches == 1);
    REQUIRE(result.check.messages.size() == 1);
    CHECK(result.check.messages[0] == "test.stim:9: B[9] is 32, expected 31");
}

TEST_CASE("every type of buffer reaches the reference") {
    for (const std::string type : {"u8", "u32", "s32", "f32", "u64", "s64", "f64"}) {
        INFO(type);
        const RunResult result = run_with_references(
            "const R = 2\nbuffer A " + type + "[33] = i * 7\nkernel k grid 1 block 32\n alu 1\nend\nreference \"test/" +
            type + "\"\nexpect A = reference\n");
        CHECK(result.check.mismatches == 33);
        CHECK(result.check.messages.at(1) == "test.stim:7: A[1] is 7, expected 9");
    }
}

TEST_CASE("tolerance is relative above 1 and absolute below") {
    // The last element of each pair is just inside or just outside of tolerance 0.01 * max(1, |expected|).
    const auto mismatches = [](const std::string& found, const std::string& expected, const std::string& tolerance) {
        const RunResult result = run_with_references("buffer A f64[8] = {" + found +
                                                     "}\nkernel k grid 1 block 32\n alu 1\nend\nreference "
                                                     "\"test/edges\"\nexpect A[" +
                                                     expected + "] = reference " + tolerance + "\n");
        return result.check.mismatches;
    };
    const std::string inf = "1e999", nan = "1e999 - 1e999", rest = ", " + inf + ", -" + inf + ", " + nan + ", 1e300";
    CHECK(mismatches("0.5, -4, 100, 0" + rest, "0..8", "") == 0);
    CHECK(mismatches("0.5, -4, 100, -0.0" + rest, "0..8", "") == 0);
    CHECK(mismatches("0.5, -4, 100.0000001, 0" + rest, "0..8", "") == 1);
    CHECK(mismatches("0.5099, -4.0399, 100.99, 0.0099" + rest, "0..8", "tolerance 0.01") == 0);
    CHECK(mismatches("0.5101, -4.0401, 101.01, 0.0101" + rest, "0..8", "tolerance 0.01") == 4);
    CHECK(mismatches("0, 0, 0, 0, 1e308, 0, 0, 0", "4..8", "tolerance 0.5") == 4);
    CHECK(mismatches("0, 0, 0, 0, -" + inf + ", " + nan + ", 1, " + inf, "4..8", "tolerance 0.5") == 4);
    CHECK(mismatches("0.75, 0, 0, 0, 0, 0, 0, 0", "0..1", "tolerance 0.25") == 0);  // exactly at the limit
}

TEST_CASE("references that do not suit the stimulus") {
    const std::string kernel = "kernel k grid 1 block 32\n alu 1\nend\n", u32 = "buffer A u32[32]\n";
    const std::string expect = "expect A = reference\n";
    CHECK(message_of(u32 + kernel + "reference \"test/dubled\"\n" + expect) ==
          "test.stim:5:11: unknown reference 'test/dubled'; expected one of this program's, such as test/doubled");
    CHECK_THAT(message_of(u32 + kernel + "reference \"nothing like it\"\n"),
               Catch::EndsWith("such as test/doubled, test/edges, test/f32, test/f64, test/outside, test/s32, "
                               "test/s64, test/u32, test/u64, test/u8"));
    CHECK_THAT(message_of(u32 + kernel + "reference \"doubled\"\n"),
               Catch::StartsWith("test.stim:5:11: unknown reference 'doubled'; expected one of this program's, such as "
                                 "test/doubled"));
    CHECK(message_of(u32 + kernel + expect) ==
          "test.stim:5:12: the stimulus names no reference; expected 'reference \"NAME\"'");
    CHECK(message_of(u32 + kernel + "reference \"test/f32\"\n" + expect) ==
          "test.stim:5:11: reference 'test/f32' asks for buffer 'A' as f32; the stimulus declares it as u32");
    CHECK(message_of(u32 + kernel + "reference \"test/doubled\"\n" + expect) ==
          "test.stim:5:11: reference 'test/doubled' asks for buffer 'B'; the stimulus has A");
    CHECK(message_of(u32 + kernel + "reference \"test/u32\"\n" + expect) ==
          "test.stim:5:11: reference 'test/u32' asks for constant 'R'; the stimulus has none");
    CHECK(message_of("const MORE = 1.5\nbuffer B u32[32]\n" + u32 + kernel + "reference \"test/doubled\"\n" + expect) ==
          "test.stim:7:11: reference 'test/doubled' asks for constant 'MORE' as an integer; the stimulus defines a "
          "real number");
    CHECK(message_of(u32 + kernel + "reference \"test/outside\"\n" + expect) ==
          "test.stim:5:11: reference 'test/outside' uses A[32]; expected 0 to 31");
}

TEST_CASE("malformed references and expectations of them") {
    const std::string head = "buffer A u32[32]\nkernel k grid 1 block 32\n alu 1\nend\n";
    CHECK(message_of(head + "reference doubled\n") ==
          "test.stim:5:11: expected the reference's name in quotes, found 'doubled'");
    CHECK(message_of(head + "reference \"test/u8\"\nreference \"test/u8\"\n") ==
          "test.stim:6:1: the stimulus has a reference already, of line 5; expected one");
    CHECK(message_of("const R = 1\n" + head + "reference \"test/u32\"\nexpect A = reference tolerance 1\n") ==
          "test.stim:7:32: integers are compared with a reference exactly; expected no tolerance for a buffer of u32");
    CHECK(message_of(head + "expect A = zero tolerance 1e999\n") ==
          "test.stim:5:27: the tolerance is infinite; expected a number");
    CHECK(message_of(head + "expect A = reference + 1\n") == "test.stim:5:22: expected end of line, found '+'");
    CHECK(message_of("buffer B u32[32] = reference\n" + head) ==
          "test.stim:1:20: unknown name 'reference'; expected i, a constant or a sum's variable");
    CHECK_THROWS_WITH(stim::StimWorkload("test.stim", head + "reference \"test/u32\"\n"),
                      "test.stim:5:11: unknown reference 'test/u32'; this program has none");
}
