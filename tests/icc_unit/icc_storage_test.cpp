#include "heddle/icc_unit/icc_storage.h"

#include <catch2/catch.hpp>

using namespace heddle;

TEST_CASE("storage cost is the paper's") {
    const IccStorage storage = icc_storage(IccParameters{}, 5);
    CHECK(storage.merge_table_bytes == 276);
    CHECK(storage.merge_table_bytes_with_valid == 282);
    CHECK(storage.coalesced_cache_bytes == 3195);
}

TEST_CASE("storage cost of the sensitivity study's tables") {
    const auto table = [](unsigned entries, unsigned sms) {
        IccParameters parameters;
        parameters.merge_table_entries = entries;
        return icc_storage(parameters, sms).merge_table_bytes;
    };
    CHECK(table(96, 10) == 612);
    CHECK(table(60, 6) == 352.5);
    CHECK(table(48, 5) == 276);
    CHECK(table(40, 4) == 225);
}

TEST_CASE("what is switched off costs nothing") {
    IccParameters parameters;
    parameters.coalesced_cache = false;
    CHECK(icc_storage(parameters, 5).coalesced_cache_bytes == 0);
    CHECK(icc_storage(parameters, 5).merge_table_bytes == 276);
    parameters.merge_table = false;
    CHECK(icc_storage(parameters, 5).merge_table_bytes == 0);
}

TEST_CASE("ICC parameters name the key that is wrong") {
    const auto message = [](auto change) {
        IccParameters parameters;
        change(parameters);
        try {
            parameters.validate("icc_unit");
        } catch (const ParameterError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    using Catch::StartsWith;
    CHECK(message([](auto&) {}) == "accepted");
    CHECK_THAT(message([](auto& p) { p.merge_table_entries = 0; }), StartsWith("icc_unit.merge_table_entries: "));
    CHECK_THAT(message([](auto& p) { p.coalesced_cache_lines = 0; }), StartsWith("icc_unit.coalesced_cache_lines: "));
    CHECK_THAT(message([](auto& p) { p.merge_table = false; }), StartsWith("icc_unit.coalesced_cache: "));
    CHECK_THAT(message([](auto& p) { p.address_bits = 65; }), StartsWith("icc_unit.address_bits: "));
}
