// What the README shows of an example is what the example does.
#include <catch2/catch.hpp>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string>

namespace {

std::string text_of(const std::string& path) {
    std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + "/" + path);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

std::string without_blanks(const std::string& text) {
    std::string rest;
    for (const char c : text)
        if (!std::isspace(static_cast<unsigned char>(c))) rest += c;
    return rest;
}

}  // namespace

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
