// The micro-scenario of MECHANISMS 1.4 and its totals.
#include <catch2/catch.hpp>

#include "icc_unit/scripted_sm.h"

using namespace heddle_bench;

namespace {

unsigned count(const IccBench& bench, std::uint64_t line) {
    unsigned found = 0;
    for (std::uint64_t address : bench.arrivals()) found += address == line;
    return found;
}

}  // namespace

TEST_CASE("micro-scenario, the paper's rule: 3 NoC reads, 2 NoC writes, 1 merge, 1 cache hit") {
    IccParameters parameters;
    parameters.mt_close_on_write = false;
    IccBench b(parameters);
    micro_scenario(b);
    CHECK(b.run() == 0);
    const IccCounters& icc = b.unit.icc;
    CHECK(b.unit.injected_requests.value() == 3 + 2);
    CHECK(b.unit.write_requests.value() == 2);
    CHECK(count(b, 0x1000) == 4);  // reads by SM0 and SM4, writes by SM2 and SM4
    CHECK(count(b, 0x2000) == 1);
    CHECK(icc.mt_hits.value() == 1);
    CHECK(icc.cc_hits.value() == 1);
    CHECK(icc.cc_inserts.value() == 1);
    CHECK(icc.cc_write_evicts.value() == 1);
    CHECK(icc.mt_allocations.value() == 3);
    CHECK(icc.sm_list_at_reply.counts() == std::vector<std::uint64_t>{0, 2, 1, 0, 0, 0});
    CHECK(b.sms[0]->done[0].cycle == b.sms[3]->done[0].cycle);  // broadcast
    CHECK(b.sms[1]->done[0].cycle == 215);                      // the cache's answer
    CHECK(b.sms[1]->done[0].first_byte == 0);     // the bytes from before SM2's store: the hazard of 1.8 item 10
    CHECK(b.sms[4]->done[1].first_byte == 0x44);  // SM4 sees its own store
}

TEST_CASE("micro-scenario with the hazard closed: the line that a store passed is not kept") {
    IccBench b;
    micro_scenario(b);
    CHECK(b.run() == 0);
    CHECK(b.unit.injected_requests.value() == 4 + 2);
    CHECK(b.unit.icc.mt_hits.value() == 1);
    CHECK(b.unit.icc.cc_hits.value() == 0);
    CHECK(b.unit.icc.cc_refused_inserts.value() == 1);
    CHECK(b.sms[1]->done[0].first_byte == 0x22);  // what SM2 stored
    CHECK(b.sms[4]->done[1].first_byte == 0x44);
}
