// Where literal rules lose replies or return old bytes (MECHANISMS 1.8 items 1 and 10).
#include <catch2/catch.hpp>

#include "icc_unit/scripted_sm.h"
#include "kit/foreign_lt_target.h"

using namespace heddle_bench;

namespace {

IccParameters parameters(bool close_on_write, bool cache) {
    IccParameters p;
    p.mt_close_on_write = close_on_write;
    p.coalesced_cache = cache;
    return p;
}

}  // namespace

TEST_CASE("an untracked reply does not take another request's entry") {
    IccParameters p;
    p.merge_table_entries = 1;
    IccBench b(p);
    // X fills the table, R1 to A goes untracked; X's reply frees the entry, R2 to A takes it; R1's reply comes first.
    b.sms[0]->script = {{1, Kind::read, 0x8000}};
    b.sms[1]->script = {{100, Kind::read, 0x1000}};
    b.sms[2]->script = {{200, Kind::read, 0x1000}};
    b.sms[3]->script = {{250, Kind::read, 0x1000}};
    CHECK(b.run() == 0);
    CHECK(b.unit.icc.mt_full_bypasses.value() == 1);
    CHECK(b.unit.icc.untracked_reply_address_hits.value() == 1);
    CHECK(b.unit.icc.mt_hits.value() == 1);
    CHECK(b.sms[1]->done[0].cycle < 300);
    CHECK(b.sms[2]->done[0].cycle > 350);
    CHECK(b.sms[3]->done[0].cycle == b.sms[2]->done[0].cycle);
}

TEST_CASE("a store closes the entry: the SM that stored reads its own bytes") {
    IccBench b(parameters(true, false));
    b.preset(0x1000, 0x11);
    b.sms[0]->script = {{1, Kind::read, 0x1000}};
    b.sms[1]->script = {{20, Kind::write, 0x1000, 0x22}, {40, Kind::read, 0x1000}};
    CHECK(b.run() == 0);
    CHECK(b.sms[0]->done[0].first_byte == 0x11);
    CHECK(b.sms[1]->done[1].first_byte == 0x22);
    CHECK(b.unit.icc.mt_hits.value() == 0);
    CHECK(b.unit.icc.mt_merge_after_write.value() == 1);
    CHECK(b.unit.icc.untracked_reply_address_hits.value() == 0);
}

TEST_CASE("the paper's silent rule merges and returns old bytes; the event is counted") {
    IccBench b(parameters(false, false));
    b.preset(0x1000, 0x11);
    b.sms[0]->script = {{1, Kind::read, 0x1000}};
    b.sms[1]->script = {{20, Kind::write, 0x1000, 0x22}, {40, Kind::read, 0x1000}};
    CHECK(b.run() == 0);
    // The merged load gets its response with the first SM's, before the store.
    REQUIRE(b.sms[1]->done[0].cycle == b.sms[0]->done[0].cycle);
    CHECK(b.sms[1]->done[0].first_byte == 0x11);
    CHECK(b.unit.icc.mt_hits.value() == 1);
    CHECK(b.unit.icc.mt_merge_after_write.value() == 1);
}

TEST_CASE("an atomic closes the entry and drops the cached line as a store does") {
    IccBench b(parameters(true, true));
    b.sms[0]->script = {{1, Kind::read, 0x1000}, {300, Kind::read, 0x1000}};
    b.sms[1]->script = {{20, Kind::atomic, 0x1000, 1}, {40, Kind::read, 0x1000}};
    b.sms[2]->script = {{310, Kind::read, 0x1000}, {600, Kind::atomic, 0x1000, 1}, {620, Kind::read, 0x1000}};
    CHECK(b.run() == 0);
    CHECK(b.sms[1]->done[1].first_byte == 1);
    CHECK(b.unit.icc.mt_merge_after_write.value() == 1);
    CHECK(b.unit.icc.cc_inserts.value() == 1);  // by the loads of 300 and 310
    CHECK(b.unit.icc.cc_write_evicts.value() == 1);
    CHECK(b.sms[2]->done[2].first_byte == 2);
}

namespace {

// A line is in the cache; `write` changes its first byte through the unit; then it is loaded again.
template <class Write>
void check_write_around(Write write) {
    IccBench b;
    b.sms[0]->script = {{1, Kind::read, 0x1000}};
    b.sms[1]->script = {{10, Kind::read, 0x1000}, {300, Kind::read, 0x1000}};
    sc_core::sc_start(250 * b.clock.period());
    CHECK(b.unit.mechanism().coalesced_cache().used() == 1);
    std::uint8_t byte = 0x77;
    Payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(0x1000);
    payload.set_data_ptr(&byte);
    payload.set_data_length(1);
    payload.set_streaming_width(1);
    write(b.unit.core_in[2], payload);
    CHECK(b.run() == 0);
    CHECK(b.sms[1]->done[1].first_byte == 0x77);
}

}  // namespace

TEST_CASE("bytes written by transport_dbg are seen by later loads") {
    check_write_around(
        [](AtIn& port, Payload& payload) { CHECK(port.get_base_interface().transport_dbg(payload) == 1); });
}

TEST_CASE("bytes written by b_transport are seen by later loads") {
    check_write_around([](AtIn& port, Payload& payload) {
        sc_core::sc_time delay;
        port.get_base_interface().b_transport(payload, delay);
        CHECK(payload.is_response_ok());
    });
}

namespace {

// The same with a foreign memory, which serves an access to several lines: `bytes` are written from `address` on, and
// `line` is loaded again.
template <class Write>
void check_wide_write(std::uint64_t line, std::uint64_t address, unsigned bytes, Write write) {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    IccUnit unit("icc_unit", clock, {}, {});
    heddle::ForeignLtTarget memory("memory", 3);
    std::vector<std::unique_ptr<ScriptedSm>> sms;
    for (unsigned i = 0; i < ClusterPortParameters{}.cores; ++i) {
        sms.push_back(std::make_unique<ScriptedSm>(("sm_" + std::to_string(i)).c_str(), clock));
        sms.back()->out.bind(unit.core_in[i]);
    }
    unit.noc_out.bind(memory.target_socket());
    sms[0]->script = {{1, Kind::read, line}, {3000, Kind::read, line}};
    sms[1]->script = {{2, Kind::read, line}};
    sc_core::sc_start(2000 * clock.period());
    REQUIRE(unit.mechanism().coalesced_cache().used() == 1);
    std::vector<std::uint8_t> data(bytes, 0x77);
    Payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    write(unit.core_in[2].get_base_interface(), payload);
    sc_core::sc_start(5000 * clock.period());
    REQUIRE(sms[0]->done.size() == 2);
    CHECK(sms[0]->done[1].first_byte == 0x77);
}

}  // namespace

TEST_CASE("a blocking write to several lines drops all of them") {
    check_wide_write(0x1080, 0x1000, 256, [](tlm::tlm_fw_transport_if<>& port, Payload& payload) {
        sc_core::sc_time delay;
        port.b_transport(payload, delay);
        CHECK(payload.is_response_ok());
    });
}

TEST_CASE("a debug write to the last line of the address space drops it") {
    const std::uint64_t last = line_of(~std::uint64_t{0});
    check_wide_write(last, last, line_bytes, [](tlm::tlm_fw_transport_if<>& port, Payload& payload) {
        CHECK(port.transport_dbg(payload) == line_bytes);
    });
}
