// The preset h200 against the lines that are in the same slice of an H200's L2 (tests/silicon/data/h200_slices.csv).
#include <map>
#include <set>
#include <string>

#include "heddle/base/address_map.h"
#include "in_h200.h"

using namespace heddle;
using heddle::testing::in_h200;

namespace {

// By line: the slice, in the GPU's table by a name of its own.
std::map<unsigned, unsigned> measured_slices() {
    std::ifstream rows(HEDDLE_SOURCE_DIR "/tests/silicon/data/h200_slices.csv");
    std::map<unsigned, unsigned> slices;
    std::string row;
    std::getline(rows, row);
    while (std::getline(rows, row)) {
        const std::size_t comma = row.find(',');
        slices[static_cast<unsigned>(std::stoul(row))] = static_cast<unsigned>(std::stoul(row.substr(comma + 1)));
    }
    return slices;
}

AddressMap preset_map() {
    AddressMap map;
    map.partitions = static_cast<unsigned>(std::stoul(in_h200("memory_partitions")));
    map.slices_per_partition = static_cast<unsigned>(std::stoul(in_h200("l2_slices_per_controller")));
    map.interleave_bytes = static_cast<unsigned>(std::stoul(in_h200("interleave_bytes")));
    map.hashed = in_h200("hashed") == "true";
    map.half_bits = in_h200("half_bits");
    map.number_bits = in_h200("number_bits");
    map.place_bits = in_h200("place_bits");
    map.validate("address_map");
    return map;
}

// Whether lines have the same name if and only if they are in the same slice of the map, once bits of their numbers are
// flipped.
bool agree(const std::map<unsigned, unsigned>& measured, const AddressSplitter& map, unsigned flipped) {
    std::map<unsigned, unsigned> slice_of_name;
    std::set<unsigned> used;
    for (const auto& [line, name] : measured) {
        const unsigned slice = map.slice(std::uint64_t{line ^ flipped} * line_bytes);
        const auto known = slice_of_name.find(name);
        if (known != slice_of_name.end() && known->second != slice) return false;
        if (known == slice_of_name.end() && !used.insert(slice).second) return false;
        slice_of_name[name] = slice;
    }
    return true;
}

}  // namespace

// Where in the memory the GPU's page was is not known, and with it which of the six lowest bits of the number are
// inverted. Flipping bits 7 to 16 of the address does the same: these ten bits decide the half, six bits of the number
// and three of the place.
TEST_CASE("h200: lines are in one slice of the model where they are in one slice of the GPU") {
    const std::map<unsigned, unsigned> measured = measured_slices();
    REQUIRE(measured.size() == 4096);
    std::set<unsigned> names;
    for (const auto& [line, name] : measured) names.insert(name);
    REQUIRE(names.size() == 94);

    const AddressSplitter map(preset_map());
    unsigned agreeing = 0;
    for (unsigned flipped = 0; flipped < 1024; ++flipped) agreeing += agree(measured, map, flipped);
    CHECK(agreeing == 2 * 8);  // one inversion of the number, with either half and any place
}
