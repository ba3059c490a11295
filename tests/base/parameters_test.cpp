#include <array>
#include <catch2/catch.hpp>

#include "heddle/base/parameters.h"
#include "heddle/base/word_list.h"

using namespace heddle;

namespace {

template <class Check>
std::string message_of(Check check) {
    try {
        check();
    } catch (const ParameterError& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("parameters: a bad value is told by key, value and expectation") {
    CHECK(message_of([] { require(false, "a.b", "must be odd"); }) == "a.b: must be odd");
    CHECK(message_of([] { require_range(9u, 1u, 8u, "a.b"); }) == "a.b: is 9, must be from 1 to 8");
    CHECK(message_of([] { require_range(0u, 1u, 8u, "a.b"); }) == "a.b: is 0, must be from 1 to 8");
    CHECK(message_of([] { require_range(0.5, 1.0, 100000.0, "a.b"); }) == "a.b: is 0.5, must be from 1 to 100000");
    CHECK(message_of([] { require_power_of_two(12, "a.b"); }) == "a.b: is 12, must be a power of two");
    CHECK(message_of([] { require_power_of_two(0, "a.b"); }) == "a.b: is 0, must be a power of two");
    CHECK(message_of([] { require_multiple(33, 32, "a.b"); }) == "a.b: is 33, must be a positive multiple of 32");
    CHECK(message_of([] { require_multiple(0, 32, "a.b"); }) == "a.b: is 0, must be a positive multiple of 32");
    const std::array<const char*, 2> names{"gto", "lrr"};
    CHECK(message_of([&] { require_one_of("rr", names, "a.b"); }) == "a.b: is 'rr', must be one of: gto, lrr");
}

TEST_CASE("parameters: good values pass, borders included") {
    const std::array<const char*, 2> names{"gto", "lrr"};
    CHECK(message_of([&] {
              require(true, "a", "");
              require_range(1u, 1u, 8u, "a");
              require_range(8u, 1u, 8u, "a");
              require_power_of_two(1, "a");
              require_power_of_two(4096, "a");
              require_multiple(32, 32, "a");
              require_one_of("lrr", names, "a");
          }).empty());
}

TEST_CASE("errors: an input error names file, line and column") {
    CHECK(std::string(InputError("a.stim", 3, 7, "unknown word").what()) == "a.stim:3:7: unknown word");
}

TEST_CASE("validated parameters are the ones that were given, or an error that names the key") {
    struct Sizes {
        unsigned entries;
        void validate(const std::string& key) const { require_range(entries, 1u, 8u, key + ".entries"); }
    };
    const Sizes good{4}, bad{9};
    CHECK(&validated(good, "block") == &good);
    CHECK(message_of([&] { static_cast<void>(validated(bad, "block")); }) ==
          "block.entries: is 9, must be from 1 to 8");
}

TEST_CASE("lists in the text of a parameter") {
    using Words = std::vector<std::string>;
    CHECK(words_of("8,16,9") == Words{"8", "16", "9"});
    CHECK(words_of("0,30/30,0", '/') == Words{"0,30", "30,0"});
    CHECK(words_of("a,,b,") == Words{"a", "", "b", ""});
    CHECK(words_of("") == Words{""});
    CHECK(is_number("0123", 4));
    CHECK_FALSE(is_number("01234", 4));
    CHECK_FALSE(is_number("", 4));
    CHECK_FALSE(is_number("-1", 4));
    CHECK_FALSE(is_number("1 ", 4));
}
