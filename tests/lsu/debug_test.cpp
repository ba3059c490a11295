// Debug accesses through the LSU to a target that, as TLM-2.0 says, looks at command, address, data and length only.
#include <tlm_utils/simple_target_socket.h>
#include <catch2/catch.hpp>
#include <map>

#include "heddle/lsu/lsu.h"
#include "lsu/warp_driver.h"

using namespace heddle;

namespace {

struct DebugMemoryModule : sc_core::sc_module {
    tlm_utils::simple_target_socket<DebugMemoryModule> in{"in"};
    std::map<std::uint64_t, std::uint8_t> bytes;
    std::uint64_t refuses_from = ~std::uint64_t{0};

    explicit DebugMemoryModule(sc_core::sc_module_name name) : sc_module(name) {
        in.register_transport_dbg(this, &DebugMemoryModule::debug);
    }
    unsigned debug(Payload& payload) {
        if (payload.get_address() >= refuses_from) return 0;
        for (unsigned i = 0; i < payload.get_data_length(); ++i) {
            std::uint8_t& byte = bytes[payload.get_address() + i];
            (payload.is_read() ? payload.get_data_ptr()[i] : byte) =
                payload.is_read() ? byte : payload.get_data_ptr()[i];
        }
        return payload.get_data_length();
    }
};

struct Bench {
    Bench() {
        driver.memory_out.bind(lsu.warp_in);
        lsu.l1_out.bind(memory.in);
        sc_core::sc_start(1, sc_core::SC_NS);
    }
    unsigned plain(tlm::tlm_command command, std::uint64_t address, std::vector<std::uint8_t>& data,
                   std::vector<std::uint8_t> enables = {}) {
        Payload payload;
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(data.data());
        payload.set_data_length(static_cast<unsigned>(data.size()));
        payload.set_streaming_width(static_cast<unsigned>(data.size()));
        payload.set_byte_enable_ptr(enables.empty() ? nullptr : enables.data());
        payload.set_byte_enable_length(static_cast<unsigned>(enables.size()));
        return driver.memory_out->transport_dbg(payload);
    }
    ClockDomain clock{"clock", period_of_mhz(1000)};
    WarpDriver driver{"driver", clock};
    Lsu lsu{"lsu", clock, {}};
    DebugMemoryModule memory{"memory"};
};

}  // namespace

TEST_CASE("a debug store of a warp leaves the bytes between its lanes alone") {
    Bench bench;
    for (unsigned i = 0; i < 256; ++i) bench.memory.bytes[0x1000 + i] = 0x11;
    PayloadPool<WarpPayload> pool;
    WarpPayload* store = pool.acquire(tlm::TLM_WRITE_COMMAND, 0x1000, warp_lanes * 4);
    store->access.kind = AccessKind::store;
    store->lanes.active = 0xFFFF;
    store->lanes.access_bytes = 4;
    store->lanes.data.fill(0x22);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) store->lanes.address[lane] = 0x1000 + lane * 8;
    bench.driver.memory_out->transport_dbg(*store);
    store->release();
    for (unsigned i = 0; i < 128; ++i) REQUIRE(bench.memory.bytes[0x1000 + i] == (i % 8 < 4 ? 0x22 : 0x11));
}

TEST_CASE("a debug write with byte enables leaves the others alone") {
    Bench bench;
    std::vector<std::uint8_t> data(200, 0x33);
    CHECK(bench.plain(tlm::TLM_WRITE_COMMAND, 0x1040, data, {0xFF, 0, 0xFF}) == 200);
    for (unsigned i = 0; i < 200; ++i) REQUIRE(bench.memory.bytes[0x1040 + i] == (i % 3 == 1 ? 0 : 0x33));
}

TEST_CASE("byte enables without a length, which debug transport may have, enable everything") {
    Bench bench;
    std::vector<std::uint8_t> data(4, 0x33);
    std::uint8_t anything = 0;
    Payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(0x1040);
    payload.set_data_ptr(data.data());
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    payload.set_byte_enable_ptr(&anything);
    payload.set_byte_enable_length(0);
    CHECK(bench.driver.memory_out->transport_dbg(payload) == 4);
    for (unsigned i = 0; i < 4; ++i) CHECK(bench.memory.bytes[0x1040 + i] == 0x33);
}

TEST_CASE("a debug access says how much was served, and reads nothing where nothing was") {
    Bench bench;
    std::vector<std::uint8_t> data(300, 0x44), back(300, 0x55);
    CHECK(bench.plain(tlm::TLM_WRITE_COMMAND, 0x1010, data) == 300);
    bench.memory.refuses_from = 0x1080;
    CHECK(bench.plain(tlm::TLM_READ_COMMAND, 0x1010, back) == 0x70);
    CHECK(back[0x6F] == 0x44);
    CHECK(back[0x70] == 0x55);
}
