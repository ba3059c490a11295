// The extension on payloads that are not Heddle's own: lent for the time of a transaction, cloned for a deep copy.
#include "heddle/base/gpu_access.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstring>

#include "base/relay.h"
#include "heddle/base/payload_bytes.h"
#include "heddle/base/payload_pool.h"
#include "kit/foreign_extensions.h"
#include "kit/simple_memory.h"

using namespace heddle;

namespace {

struct ForeignManager : tlm::tlm_mm_interface {
    void free(Payload* payload) override { payload->reset(); }
};

struct ForeignPayload : Payload {
    explicit ForeignPayload(tlm::tlm_mm_interface* manager = nullptr) : Payload(manager) {
        set_read();
        set_data_ptr(bytes.data());
        set_data_length(128);
        set_streaming_width(128);
    }
    std::array<unsigned char, 512> bytes{};
};

// A relay that asks for the extension in every kind of access, as most modules do.
struct AskingRelay : Relay {
    using Relay::Relay;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override {
        asked += gpu_access(payload).kind == kind_of_command(payload);
        Relay::serve_blocking(payload, delay, port);
        asked += gpu_access(payload).kind == kind_of_command(payload);
    }
    unsigned serve_debug(Payload& payload, unsigned port) override {
        asked += gpu_access(payload).kind == kind_of_command(payload);
        return Relay::serve_debug(payload, port);
    }
    unsigned asked = 0;
};

struct Bench : sc_core::sc_module {
    ClockDomain clock{"clock", period_of_mhz(1000)};
    tlm::tlm_initiator_socket<32> initiator{"initiator"};
    AskingRelay outer{"outer", clock, 4}, inner{"inner", clock, 4};
    SimpleMemory memory{"memory", clock, {}};
    struct : tlm::tlm_bw_transport_if<> {
        tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
            return tlm::TLM_ACCEPTED;
        }
        void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
    } ignore;
    explicit Bench(sc_core::sc_module_name name = "bench") : sc_module(name) {
        initiator.bind(ignore);
        initiator.bind(outer.request_in);
        outer.request_out.bind(inner.request_in);
        inner.request_out.bind(memory.request_in);
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
    }
};

}  // namespace

TEST_CASE("GpuAccess: a payload without a manager keeps no extension after b_transport and transport_dbg") {
    Bench bench;
    ForeignPayload payload;
    sc_core::sc_time delay;
    bench.initiator->b_transport(payload, delay);
    CHECK(payload.is_response_ok());
    CHECK_FALSE(has_extension(payload));
    CHECK(bench.initiator->transport_dbg(payload) == 128);
    CHECK_FALSE(has_extension(payload));
    CHECK(bench.outer.asked == 3);
    CHECK(bench.inner.asked == 3);
}

TEST_CASE("GpuAccess: a payload's manager frees what a blocking access was given") {
    Bench bench;
    ForeignManager manager;
    ForeignPayload payload(&manager);
    payload.acquire();
    sc_core::sc_time delay;
    bench.initiator->b_transport(payload, delay);
    bench.initiator->b_transport(payload, delay);
    payload.release();
    CHECK_FALSE(has_extension(payload));
    CHECK(bench.inner.asked == 4);
}

TEST_CASE("GpuAccess: what an initiator attached itself stays") {
    Bench bench;
    ForeignPayload payload;
    GpuAccess own;
    own.cta = 7;
    payload.set_extension(&own);
    sc_core::sc_time delay;
    bench.initiator->b_transport(payload, delay);
    CHECK(payload.get_extension<GpuAccess>() == &own);
    CHECK(own.cta == 7);
    payload.clear_extension(&own);
}

TEST_CASE("GpuAccess: a clone has the fields of its original and is reused after it was freed") {
    PayloadPool<WarpPayload> pool;
    ForeignManager manager;
    WarpPayload& original = *pool.acquire(tlm::TLM_READ_COMMAND, 0x80, 128);
    original.access.cta = 11;
    original.access.owner_tag = 12;
    original.access.route.push(3);
    original.lanes.active = 0x55;
    ForeignPayload copy(&manager);
    const void *access = nullptr, *lanes = nullptr;
    for (unsigned round = 0; round < 3; ++round) {
        copy.acquire();
        copy.deep_copy_from(original);
        CHECK(&gpu_access(copy) != &original.access);
        CHECK(gpu_access(copy).cta == 11);
        CHECK(gpu_access(copy).owner_tag == 12);
        CHECK(gpu_access(copy).route.top() == 3);
        REQUIRE(warp_access(copy));
        CHECK(warp_access(copy)->active == 0x55);
        if (round) {
            CHECK(&gpu_access(copy) == access);
            CHECK(warp_access(copy) == lanes);
        }
        access = &gpu_access(copy);
        lanes = warp_access(copy);
        copy.release();
        CHECK_FALSE(has_extension(copy));
    }
    original.release();
}

TEST_CASE("GpuAccess: the old values of an atomic reach the original of a copy, and of a copy's copy") {
    PayloadPool<LinePayload> pool;
    ForeignManager manager;
    LinePayload& original = *pool.acquire(tlm::TLM_IGNORE_COMMAND, 0, 8);
    original.access.kind = AccessKind::atomic;
    original.data.fill(1);
    ForeignPayload copy(&manager), second(&manager);
    copy.deep_copy_from(original);
    second.deep_copy_from(copy);
    std::array<std::uint8_t, line_bytes> memory{};
    memory.fill(0x20);
    perform_atomic(second, memory.data(), 0);
    CHECK(memory[0] == 0x21);
    second.reset();
    copy.update_original_from(second);
    copy.reset();
    CHECK(original.data[0] == 0x20);
    CHECK(original.data[7] == 0x20);
    CHECK(original.data[8] == 1);
    original.release();
}

TEST_CASE("WarpAccess: lanes that were loaded into a copy reach the copy's data and the original") {
    PayloadPool<WarpPayload> pool;
    ForeignManager manager;
    WarpPayload& original = *pool.acquire(tlm::TLM_READ_COMMAND, 0, 128);
    original.lanes.data.fill(1);
    ForeignPayload copy(&manager);
    copy.deep_copy_from(original);
    warp_access(copy)->data.fill(9);
    return_lane_data(copy, *warp_access(copy));
    CHECK(copy.bytes[127] == 9);
    CHECK(copy.bytes[128] == 0);
    CHECK(original.lanes.data[127] == 9);
    CHECK(original.lanes.data[128] == 1);
    copy.reset();
    original.release();
}
