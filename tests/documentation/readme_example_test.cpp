// What the README shows of an example is what the example does.
#include <catch2/catch.hpp>
#include <string>

#include "source_text.h"

using namespace heddle::testing;

TEST_CASE("the README shows the foreign SoC as it is") {
    const std::string readme = text_of("README.md"),
                      example = without_blanks(text_of("testbenches/foreign_soc/main.cpp"));
    const std::size_t section = readme.find("### The whole GPU in your SoC"), end = readme.find("\n## ", section);
    REQUIRE(end != std::string::npos);
    const std::string begin = "```cpp\n";
    unsigned blocks = 0;
    for (std::size_t at = readme.find(begin, section); at < end; at = readme.find(begin, at + 1)) {
        const std::size_t first = at + begin.size();
        const std::string block = readme.substr(first, readme.find("```", first) - first);
        INFO(block);
        CHECK(example.find(without_blanks(block)) != std::string::npos);
        ++blocks;
    }
    CHECK(blocks == 2);
}
