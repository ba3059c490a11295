#include <catch2/catch.hpp>

#include "heddle/base/counter.h"
#include "heddle/base/waveform.h"

using namespace heddle;

namespace {

struct Counting : Block {
    explicit Counting(sc_core::sc_module_name name) : Block(name) {}
    Counter hits{*this, "hits", "accesses", "found in the cache"};
    Counter misses{*this, "misses", "accesses", "not found"};
    Histogram degree{*this, "degree", "lines", "lines per instruction", 4};
};

struct Parent : Block {
    explicit Parent(sc_core::sc_module_name name) : Block(name) {}
    Counting left{"left"}, right{"right"};
};

}  // namespace

TEST_CASE("counter: counts, and knows its name, unit and description") {
    Counting block("block");
    ++block.hits;
    block.hits += 41;
    CHECK(block.hits.value() == 42);
    CHECK(block.misses.value() == 0);
    REQUIRE(block.counters().size() == 2);
    CHECK(&block.counters()[0].counter() == &block.hits);
    CHECK(std::string(block.counters()[1].name()) == "misses");
    CHECK(std::string(block.counters()[0].unit()) == "accesses");
    CHECK(std::string(block.counters()[0].description()) == "found in the cache");
}

TEST_CASE("histogram: large values go to the last bucket") {
    Counting block("block");
    block.degree.add(0);
    block.degree.add(2, 5);
    block.degree.add(3);
    block.degree.add(4);
    block.degree.add(1'000'000'000'000);
    CHECK(block.degree.counts() == std::vector<std::uint64_t>{1, 0, 5, 3});
    REQUIRE(block.histograms().size() == 1);
    CHECK(std::string(block.histograms()[0]->name()) == "degree");
}

TEST_CASE("block: a walk visits the blocks of a hierarchy, through other modules too") {
    Parent top("top");
    std::vector<std::string> names;
    for_each_block(nullptr, [&](Block& block) { names.push_back(block.name()); });
    CHECK(names == std::vector<std::string>{"top", "top.left", "top.right"});
    names.clear();
    for_each_block(&top.right, [&](Block& block) { names.push_back(block.name()); });
    CHECK(names == std::vector<std::string>{"top.right"});
}
