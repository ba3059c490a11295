#include "heddle/memory_controller/dram_banks.h"

#include <catch2/catch.hpp>

#include "heddle/memory_controller/bank_map.h"
#include "heddle/memory_controller/memory_controller_parameters.h"

using namespace heddle;

// All numbers follow from the default timing: tCL 12, tWL 4, tRP 12, tRC 40, tRAS 28, tRCD 12, tRRD 6, tCCD 2, tWR 12,
// tWTR 5, two idle cycles of the data bus from read to write.
TEST_CASE("activate, column and precharge of one bank") {
    DramBanks banks(16, DramTiming{});
    REQUIRE(banks.earliest_row_command(3) == 0);
    banks.activate(3, 77, 100);
    REQUIRE(banks.is_open(3, 77));
    REQUIRE(banks.earliest_column(3, false) == 112);  // tRCD
    REQUIRE(banks.earliest_row_command(3) == 128);    // tRAS
    REQUIRE(banks.column(3, false, 2, 112) == 126);   // tCL and two bursts
    REQUIRE(banks.earliest_row_command(3) == 128);    // a read does not delay the precharge beyond tRAS
    banks.precharge(3, 128);
    REQUIRE_FALSE(banks.is_open(3, 77));
    REQUIRE(banks.earliest_row_command(3) == 140);  // tRP; tRC would allow it at 140 too
}

TEST_CASE("tRC holds when tRAS + tRP is shorter") {
    DramTiming timing;
    timing.rc_cycles = 60;
    DramBanks banks(1, timing);
    banks.activate(0, 1, 0);
    banks.precharge(0, 28);
    REQUIRE(banks.earliest_row_command(0) == 60);
}

TEST_CASE("a late read delays the precharge by tCCD, a write by its data and tWR") {
    DramBanks banks(2, DramTiming{});
    banks.activate(0, 1, 0);
    banks.activate(1, 1, 6);
    banks.column(0, false, 2, 50);
    REQUIRE(banks.earliest_row_command(0) == 52);
    REQUIRE(banks.column(1, true, 2, 60) == 66);
    REQUIRE(banks.earliest_row_command(1) == 78);
}

TEST_CASE("tRRD and tCCD bind all banks") {
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 5, 10);
    REQUIRE(banks.earliest_row_command(1) == 16);
    banks.activate(1, 5, 16);
    banks.column(0, false, 1, 30);
    REQUIRE(banks.earliest_column(1, false) == 32);
}

TEST_CASE("columns wait for the data bus") {
    DramBanks banks(2, DramTiming{});
    banks.activate(0, 5, 0);
    banks.activate(1, 5, 6);
    banks.column(0, false, 8, 20);                   // data from 32 to 40
    REQUIRE(banks.earliest_column(1, false) == 28);  // its data start at 40
    REQUIRE(banks.earliest_column(1, true) == 38);   // at 42, after two idle cycles
}

TEST_CASE("a read waits for the data of a write before it and tWTR") {
    DramBanks banks(2, DramTiming{});
    banks.activate(0, 5, 0);
    banks.activate(1, 5, 6);
    REQUIRE(banks.column(0, true, 2, 20) == 26);
    REQUIRE(banks.earliest_column(1, false) == 31);
    REQUIRE(banks.earliest_column(1, true) == 22);
}

TEST_CASE("column commands to one bank group are tCCDL apart, to different ones tCCD") {
    DramTiming timing;
    timing.bank_groups = 2;
    timing.ccdl_cycles = 5;
    timing.rtpl_cycles = 40;
    DramBanks banks(4, timing);
    for (unsigned bank = 0; bank < 4; ++bank) banks.activate(bank, 7, bank * 6);
    banks.column(0, false, 2, 50);
    REQUIRE(banks.earliest_column(0, false) == 55);
    REQUIRE(banks.earliest_column(2, false) == 55);  // consecutive banks are in different groups
    REQUIRE(banks.earliest_column(1, false) == 52);
    REQUIRE(banks.earliest_row_command(2) == 90);  // tRTPL
    REQUIRE(banks.earliest_row_command(1) == 34);  // tRAS
}

TEST_CASE("a bank whose row is opened after a read of its group still waits for tCCDL and tRTPL") {
    DramTiming timing;
    timing.bank_groups = 2;
    timing.ccdl_cycles = 20;
    timing.rtpl_cycles = 40;
    DramBanks banks(4, timing);
    banks.activate(0, 7, 0);
    banks.column(0, false, 2, 50);
    banks.activate(2, 7, 52);
    CHECK(banks.earliest_column(2, false) == 70);
    CHECK(banks.earliest_row_command(2) == 90);
}

TEST_CASE("a refresh closes all rows and keeps the banks busy for tRFC") {
    DramTiming timing;
    timing.refi_cycles = 5000;
    timing.rfc_cycles = 100;
    DramBanks banks(2, timing);
    banks.activate(0, 5, 90);
    banks.refresh(0b11, 100);
    REQUIRE(banks.open_banks() == 0);
    REQUIRE(banks.earliest_row_command(0) == 90 + 28 + 12 + 100);  // tRAS, tRP, tRFC
    REQUIRE(banks.earliest_row_command(1) == 90 + 28 + 12 + 100);
}

TEST_CASE("banks of different pseudo-channels do not bind each other") {
    DramTiming timing;
    timing.pseudo_channels = 2;
    DramBanks banks(4, timing);
    banks.activate(0, 5, 10);
    CHECK(banks.earliest_row_command(1) == 0);   // of the other pseudo-channel
    CHECK(banks.earliest_row_command(2) == 16);  // tRRD
    Cycle next = never;
    CHECK(banks.ready_for_activate(0b1110, 12, next) == 0b1010);
    CHECK(next == 16);
    banks.activate(1, 5, 11);
    banks.activate(2, 5, 16);
    banks.column(0, true, 8, 30);                  // data from 34 to 42
    CHECK(banks.earliest_column(2, false) == 47);  // tWTR
    CHECK(banks.earliest_column(2, true) == 38);   // its data start at 42
    CHECK(banks.earliest_column(1, false) == 23);  // tRCD alone
    next = never;
    CHECK(banks.ready_for_column(0b0111, 31, next) == 0b0010);
    CHECK(next == 38);
}

TEST_CASE("a pseudo-channel has bank groups of its own") {
    DramTiming timing;
    timing.pseudo_channels = 2;
    timing.bank_groups = 2;
    timing.ccdl_cycles = 5;
    DramBanks banks(8, timing);  // 0 and 4 are the first group of the first pseudo-channel
    for (unsigned bank = 0; bank < 8; ++bank) banks.activate(bank, 7, bank * 6);
    banks.column(0, false, 2, 80);
    CHECK(banks.earliest_column(4, false) == 85);
    CHECK(banks.earliest_column(2, false) == 82);
    CHECK(banks.earliest_column(1, false) == 18);
}

TEST_CASE("a refresh leaves other banks alone") {
    DramTiming timing;
    timing.pseudo_channels = 2;
    timing.refi_cycles = 5000;
    timing.rfc_cycles = 100;
    DramBanks banks(4, timing);
    banks.activate(0, 5, 10);
    banks.activate(1, 6, 10);
    banks.refresh(0b1010, 100);
    CHECK(banks.open_banks() == 0b0001);
    CHECK(banks.is_open(0, 5));
    CHECK(banks.earliest_row_command(1) == 100 + 100);  // tRFC
    CHECK(banks.earliest_row_command(3) == 100 + 100);
    CHECK(banks.earliest_row_command(2) == 16);  // tRRD
}

TEST_CASE("banks say which of them may get a command, and when the first of the others may") {
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 5, 0);
    banks.activate(1, 5, 6);
    REQUIRE(banks.open_banks() == 0b0011);
    Cycle next = never;
    CHECK(banks.ready_for_column(0b0011, 15, next) == 0b0001);  // tRCD of bank 1 ends at 18
    CHECK(next == 18);
    next = never;
    CHECK(banks.ready_for_precharge(0b0011, 30, next) == 0b0001);  // tRAS ends at 28 and 34
    CHECK(next == 34);
    next = never;
    CHECK(banks.ready_for_activate(0b1100, 10, next) == 0);  // tRRD after bank 1
    CHECK(next == 12);
    next = never;
    CHECK(banks.ready_for_activate(0b1100, 12, next) == 0b1100);
    CHECK(next == never);
    banks.column(0, false, 8, 20);  // the bus is free for another read from 28, for a write from 38
    CHECK(banks.ready_for_column(0b0011, 27, next) == 0);
    CHECK(next == 28);
    next = 11;
    CHECK(banks.ready_for_column(0, 27, next) == 0);
    CHECK(next == 11);
}

TEST_CASE("bank map: columns, then banks, then rows, and the hash spreads rows over banks") {
    const BankMap plain{16, 2048, false}, hashed{16, 2048, true};
    REQUIRE(plain.bank(2047) == 0);
    REQUIRE(plain.bank(2048) == 1);
    REQUIRE(plain.row(2048 * 16 - 1) == 0);
    REQUIRE(plain.bank(2048 * 16) == 0);
    REQUIRE(plain.row(2048 * 16) == 1);
    REQUIRE(hashed.bank(2048 * 16) == 1);
    REQUIRE(hashed.row(2048 * 16) == 1);
    REQUIRE(hashed.bank(2048 * 17) == 0);
}

TEST_CASE("bank map: slices with banks of their own have the low bits of the bank number") {
    MemoryControllerParameters parameters;
    parameters.slice_banks = true;
    parameters.address_map.slices_per_partition = 2;  // pieces of 256 B by turns
    const BankMap map = parameters.bank_map();
    CHECK((map.bank(0) == 0 && map.bank(255) == 0));
    CHECK((map.bank(256) == 1 && map.bank(511) == 1));
    CHECK(map.column(512 + 3) == 256 + 3);  // the next piece of the first slice
    CHECK(map.bank(2 * 2048 - 1) == 1);
    CHECK((map.bank(2 * 2048) == 2 && map.column(2 * 2048) == 0));
    CHECK((map.row(16 * 2048 - 1) == 0 && map.row(16 * 2048) == 1));
    for (std::uint64_t local = 0; local < 3 * 16 * 2048; local += 96)
        CHECK(map.local(map.row(local), map.bank(local), map.column(local)) == local);
    parameters.banks = 1;
    CHECK_THROWS_WITH(parameters.validate("mc"), Catch::Contains("mc.slice_banks"));
}

TEST_CASE("bad parameters are named") {
    MemoryControllerParameters p;
    p.banks = 12;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.banks"));
    p = {};
    p.scheduler = "frfcfs";
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.scheduler") && Catch::Contains("fr_fcfs"));
    p = {};
    p.queue_entries = 0;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.queue_entries"));
    p = {};
    p.timing.ccd_cycles = 0;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.ccd_cycles"));
    p = {};
    p.timing.bank_groups = 4;
    p.timing.ccdl_cycles = 1;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.ccdl_cycles"));
    p = {};
    p.timing.bank_groups = 32;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.bank_groups"));
    p = {};
    p.timing.pseudo_channels = 3;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.pseudo_channels") && Catch::Contains("power of two"));
    p = {};
    p.timing.pseudo_channels = 32;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.pseudo_channels") && Catch::Contains("up to 16"));
    p = {};
    p.banks = 8;
    p.timing.pseudo_channels = 16;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.pseudo_channels") && Catch::Contains("banks = 8"));
    p = {};
    p.timing.pseudo_channels = 8;
    p.timing.bank_groups = 4;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.bank_groups") && Catch::Contains("= 2"));
    p = {};
    p.interface_entries = 0;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.interface_entries"));
    p = {};
    p.timing.rfc_cycles = 100;
    p.timing.refi_cycles = 28 + 12 + 100 + 12;  // tRAS, tRP, tRFC, tRCD
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.refi_cycles: is 152, must be above 152"));
    p.timing.refi_cycles = 153;
    REQUIRE_NOTHROW(p.validate("mc"));
    p.timing.rrd_cycles = 141;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.refi_cycles: is 153, must be above 153"));
    p.timing.rrd_cycles = 0;
    p.timing.rc_cycles = 41;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.refi_cycles: is 153, must be above 153"));
    p.timing.rc_cycles = 40;
    p.timing.wr_cycles = 21;  // after tWL 4 and two bursts of two cycles
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.refi_cycles: is 153, must be above 153"));
    p.timing.wr_cycles = 12;
    p.timing.rtpl_cycles = 29;
    REQUIRE_NOTHROW(p.validate("mc"));  // no bank groups
    p.timing.bank_groups = 2;
    REQUIRE_THROWS_WITH(p.validate("mc"), Catch::Contains("mc.refi_cycles: is 153, must be above 153"));
    p = {};
    REQUIRE_NOTHROW(MemoryControllerParameters{}.validate("mc"));
}
