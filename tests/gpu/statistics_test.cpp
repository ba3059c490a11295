// What goes in comes out, at every level, and the totals say what the modules say.
#include <map>
#include <sstream>

#include "heddle/base/block.h"
#include "platform_run.h"
#include "shipped.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

// What the modules of a kind counted together, and what was still outstanding in any of them at the end.
struct FinalState {
    std::map<std::string, std::uint64_t> sum;
    std::string left_over;

    void add(Block& block) {
        for (const NamedCounter& counter : block.counters())
            sum[std::string(block.kind()) + "." + counter.name()] += counter.value();
        std::ostringstream outstanding;
        block.report_outstanding(outstanding);
        left_over += outstanding.str();
    }
};

void check_conservation(FinalState& end) {
    auto& sum = end.sum;
    CHECK(end.left_over == "");
    CHECK(sum["cta_dispatcher.ctas_launched"] == sum["sm.ctas_finished"]);
    CHECK(sum["sm.loads"] + sum["sm.stores"] + sum["sm.atomics"] == sum["lsu.instructions"]);
    CHECK(sum["lsu.line_requests"] ==
          sum["l1_cache.accesses"] + sum["l1_cache.stores"] + sum["l1_cache.atomics"] + sum["l1_cache.bypasses"]);
    CHECK(sum["l1_cache.accesses"] == sum["l1_cache.hits"] + sum["l1_cache.hits_reserved"] + sum["l1_cache.misses"]);
    CHECK(sum["l1_cache.fills"] == sum["l1_cache.misses"]);
    CHECK(sum["cluster_port.read_requests"] == sum["l1_cache.misses"] + sum["l1_cache.bypasses"]);
    CHECK(sum["cluster_port.write_requests"] == sum["l1_cache.stores"]);
    CHECK(sum["crossbar.read_requests"] == sum["cluster_port.read_requests"]);
    CHECK(sum["crossbar.read_replies"] == sum["crossbar.read_requests"]);
    CHECK(sum["crossbar.write_acks"] == sum["crossbar.write_requests"]);
    CHECK(sum["crossbar.atomic_replies"] == sum["crossbar.atomic_requests"]);
    CHECK(sum["l2_slice.accesses"] ==
          sum["crossbar.read_requests"] + sum["crossbar.write_requests"] + sum["crossbar.atomic_requests"]);
    CHECK(sum["l2_slice.accesses"] == sum["l2_slice.hits"] + sum["l2_slice.hits_reserved"] + sum["l2_slice.misses"]);
    CHECK(sum["memory_controller.reads"] == sum["l2_slice.fills"]);
    CHECK(sum["memory_controller.writes"] == sum["l2_slice.writebacks"]);
    CHECK(sum["memory_controller.row_hits"] + sum["memory_controller.row_misses"] ==
          sum["memory_controller.reads"] + sum["memory_controller.writes"]);
}

}  // namespace

#define CONSERVES(stimulus)                                                                                           \
    TEST_CASE("nothing is lost or made up between the levels: " stimulus) {                                           \
        FinalState end;                                                                                               \
        CheckingBinder binder;                                                                                        \
        const auto look = [&](Machine&) { for_each_block(nullptr, [&](Block& block) { end.add(block); }); };          \
        const PlatformRun result = run_platform_named("gpu", {"--stimulus", shipped(stimulus)}, {&binder, {}, look}); \
        INFO(result.err);                                                                                             \
        REQUIRE(result.code == 0);                                                                                    \
        check_bindings(binder);                                                                                       \
        check_conservation(end);                                                                                      \
    }

CONSERVES("vector_add_small")
CONSERVES("histogram")
CONSERVES("stencil")
CONSERVES("transpose")
