#include "heddle/cache/payload_sectors.h"

#include <catch2/catch.hpp>

using namespace heddle;

TEST_CASE("sectors that a payload sets as a whole") {
    const SectorGeometry line{1}, sectored{4};
    Payload write;
    write.set_write();
    write.set_address(256 + 16);
    write.set_data_length(80);
    CHECK(sectors_written_whole(sectored, write) == 0b0110);
    CHECK(sectors_written_whole(line, write) == 0);
}

TEST_CASE("sectors that a payload asks for, with and without a word mask") {
    const SectorGeometry sectored{4};
    Payload plain, masked;
    GpuAccess access;
    access.word_mask = 0x01000001;
    masked.set_extension(&access);
    for (Payload* read : {&plain, &masked}) {
        read->set_read();
        read->set_address(256);
        read->set_data_length(128);
    }
    CHECK(asked_sectors(sectored, plain) == 0b1111);
    CHECK(asked_sectors(sectored, masked) == 0b1001);
    masked.clear_extension(&access);
}
