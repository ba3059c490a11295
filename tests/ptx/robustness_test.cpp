// Whatever the text is, the parser gives a module or an InputError. Mutated texts: tests/fuzz.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "heddle/base/error.h"
#include "heddle/stimulus/ptx/ptx_module.h"

using namespace heddle;

namespace {

std::string text_of(const std::string& name) {
    std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + "/tests/ptx/data/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

// Any other exception ends the test.
bool survives(const std::string& text) {
    try {
        const auto module = ptx::parse_ptx(text, "x.ptx");
        for (const std::string& entry : module->entries()) module->unsupported(entry);
        module->global_image();
    } catch (const InputError& error) {
        return std::string(error.what()).compare(0, 5, "x.ptx") == 0;
    }
    return true;
}

}  // namespace

TEST_CASE("every beginning of a file is a file or an error") {
    const std::string text = text_of("mixed.ptx");
    REQUIRE(text.size() > 1000);
    for (std::size_t length = 0; length < text.size(); length += 3) REQUIRE(survives(text.substr(0, length)));
}

TEST_CASE("deep nesting and multiplying calls end in an error") {
    const std::string head = ".version 6.4\n.target sm_70\n.address_size 64\n";
    CHECK(survives(head + ".entry k() " + std::string(100000, '{')));
    CHECK(survives(head + ".global .u32 x[4] = " + std::string(100000, '{')));
    std::string calls = head + ".func f0() { membar.gl; ret; }\n";
    for (int i = 1; i < 40; ++i) {
        const std::string before = "call f" + std::to_string(i - 1) + ", (); ";
        calls += ".func f" + std::to_string(i) + "() { " + before + before + before + "ret; }\n";
    }
    CHECK(survives(calls + ".entry k() { call f39, (); ret; }\n"));
}
