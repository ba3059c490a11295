// Which node is the home of an address (MECHANISMS 5.3), and the sets that the lines of one home use.
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "heddle/cache/set_index.h"
#include "heddle/dcl1_node/home_selection.h"

using namespace heddle;

namespace {

// 32 slices of 16 controllers, as in the paper.
AddressMap paper_map() {
    AddressMap map;
    map.partitions = 16;
    map.slices_per_partition = 2;
    return map;
}

// The address bits above the line that the home depends on.
std::set<unsigned> home_bits(const HomeSelection& homes) {
    std::set<unsigned> bits;
    for (std::uint64_t address = 0; address < 1 << 16; address += line_bytes)
        for (unsigned bit = 7; bit < 20; ++bit)
            if (homes.home(address) != homes.home(address ^ (1u << bit))) bits.insert(bit);
    return bits;
}

// Walks through the lines of each home: numbers without gaps, and sets used alike.
void check_lines(const AddressMap& map, unsigned nodes, unsigned sets) {
    const HomeSelection homes(map, nodes);
    const HomeLines lines(homes);
    const SetIndex index(sets, SetHash::none, &lines);
    const unsigned per_home = 16 * sets * map.interleave_bytes / line_bytes * map.slices();
    std::vector<std::vector<unsigned>> uses(nodes, std::vector<unsigned>(sets));
    std::vector<std::set<std::uint64_t>> numbers(nodes);
    for (std::uint64_t line = 0; line < std::uint64_t{per_home} * nodes; ++line) {
        const unsigned home = homes.home(line * line_bytes);
        REQUIRE(home < nodes);
        ++uses[home][index(line)];
        numbers[home].insert(lines.number(line));
    }
    for (unsigned home = 0; home < nodes; ++home) {
        CHECK(numbers[home].size() == per_home);
        CHECK(*numbers[home].rbegin() == per_home - 1);
        for (unsigned set = 0; set < sets; ++set) CHECK(uses[home][set] == per_home / sets);
    }
}

}  // namespace

TEST_CASE("home bits of clustered nodes are address bits below 4 KB") {
    CHECK(home_bits(HomeSelection(paper_map(), 4)) == std::set<unsigned>{10, 11});     // Sh40+C10
    CHECK(home_bits(HomeSelection(paper_map(), 8)) == std::set<unsigned>{9, 10, 11});  // Sh40+C5
    CHECK(home_bits(HomeSelection(paper_map(), 2)) == std::set<unsigned>{11});         // Sh40+C20
    CHECK(home_bits(HomeSelection(paper_map(), 1)).empty());                           // Pr40
}

TEST_CASE("a home has neighbouring slices where their number is a multiple of that of the nodes") {
    const AddressMap map = paper_map();
    const HomeSelection homes(map, 4);
    const AddressSplitter splitter(map);
    CHECK(homes.by_slice());
    CHECK(homes.slices() == 8);
    for (std::uint64_t address = 0; address < 1 << 15; address += 64) {
        CHECK(homes.home(address) == splitter.slice(address) / 8);
        CHECK(homes.home(address) * 8 + homes.slice_of_home(address) == splitter.slice(address));
    }
}

TEST_CASE("40 nodes for 32 slices take the chunks in turn") {
    const HomeSelection homes(paper_map(), 40);
    CHECK_FALSE(homes.by_slice());
    for (std::uint64_t address = 0; address < 1 << 17; address += line_bytes)
        CHECK(homes.home(address) == address / 256 % 40);
}

TEST_CASE("the home stays the same to the end of the chunk") {
    for (unsigned nodes : {1u, 4u, 40u}) {
        const HomeSelection homes(paper_map(), nodes);
        for (std::uint64_t address = 0; address < 1 << 14; address += 36) {
            const unsigned rest = homes.rest_of_home(address);
            CHECK(rest == 256 - address % 256);
            CHECK(homes.home(address + rest - 1) == homes.home(address));
        }
    }
}

TEST_CASE("the lines of a home use every set alike") {
    for (unsigned nodes : {1u, 2u, 4u, 8u, 40u, 6u, 32u}) {
        INFO(nodes << " nodes");
        check_lines(paper_map(), nodes, 64);
    }
    check_lines(paper_map(), 4, 96);
}

TEST_CASE("the lines of a home use every set alike with other maps") {
    AddressMap map = paper_map();
    map.hashed = true;
    check_lines(map, 4, 64);
    map = paper_map();
    map.partitions = 24;  // 48 slices, 6 nodes per cluster: the system of 120 cores
    check_lines(map, 6, 64);
    map = {};
    map.partitions = 6;
    map.interleave_bytes = 128;
    check_lines(map, 3, 32);
    check_lines(map, 4, 32);
}

TEST_CASE("without the numbering a home would use a part of the sets only") {
    const HomeSelection homes(paper_map(), 4);
    const SetIndex index(64);
    std::set<unsigned> used;
    for (std::uint64_t line = 0; line < 1 << 16; ++line)
        if (homes.home(line * line_bytes) == 1) used.insert(index(line));
    CHECK(used.size() == 16);
}

TEST_CASE("a selection of one node leaves lines their own numbers") {
    CHECK_FALSE(HomeLines().renumbers());
    CHECK_FALSE(HomeLines(HomeSelection(paper_map(), 1)).renumbers());
    CHECK(HomeLines(HomeSelection(paper_map(), 2)).renumbers());
    CHECK(HomeLines().number(77) == 77);
    CHECK(HomeSelection(paper_map(), 1).home(0x12345) == 0);
}
