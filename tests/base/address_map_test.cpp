#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "heddle/base/address_map.h"

using namespace heddle;

namespace {

// Why the map is refused; empty if it is not.
std::string message(const AddressMap& map) {
    try {
        map.validate("address_map");
    } catch (const ParameterError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("address map: one partition leaves addresses alone") {
    const AddressSplitter map{AddressMap{}};
    for (std::uint64_t address : {0ull, 1ull, 255ull, 256ull, 0xffff'ffff'ffff'ff00ull}) {
        CHECK(map.partition(address) == 0);
        CHECK(map.local(address) == address);
    }
}

TEST_CASE("address map: partition and local address together are a bijection") {
    for (unsigned partitions : {2u, 3u, 8u, 12u})
        for (unsigned interleave : {128u, 256u, 384u}) {
            const AddressSplitter map(AddressMap{partitions, interleave});
            std::set<std::pair<unsigned, std::uint64_t>> seen;
            std::vector<std::uint64_t> count(partitions, 0);
            const std::uint64_t bytes = std::uint64_t{partitions} * interleave * 7;
            for (std::uint64_t address = 0; address < bytes; ++address) {
                const unsigned partition = map.partition(address);
                REQUIRE(partition < partitions);
                REQUIRE(map.local(address) < bytes / partitions);  // so consecutive chunks stay consecutive
                REQUIRE(seen.insert({partition, map.local(address)}).second);
                ++count[partition];
            }
            for (std::uint64_t bytes_of_one : count) CHECK(bytes_of_one == bytes / partitions);
        }
}

TEST_CASE("address map: a line never splits, chunks go round-robin") {
    const AddressSplitter map(AddressMap{8, 256});
    for (std::uint64_t line = 0; line < 64 * 1024; line += 128) {
        REQUIRE(map.partition(line) == map.partition(line + 127));
        REQUIRE(map.local(line + 127) == map.local(line) + 127);
        REQUIRE(map.partition(line + 256) == (map.partition(line) + 1) % 8);
    }
}

TEST_CASE("address map: bad parameters name their key") {
    CHECK(message({8, 256}).empty());
    CHECK(message({0, 256}) == "address_map.partitions: must be at least 1");
    CHECK(message({8, 200}).find("address_map.interleave_bytes: is 200, must be a positive multiple of 128") == 0);
    CHECK(message({8, 0}).find("address_map.interleave_bytes") == 0);
}

TEST_CASE("address map: hashed, partition and local address together are a bijection, too") {
    for (unsigned partitions : {1u, 2u, 8u, 24u, 64u, 96u, 256u, 512u}) {
        const AddressSplitter map(AddressMap{partitions, 256, true});
        std::set<std::pair<unsigned, std::uint64_t>> seen;
        for (std::uint64_t chunk = 0; chunk < 16 * partitions; ++chunk) {
            const std::uint64_t address = 0x7f00'0000'0000 + chunk * 256;
            REQUIRE(map.partition(address) < partitions);
            REQUIRE(map.partition(address) == map.partition(address + 255));
            REQUIRE(seen.insert({map.partition(address), map.local(address)}).second);
        }
    }
}

TEST_CASE("address map: two halves, by the parity of address bits; the rest is a bijection as ever") {
    for (const unsigned partitions : {2u, 8u, 48u})
        for (const unsigned slices : {1u, 2u}) {
            const AddressSplitter map(AddressMap{partitions, 128, true, slices, false, "12,13,15"});
            std::set<std::pair<unsigned, std::uint64_t>> of_partitions, of_slices;
            std::map<unsigned, unsigned> lines_of;
            const unsigned lines = 96 * 1024;  // both halves of so many are whole groups of all numbers of slices
            for (unsigned line = 0; line < lines; ++line) {
                const std::uint64_t address = std::uint64_t{line} * 128;
                const unsigned half = (address >> 12 ^ address >> 13 ^ address >> 15) & 1;
                REQUIRE(map.slice(address) / (partitions * slices / 2) == half);
                REQUIRE(map.partition(address) == map.slice(address) / slices);
                REQUIRE(of_slices.insert({map.slice(address), map.slice_local(address)}).second);
                REQUIRE(of_partitions.insert({map.partition(address), map.local(address)}).second);
                REQUIRE(map.local(address) < std::uint64_t{lines} * 128 / partitions);
                ++lines_of[map.slice(address)];
            }
            for (const auto& [slice, count] : lines_of) CHECK(count == lines / (partitions * slices));
        }
}

TEST_CASE("address map: halves that cannot be are errors that say what they need") {
    CHECK(message({8, 128, true, 1, false, "12,13"}).empty());
    CHECK(message({8, 128, true, 1, false, "6"}) ==
          "address_map.half_bits: is '6', expected numbers of bits from 7 (a piece of memory is never divided) to 63 "
          "with commas between them, or none");
    for (const char* list : {"", "12,", "twelve", "64", "-1"})
        CHECK_FALSE(message({8, 128, true, 1, false, list}).empty());
    CHECK(message({8, 384, true, 1, false, "12"}).find("pieces of a power of two") != std::string::npos);
    CHECK(message({8, 128, false, 1, false, "12"}).find("needs hashed = true") != std::string::npos);
    CHECK(message({8, 128, true, 2, true, "12"}).find("partitions_first = false") != std::string::npos);
    CHECK(message({7, 128, true, 1, false, "12"}).find("7 L2 slices have no two halves") != std::string::npos);
    CHECK(message({7, 128, true, 2, false, "12"}).empty());
}

// Half, lowest bits of the number and place are all bits of a line's address up to bit 13; from bit 14 on the address
// goes on in the number.
TEST_CASE("address map: the slice is the remainder of a number whose lowest bits are parities of address bits") {
    const AddressMap parameters{3, 128, true, 2, false, "10,13,15", "8,11,14/9,12,16/12,13,17", "7,9,11"};
    parameters.validate("address_map");
    const AddressSplitter map(parameters);
    const auto parity = [](std::uint64_t address, const std::vector<unsigned>& bits) {
        unsigned sum = 0;
        for (const unsigned bit : bits) sum ^= address >> bit & 1;
        return sum;
    };
    std::set<std::pair<unsigned, std::uint64_t>> of_partitions, of_slices;
    std::map<std::pair<unsigned, unsigned>, std::set<std::uint64_t>> rows;
    const unsigned lines = 3 * 4096;
    for (unsigned line = 0; line < lines; ++line) {
        const std::uint64_t address = std::uint64_t{line} * 128;
        const unsigned number = static_cast<unsigned>(address >> 14) << 3 | parity(address, {8, 11, 14}) |
                                parity(address, {9, 12, 16}) << 1 | parity(address, {12, 13, 17}) << 2;
        REQUIRE(map.slice(address) == parity(address, {10, 13, 15}) * 3 + number % 3);
        REQUIRE(map.partition(address) == map.slice(address) / 2);
        REQUIRE(of_slices.insert({map.slice(address), map.slice_local(address)}).second);
        REQUIRE(of_partitions.insert({map.partition(address), map.local(address)}).second);
        REQUIRE(map.slice_local(address) < std::uint64_t{lines} * 128 / 6);
        REQUIRE(map.local(address) < std::uint64_t{lines} * 128 / 3);
        REQUIRE(map.slice_local(address + 127) == map.slice_local(address) + 127);
        rows[{map.slice(address), number}].insert(map.slice_local(address) / 1024);
    }
    // Pieces with one number lie side by side.
    for (const auto& [slice_and_number, row] : rows) CHECK(row.size() == 1);
}

TEST_CASE("address map: numbers without halves, with places and without, are bijections, too") {
    for (const AddressMap& parameters : {AddressMap{5, 256, true, 1, false, "none", "8,9/9", "none"},
                                         AddressMap{5, 256, true, 1, false, "none", "9/8,9", "10"}}) {
        parameters.validate("address_map");
        const AddressSplitter map(parameters);
        std::set<std::pair<unsigned, std::uint64_t>> seen;
        for (std::uint64_t address = 0; address < 5 * 4096 * 256; address += 256)
            REQUIRE(seen.insert({map.slice(address), map.slice_local(address)}).second);
    }
}

TEST_CASE("address map: numbers that do not tell pieces apart are errors that say what they need") {
    CHECK(message({3, 128, true, 2, false, "9", "7/8", "10"}).empty());
    CHECK(message({3, 128, true, 2, false, "9", "7/8", "9"}) ==
          "address_map.number_bits: is '7/8', whose 2 parities do not tell all pieces apart: with place_bits and "
          "half_bits "
          "there are 4, which have to be independent in the bits 7 to below 11, because those from 11 on are the upper "
          "bits of the number");
    for (const char* list : {"", "7/", "seven", "6/8", "7/8/7,8"})
        CHECK(message({3, 128, true, 2, false, "9", list, "10"}).find("address_map.number_bits: is '") == 0);
    for (const char* list : {"", "10,", "ten", "6", "64"})
        CHECK(message({3, 128, true, 2, false, "9", "7/8", list}).find("address_map.place_bits: is '") == 0);
    CHECK(message({3, 128, true, 2, false, "9", "none", "10"}) ==
          "address_map.place_bits: is '10', but address_map.number_bits is none: places are those of pieces with one "
          "number");
    CHECK(message({3, 384, true, 1, false, "none", "9"}).find("pieces of a power of two") != std::string::npos);
    CHECK(message({3, 128, false, 2, false, "none", "7/8", "9"}).find("needs hashed = true") != std::string::npos);
    CHECK(message({3, 128, true, 2, true, "none", "7/8", "9"}).find("partitions_first = false") != std::string::npos);
}

TEST_CASE("the polynomial hash is the remainder of a long division") {
    const unsigned polynomials[] = {1, 3, 7, 11, 19, 37, 67, 131, 285};
    std::uint64_t value = 1;
    for (unsigned degree = 0; degree <= PolynomialHash::max_degree; ++degree)
        for (unsigned i = 0; i < 200; ++i) {
            value = value * 6364136223846793005u + 1442695040888963407u;
            const std::uint64_t dividend = value >> i % 64;
            std::uint64_t rest = dividend;
            for (unsigned bit = 64; bit-- > degree;)
                if (rest >> bit & 1) rest ^= std::uint64_t{polynomials[degree]} << (bit - degree);
            REQUIRE(PolynomialHash::remainder(dividend, degree) == rest);
        }
    CHECK(PolynomialHash::remainder(0, 6) == 0);
}

TEST_CASE("address map: hashed, a stride of any power of two uses all partitions") {
    const AddressSplitter map(AddressMap{64, 256, true}), plain(AddressMap{64, 256});
    CHECK(map.partition(64 * 256) == 3);  // x^6 modulo x^6 + x + 1
    for (unsigned shift = 0; shift < 24; ++shift) {
        std::set<unsigned> used;
        for (std::uint64_t i = 0; i < 64; ++i) used.insert(map.partition((i << shift) * 256));
        CHECK(used.size() == 64);
    }
    CHECK(plain.partition(std::uint64_t{64} * 256) == 0);
}

TEST_CASE("address map: hashed, any number of partitions is used by any stride of a power of two") {
    for (unsigned partitions : {12u, 96u, 512u}) {
        const AddressSplitter map(AddressMap{partitions, 128, true});
        for (unsigned shift = 0; shift < 24; ++shift) {
            CAPTURE(partitions, shift);
            std::map<unsigned, unsigned> used;
            for (std::uint64_t i = 0; i < 32 * partitions; ++i) ++used[map.partition((i << shift) * 128)];
            unsigned most = 0;
            for (const auto& [partition, chunks] : used) most = std::max(most, chunks);
            CHECK(used.size() == partitions);
            CHECK(most < 3 * 32);  // round-robin leaves a third of 12 or 96 partitions, and all chunks on it
        }
    }
}

namespace {

std::vector<AddressMap> maps_with_slices() {
    std::vector<AddressMap> maps;
    for (unsigned partitions : {1u, 2u, 3u, 8u, 12u})
        for (unsigned slices : {1u, 2u, 3u, 4u})
            for (unsigned interleave : {128u, 256u, 384u}) maps.push_back({partitions, interleave, false, slices});
    for (unsigned partitions : {1u, 2u, 3u, 8u, 12u, 32u})
        for (unsigned slices : {1u, 2u, 3u, 8u})
            for (bool partitions_first : {false, true})
                maps.push_back({partitions, 256, true, slices, partitions_first});
    return maps;
}

}  // namespace

// Every address is visited once; that no pair comes twice and all lie inside the dense range makes the map a bijection.
TEST_CASE(
    "address map: slice and slice-local address, partition and local address are bijections, dense and consistent") {
    for (const AddressMap& parameters : maps_with_slices()) {
        CAPTURE(parameters.partitions, parameters.slices_per_partition, parameters.interleave_bytes, parameters.hashed);
        parameters.validate("map");
        const AddressSplitter map(parameters);
        const std::uint64_t lines_per_slice = 5 * parameters.interleave_bytes / line_bytes;
        const std::uint64_t lines = lines_per_slice * parameters.slices();
        std::vector<unsigned> seen_by_slice(lines), seen_by_partition(lines);
        for (std::uint64_t line = 0; line < lines; ++line) {
            const std::uint64_t address = line * line_bytes;
            const unsigned slice = map.slice(address);
            REQUIRE(slice < parameters.slices());
            REQUIRE(map.partition(address) ==
                    slice / parameters.slices_per_partition);  // neighbours share a controller
            REQUIRE(map.slice_local(address) / line_bytes < lines_per_slice);
            ++seen_by_slice[slice * lines_per_slice + map.slice_local(address) / line_bytes];
            const std::uint64_t lines_per_partition = lines_per_slice * parameters.slices_per_partition;
            REQUIRE(map.local(address) / line_bytes < lines_per_partition);
            ++seen_by_partition[map.partition(address) * lines_per_partition + map.local(address) / line_bytes];
            // A line stays whole.
            for (unsigned byte : {1u, 64u, 127u}) {
                REQUIRE(map.slice(address + byte) == slice);
                REQUIRE(map.slice_local(address + byte) == map.slice_local(address) + byte);
                REQUIRE(map.local(address + byte) == map.local(address) + byte);
            }
        }
        REQUIRE(seen_by_slice == std::vector<unsigned>(lines, 1));
        REQUIRE(seen_by_partition == std::vector<unsigned>(lines, 1));
    }
}

TEST_CASE("address map: one slice per partition is the map of partitions") {
    for (const AddressMap& parameters : maps_with_slices()) {
        if (parameters.slices_per_partition > 1) continue;
        const AddressSplitter map(parameters);
        for (std::uint64_t address = 0; address < 100'000; address += 96) {
            REQUIRE(map.slice(address) == map.partition(address));
            REQUIRE(map.slice_local(address) == map.local(address));
        }
    }
}

TEST_CASE("address map: chunks go over the controllers first, then over the slices of each") {
    const AddressSplitter map(AddressMap{4, 256, false, 2});
    std::vector<unsigned> slices;
    for (std::uint64_t chunk = 0; chunk < 10; ++chunk) slices.push_back(map.slice(chunk * 256));
    CHECK(slices == std::vector<unsigned>{0, 2, 4, 6, 1, 3, 5, 7, 0, 2});
    // Bank and row do not depend on the number of slices.
    const AddressSplitter without(AddressMap{4, 256});
    for (std::uint64_t address = 0; address < 100'000; address += 96) {
        REQUIRE(map.partition(address) == without.partition(address));
        REQUIRE(map.local(address) == without.local(address));
    }
}

TEST_CASE("address map: hashed, a stride of any power of two uses all slices") {
    for (bool partitions_first : {false, true}) {
        const AddressSplitter map(AddressMap{16, 256, true, 4, partitions_first});
        for (unsigned shift = partitions_first ? 6 : 0; shift < 24; ++shift) {
            std::set<unsigned> used;
            for (std::uint64_t i = 0; i < 64; ++i) used.insert(map.slice((i << shift) * 256));
            CHECK(used.size() == 64);
        }
    }
}

TEST_CASE("address map: hashed, neighbouring chunks lie in the slices of one partition or in different partitions") {
    const AddressSplitter slices(AddressMap{4, 256, true, 2}), partitions(AddressMap{4, 256, true, 2, true});
    std::vector<unsigned> first, second;
    for (std::uint64_t chunk = 0; chunk < 8; ++chunk) {
        first.push_back(slices.slice(chunk * 256));
        second.push_back(partitions.slice(chunk * 256));
    }
    CHECK(first == std::vector<unsigned>{0, 1, 2, 3, 4, 5, 6, 7});
    CHECK(second == std::vector<unsigned>{0, 2, 4, 6, 1, 3, 5, 7});
}

TEST_CASE("address map: no slices are none") {
    CHECK_THROWS_WITH((AddressMap{8, 256, false, 0}.validate("map")), "map.slices_per_partition: must be at least 1");
}
