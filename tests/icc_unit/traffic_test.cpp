// Random traffic of five SMs to the same few lines, every byte checked by one scoreboard for the whole cluster.
#include <catch2/catch.hpp>
#include <sstream>

#include "heddle/icc_unit/icc_unit.h"
#include "kit/checking_binder.h"
#include "kit/foreign_translator.h"
#include "kit/simple_memory.h"
#include "kit/test_scale.h"
#include "sharing_sm.h"

using namespace heddle;

namespace {

struct Options {
    IccParameters icc;
    ClusterPortParameters port;
    unsigned stall_percent = 0, latency = 60;
    bool translated = false;  // the network changes addresses
};

struct Cluster {
    explicit Cluster(const Options& o)
        : binder(ProtocolChecker::OnViolation::report, o.translated ? AddressRule::may_change : AddressRule::must_stay),
          unit("icc_unit", clock, o.port, o.icc),
          memory("memory", clock, memory_parameters(o)) {
        const unsigned count = static_cast<unsigned>(scaled(40000, 2000));
        for (unsigned i = 0; i < o.port.cores; ++i) {
            sms.push_back(
                std::make_unique<SharingSm>(("sm_" + std::to_string(i)).c_str(), clock, scoreboard, i + 1, count));
            binder.bind(sms.back()->out, unit.core_in[i]);
        }
        if (o.translated) {
            translator = std::make_unique<ForeignTranslator>("translator");
            binder.bind(unit.noc_out, translator->in);
            translator->out.bind(memory.request_in);
        } else {
            binder.bind(unit.noc_out, memory.request_in);
        }
        requests = std::uint64_t{count} * o.port.cores;
    }
    static SimpleMemoryParameters memory_parameters(const Options& o) {
        SimpleMemoryParameters p;
        p.latency_cycles = o.latency;
        p.stall_percent = o.stall_percent;
        return p;
    }
    void run() {
        sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC), sc_core::SC_EXIT_ON_STARVATION);
        std::uint64_t atomics = 0;
        for (const auto& sm : sms) {
            CHECK(sm->error == "");
            CHECK(sm->answered * sms.size() == requests);
            CHECK(sm->pool.live() == 0);
            atomics += sm->atomics;
        }
        CHECK(scoreboard.in_flight() == 0);
        CHECK(binder.violations().empty());
        CHECK(binder.outstanding() == 0);
        std::uint64_t counter = 0;
        const std::uint64_t counter_line = SharingSm::counter_line + (translator ? translator->offset() : 0);
        for (unsigned i = 0; i < 4; ++i) counter |= std::uint64_t{memory.peek(counter_line + i)} << (8 * i);
        CHECK(counter == atomics);
        check_balance();
    }
    void check_balance() {
        const IccCounters& icc = unit.icc;
        CHECK(unit.responses.value() == requests);
        CHECK(unit.injected_requests.value() + icc.mt_hits.value() + icc.cc_hits.value() == requests);
        CHECK(icc.lookups.value() == icc.cc_hits.value() + icc.mt_lookups.value());
        CHECK(icc.lookups.value() + icc.bypassed_loads.value() == unit.read_requests.value());
        CHECK(unit.mechanism().merge_table().used() == 0);
        std::ostringstream outstanding;
        unit.report_outstanding(outstanding);
        CHECK(outstanding.str() == "");
    }
    MemoryScoreboard scoreboard;
    CheckingBinder binder;
    ClockDomain clock{"clock", period_of_mhz(1400)};
    IccUnit unit;
    SimpleMemory memory;
    std::unique_ptr<ForeignTranslator> translator;
    std::vector<std::unique_ptr<SharingSm>> sms;
    std::uint64_t requests = 0;
};

}  // namespace

TEST_CASE("random sharing traffic with merge table and coalesced cache: nothing lost, nothing old") {
    Cluster cluster({});
    cluster.run();
    const IccCounters& icc = cluster.unit.icc;
    CHECK(icc.mt_hits.value() > 1000);
    CHECK(icc.cc_hits.value() > 1000);
    CHECK(icc.mt_merge_after_write.value() > 100);
    CHECK(icc.cc_refused_inserts.value() > 100);
    CHECK(icc.cc_write_evicts.value() > 100);
}

TEST_CASE("random sharing traffic through a table of two entries, tiny buffers and a memory that stalls") {
    Options o;
    o.icc.merge_table_entries = 2;
    o.icc.coalesced_cache_lines = 2;
    o.port.injection_buffer_packets = 1;
    o.port.response_buffer_packets = 1;
    o.stall_percent = 30;
    Cluster cluster(o);
    cluster.run();
    const IccCounters& icc = cluster.unit.icc;
    CHECK(icc.mt_full_bypasses.value() > 1000);
    CHECK(icc.untracked_reply_address_hits.value() > 10);
    CHECK(icc.cc_evictions.value() > 10);
}

TEST_CASE("random sharing traffic before an interconnect that changes the address") {
    Options o;
    o.translated = true;
    Cluster cluster(o);
    cluster.run();
    CHECK(cluster.unit.icc.mt_hits.value() > 1000);
    CHECK(cluster.unit.icc.cc_hits.value() > 1000);
}

TEST_CASE("random sharing traffic with the merge table alone") {
    Options o;
    o.icc.coalesced_cache = false;
    Cluster cluster(o);
    cluster.run();
    CHECK(cluster.unit.icc.mt_hits.value() > 1000);
}

TEST_CASE("random sharing traffic with serial look-up") {
    Options o;
    o.icc.icc_serial_lookup = true;
    Cluster cluster(o);
    cluster.run();
    CHECK(cluster.unit.icc.cc_hits.value() > 1000);
}

TEST_CASE("the scoreboard notices what the paper's silent rule does to the bytes") {
    Options o;
    o.icc.mt_close_on_write = false;
    Cluster cluster(o);
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC), sc_core::SC_EXIT_ON_STARVATION);
    unsigned wrong = 0;
    for (const auto& sm : cluster.sms) wrong += !sm->error.empty();
    CHECK(wrong > 0);
    CHECK(cluster.unit.responses.value() == cluster.requests);  // old bytes, but every load is answered
}
