// The directory against a map of sets, and what it does with the changes of one cycle.
#include "heddle/replication_monitor/line_directory.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "kit/test_scale.h"

using namespace heddle;

namespace {

using Model = std::map<std::uint64_t, std::set<unsigned>>;  // holders of each line

void check_equal(const LineDirectory& directory, const Model& model, unsigned caches) {
    std::uint64_t lines = 0, copies = 0;
    std::size_t most = 0;
    std::vector<std::uint64_t> of_cache(caches, 0);
    for (const auto& [line, holders] : model) {
        REQUIRE(directory.copies_of(line) == holders.size());
        lines += !holders.empty();
        copies += holders.size();
        most = std::max(most, holders.size());
        for (const unsigned cache : holders) ++of_cache[cache];
    }
    REQUIRE(directory.lines() == lines);
    REQUIRE(directory.copies() == copies);
    REQUIRE(directory.most_copies() == most);
    for (unsigned cache = 0; cache < caches; ++cache) REQUIRE(directory.lines_of(cache) == of_cache[cache]);
}

}  // namespace

TEST_CASE("directory: a line is held elsewhere if another cache has it") {
    LineDirectory directory(3);
    directory.install(1, 7);
    directory.end_cycle();
    CHECK(directory.held_elsewhere(0, 7));
    CHECK_FALSE(directory.held_elsewhere(1, 7));
    CHECK_FALSE(directory.held_elsewhere(0, 8));
    directory.install(0, 7);
    directory.end_cycle();
    CHECK(directory.held_elsewhere(1, 7));
    CHECK(directory.copies_of(7) == 2);
    directory.drop(1, 7);
    directory.end_cycle();
    CHECK_FALSE(directory.held_elsewhere(0, 7));
}

TEST_CASE("directory: changes show when their cycle has ended") {
    LineDirectory directory(2);
    directory.install(0, 7);
    CHECK_FALSE(directory.held_elsewhere(1, 7));
    CHECK(directory.lines() == 0);
    directory.end_cycle();
    directory.drop_all(0);
    CHECK(directory.held_elsewhere(1, 7));
    directory.end_cycle();
    CHECK_FALSE(directory.held_elsewhere(1, 7));
    CHECK(directory.copies() == 0);
}

TEST_CASE("directory: what one cache does in a cycle keeps its order") {
    LineDirectory directory(2);
    directory.install(0, 1);
    directory.drop_all(0);
    directory.drop_all(1);
    directory.install(0, 2);
    directory.install(1, 2);
    directory.drop(1, 2);
    directory.end_cycle();
    CHECK(directory.copies_of(1) == 0);
    CHECK(directory.copies_of(2) == 1);
    CHECK(directory.lines_of(0) == 1);
    CHECK(directory.lines_of(1) == 0);
}

TEST_CASE("directory: to install what is held and to drop what is not is no change") {
    LineDirectory directory(2);
    directory.install(0, 1);
    directory.install(0, 1);
    directory.drop(1, 1);
    directory.drop(0, 5);
    directory.end_cycle();
    CHECK(directory.copies() == 1);
    CHECK(directory.lines_of(0) == 1);
    CHECK(directory.lines_with(1) == 1);
}

// More lines than the directory has room for at first, and more caches than a word has bits.
TEST_CASE("directory: random changes give the same as a map of sets") {
    constexpr unsigned caches = 130;
    std::mt19937 random(5);
    LineDirectory directory(caches);
    Model model;
    for (std::uint64_t step = 0; step < scaled(400); ++step) {
        for (unsigned i = 0; i < 200; ++i) {
            const unsigned cache = random() % caches, dice = random() % 1000;
            const std::uint64_t line = random() % 5000 * 0x100001;
            if (dice == 0) {
                directory.drop_all(cache);
                for (auto& [number, holders] : model) holders.erase(cache);
            } else if (dice < 700) {
                directory.install(cache, line);
                model[line].insert(cache);
            } else {
                directory.drop(cache, line);
                model[line].erase(cache);
            }
        }
        directory.end_cycle();
        if (step % 10 == 0) check_equal(directory, model, caches);
    }
    check_equal(directory, model, caches);
    CHECK(directory.lines() > 1024);
    CHECK(directory.most_copies() > 2);
}
