#include "heddle/cache/sectors.h"

#include <catch2/catch.hpp>
#include <vector>

using heddle::SectorGeometry;

TEST_CASE("sectors that a range of bytes touches") {
    const SectorGeometry line{1}, sectored{4};
    CHECK(line.touched(130, 4) == 1);
    CHECK(sectored.touched(128, 128) == 0b1111);
    CHECK(sectored.touched(31, 2) == 0b0011);
    CHECK(sectored.touched(96, 32) == 0b1000);
}

TEST_CASE("sectors that a range of bytes covers") {
    const SectorGeometry line{1}, sectored{4};
    for (unsigned first = 0; first < 128; ++first)
        for (unsigned length = 1; first + length <= 128; ++length) {
            unsigned covered = 0;
            for (unsigned sector = 0; sector < 4; ++sector)
                if (first <= sector * 32 && first + length >= sector * 32 + 32) covered |= 1u << sector;
            REQUIRE(sectored.covered(256 + first, length) == covered);
            REQUIRE(line.covered(256 + first, length) == (length == 128));
        }
    CHECK(sectored.covered(256 + 16, 1000) == 0b1110);  // to the end of the line
}

TEST_CASE("sectors are counted") {
    for (unsigned mask = 0; mask < 16; ++mask) {
        unsigned sectors = 0;
        for (unsigned sector = 0; sector < 4; ++sector) sectors += mask >> sector & 1;
        CHECK(heddle::count_sectors(static_cast<SectorGeometry::Mask>(mask)) == sectors);
    }
}

TEST_CASE("sectors without a word that a lane asked for are left out") {
    const SectorGeometry line{1}, sectored{4};
    CHECK(sectored.asked(0, 128, 0x01000001) == 0b1001);
    CHECK(sectored.asked(0, 128, 0x00800080) == 0b0101);
    CHECK(sectored.asked(0, 96, 0xff000001) == 0b0001);
    CHECK(sectored.asked(0, 96, 0) == 0b0111);    // no word mask
    CHECK(sectored.asked(32, 4, 0x1) == 0b0010);  // one sector is always asked for
    CHECK(line.asked(0, 128, 0x01000001) == 0b1);
}

TEST_CASE("the range and the runs of a mask") {
    const SectorGeometry line{1}, sectored{4};
    CHECK(sectored.first_byte(0b0110) == 32);
    CHECK(sectored.range_bytes(0b0110) == 64);
    CHECK(sectored.range_bytes(0b1001) == 128);
    CHECK(line.range_bytes(1) == 128);
    CHECK(SectorGeometry::range(0b1001) == 0b1111);
    CHECK(SectorGeometry::range(0b0101) == 0b0111);
    CHECK(SectorGeometry::range(0b0100) == 0b0100);
    CHECK(SectorGeometry::first_run(0b1011) == 0b0011);
    CHECK(SectorGeometry::first_run(0b1000) == 0b1000);
    std::vector<unsigned> visited;
    heddle::for_each_sector(0b1011, [&](unsigned sector) { visited.push_back(sector); });
    CHECK(visited == std::vector<unsigned>{0, 1, 3});
}

TEST_CASE("blocks number the sectors of all lines") {
    const SectorGeometry line{1}, sectored{4};
    CHECK(sectored.block(5, 2) == 22);
    CHECK(sectored.line_of_block(22) == 5);
    CHECK(sectored.sector_of_block(22) == 2);
    CHECK(sectored.mask_of_block(22) == 0b0100);
    CHECK(line.block(5, 0) == 5);
    CHECK(line.line_of_block(5) == 5);
    CHECK(line.mask_of_block(5) == 1);
}

TEST_CASE("aligned blocks of sectors cover exactly the mask, with few accesses") {
    for (unsigned mask = 1; mask < 16; ++mask) {
        unsigned rest = mask, blocks = 0;
        while (rest) {
            const unsigned block = SectorGeometry::first_aligned_block(static_cast<SectorGeometry::Mask>(rest));
            const unsigned size = static_cast<unsigned>(__builtin_popcount(block)), first = __builtin_ctz(block);
            CHECK((block & ~rest) == 0);
            CHECK((size == 1 || size == 2 || size == 4));
            CHECK(first % size == 0);
            CHECK(block >> first == (1u << size) - 1);
            rest &= ~block;
            ++blocks;
        }
        CHECK(blocks <= 2);
    }
    CHECK(SectorGeometry::first_aligned_block(0b0110) == 0b0010);
    CHECK(SectorGeometry::first_aligned_block(0b0111) == 0b0011);
}

TEST_CASE("the covering block is the smallest aligned one") {
    CHECK(SectorGeometry::covering_block(0b0001) == 0b0001);
    CHECK(SectorGeometry::covering_block(0b0011) == 0b0011);
    CHECK(SectorGeometry::covering_block(0b1100) == 0b1100);
    CHECK(SectorGeometry::covering_block(0b0110) == 0b1111);
    CHECK(SectorGeometry::covering_block(0b1001) == 0b1111);
    CHECK(SectorGeometry::covering_block(0b0101) == 0b1111);
}

TEST_CASE("whole blocks of sectors around those of a mask") {
    CHECK(SectorGeometry::whole_blocks(5, 1) == 5);
    CHECK(SectorGeometry::whole_blocks(0, 2) == 0);
    CHECK(SectorGeometry::whole_blocks(1, 2) == 3);
    CHECK(SectorGeometry::whole_blocks(8, 2) == 12);
    CHECK(SectorGeometry::whole_blocks(6, 2) == 15);
    CHECK(SectorGeometry::whole_blocks(0, 4) == 0);
    CHECK(SectorGeometry::whole_blocks(4, 4) == 15);
}
