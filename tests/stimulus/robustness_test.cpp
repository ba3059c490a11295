// Whatever stands in a file, reading it either succeeds or ends in an InputError.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "heddle/base/error.h"
#include "heddle/stimulus/stim/stim_workload.h"

using namespace heddle;

namespace {

std::string text_of(const std::string& name) {
    std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + "/stimuli/micro/" + name + ".stim");
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Any other exception leaves the test.
bool reads(const std::string& text) {
    try {
        stim::StimWorkload workload("test.stim", text);
        return true;
    } catch (const InputError& error) {
        REQUIRE_THAT(error.what(), Catch::StartsWith("test.stim:"));
        return false;
    }
}

}  // namespace

TEST_CASE("every prefix of a file parses or is refused") {
    for (const char* name : {"gemm32", "histogram", "transpose", "stencil", "pointer_chase"}) {
        const std::string text = text_of(name);
        REQUIRE(reads(text));
        unsigned good = 0;
        for (std::size_t length = 0; length < text.size(); ++length) good += reads(text.substr(0, length));
        CHECK(good > 0);
        CHECK(good < text.size() / 2);
    }
}

TEST_CASE("random changes to a file parse or are refused") {
    const std::string original = text_of("transpose") + text_of("histogram");
    const std::string pool = "0123456789abfilr.[](){}+-*/%=<>&|!,: \n#\x01\xff";
    std::mt19937 random(1);
    unsigned refused = 0;
    for (unsigned trial = 0; trial < 3000; ++trial) {
        std::string text = original;
        for (unsigned change = 0; change < 3; ++change) {
            const std::size_t at = random() % text.size();
            if (random() % 3 == 0)
                text.erase(at, 1 + random() % 8);
            else if (random() % 2 == 0)
                text.insert(at, text.substr(random() % text.size(), random() % 8));
            else
                text[at] = pool[random() % pool.size()];
        }
        // A digit more can turn a buffer into one of gigabytes, which is legal but no test.
        refused += reads(text) ? 0 : 1;
    }
    CHECK(refused > 1000);
}

TEST_CASE("deep nesting is refused, not a stack overflow") {
    const std::string head = "kernel k grid 1 block 32\n";
    CHECK_FALSE(reads(head + "x = " + std::string(100000, '(') + "1"));
    CHECK_FALSE(reads(head + "x = " + std::string(100000, '-') + "1"));
    std::string loops = head;
    for (unsigned i = 0; i < 1000; ++i) loops += "for k" + std::to_string(i) + " in 0..2\n";
    CHECK_FALSE(reads(loops));
    std::string doubled = head + "i0 = tid * cta\n";
    for (unsigned i = 1; i < 64; ++i)
        doubled += "i" + std::to_string(i) + " = i" + std::to_string(i - 1) + " * i" + std::to_string(i - 1) + "\n";
    CHECK_FALSE(reads(doubled + "end\n"));
    std::string sum = head + "x = 1.0";
    for (unsigned i = 0; i < 100000; ++i) sum += " + 1.0";
    CHECK_FALSE(reads(sum + "\nend\n"));
}

TEST_CASE("files that are no stimulus") {
    CHECK_THROWS_WITH(open_workload("nowhere/missing.stim"), Catch::Contains("missing.stim: cannot be opened"));
    CHECK_THROWS_WITH(open_workload("kernelslist.txt"), Catch::Contains("expected a file that ends in .stim"));
    CHECK_FALSE(reads(""));
    CHECK_FALSE(reads(std::string(1000, '\0')));
    CHECK_FALSE(reads("\n\n\n# nothing\n"));
}
