// The unit in front of several L1s of an SM, each of which serves some of the CTA slots.
#include <catch2/catch.hpp>

#include "blocking_access.h"
#include "heddle/lsu/split_lsu.h"
#include "kit/checking_binder.h"
#include "kit/socket_contract.h"
#include "l1_cache/planned_memory.h"
#include "lsu/warp_driver.h"

using namespace heddle;

namespace {

struct SplitBench {
    SplitBench() {
        binder.bind(driver.memory_out, lsu.warp_in);
        binder.bind(lsu.l1_port(0), first.request_in);
        binder.bind(lsu.l1_port(1), second.request_in);
    }
    unsigned access(unsigned cta_slot, AccessKind kind, std::uint64_t from, unsigned stride = 4) {
        const unsigned index = driver.warp(1, kind, [=](unsigned lane) { return from + lane * stride; });
        driver[index].warp->access.cta_slot = static_cast<std::uint16_t>(cta_slot);
        return index;
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(lsu.idle());
        REQUIRE(binder.outstanding() == 0);
    }
    ClockDomain clock{"clock", period_of_mhz(1000)};
    WarpDriver driver{"driver", clock, 8};
    SplitLsu lsu{"lsu", clock, {}, 2};
    PlannedMemory first{"first", clock, 4}, second{"second", clock, 4};
    CheckingBinder binder;
};

struct SplitDevice : ContractDevice {
    explicit SplitDevice(ClockDomain& clock) : lsu("lsu", clock, {}, 2) {}
    tlm::tlm_target_socket<32>& socket() override { return lsu.warp_in; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&lsu.l1_port(0), &lsu.l1_port(1)}; }
    std::size_t live_payloads() const override { return lsu.idle() ? 0 : 1; }
    SplitLsu lsu;
};

std::unique_ptr<ContractDevice> make_split(ClockDomain& clock) {
    return std::make_unique<SplitDevice>(clock);
}

}  // namespace

TEST_CASE("split: all lines of an instruction go to the cache of its CTA slot") {
    SplitBench bench;
    bench.access(0, AccessKind::load, 0x1000, 128);
    bench.access(1, AccessKind::load, 0x1000, 128);
    bench.access(5, AccessKind::load, 0x8000);
    bench.access(2, AccessKind::load, 0x9000);
    bench.run();
    REQUIRE(bench.first.requests.size() == 33);
    REQUIRE(bench.second.requests.size() == 33);
    CHECK(bench.second.requests.back().address == 0x8000);
    CHECK(bench.first.requests.back().address == 0x9000);
    CHECK(bench.lsu.line_requests.value() == 66);
}

TEST_CASE("split: one line per cycle, whichever cache it goes to") {
    SplitBench bench;
    bench.access(0, AccessKind::load, 0x1000);
    bench.access(1, AccessKind::load, 0x2000);
    bench.access(0, AccessKind::load, 0x3000);
    bench.run();
    REQUIRE(bench.first.requests.size() == 2);
    REQUIRE(bench.second.requests.size() == 1);
    CHECK(bench.second.requests[0].taken == bench.first.requests[0].taken + 1);
    CHECK(bench.first.requests[1].taken == bench.first.requests[0].taken + 2);
}

TEST_CASE("split: a cache that takes nothing holds up what comes behind, and every load gets its values") {
    SplitBench bench;
    bench.second.takes_from = 100;
    const unsigned store = bench.access(0, AccessKind::store, 0x1000);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bench.driver.set_word(store, lane, 500 + lane);
    const unsigned other = bench.access(1, AccessKind::load, 0x2000, 128);
    const unsigned own = bench.access(0, AccessKind::load, 0x1000);
    for (unsigned i = 0; i < 4; ++i) bench.second.byte(0x2000 + i) = 0x11;
    bench.run();
    CHECK(bench.first.requests.back().taken > 100);
    CHECK(bench.driver.word(other, 0) == 0x11111111);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) CHECK(bench.driver.word(own, lane) == 500 + lane);
}

TEST_CASE("split: a debug write reaches every cache") {
    SplitBench bench;
    sc_core::sc_start(1, sc_core::SC_NS);
    testing::BlockingAccess write(tlm::TLM_WRITE_COMMAND, 0x40, 8, 0x77);
    CHECK(bench.driver.memory_out->transport_dbg(write) == 8);
    CHECK(bench.first.byte(0x40) == 0x77);
    CHECK(bench.second.byte(0x47) == 0x77);
}

TEST_CASE("split: a blocking access goes to the cache of its CTA slot, a plain write to every cache") {
    SplitBench bench;
    sc_core::sc_start(1, sc_core::SC_NS);
    bench.first.byte(0x40) = 5;
    bench.second.byte(0x40) = 9;
    PayloadPool<WarpPayload> pool;
    WarpPayload* load = pool.acquire(tlm::TLM_READ_COMMAND, 0x40, 4);
    load->access.kind = AccessKind::load;
    load->access.cta_slot = 3;
    load->lanes.active = 1;
    load->lanes.access_bytes = 4;
    load->lanes.address[0] = 0x40;
    sc_core::sc_time delay;
    bench.driver.memory_out->b_transport(*load, delay);
    CHECK(load->lanes.data[0] == 9);
    load->release();
    testing::BlockingAccess write(tlm::TLM_WRITE_COMMAND, 0x40, 8, 0x77);
    bench.driver.memory_out->b_transport(write, delay);
    CHECK(write.is_response_ok());
    CHECK(bench.first.byte(0x40) == 0x77);
    CHECK(bench.second.byte(0x47) == 0x77);
    CHECK(bench.first.requests.size() == 1);  // the others are debug accesses
    CHECK(bench.second.requests.size() == 1);
}

TEST_CASE("split: the longest queue has room in its signal") {
    SplitBench bench;
    for (const Signal* signal : bench.lsu.signals())
        if (signal->name() == "instruction_queue") CHECK(1U << signal->width() > 1024);
}

HEDDLE_SOCKET_CONTRACT("split_lsu.warp_in", make_split)
