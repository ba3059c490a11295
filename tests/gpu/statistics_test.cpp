// What goes in comes out, at every level, and the totals say what the modules say.
#include <map>

#include "gpu/gpu.h"
#include "gpu_run.h"
#include "stimulus/workload.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Runs a stimulus and hands the machine to `look` before it goes away.
class LookedAt : public GpuPlatform {
public:
    std::unique_ptr<Machine> build(const RunOptions& options, Workload& workload, Binder& binder) override {
        auto machine = GpuPlatform::build(options, workload, binder);
        gpu = static_cast<Gpu*>(machine.get());
        struct Keep : Machine {
            Keep(std::unique_ptr<Machine> m, LookedAt& l) : machine(std::move(m)), looked_at(l) {}
            ~Keep() override { looked_at.look(); }
            Host& host() override { return machine->host(); }
            ClockDomain& core_clock() override { return machine->core_clock(); }
            std::uint64_t retired_warp_instructions() const override { return machine->retired_warp_instructions(); }
            std::uint64_t finished_ctas() const override { return machine->finished_ctas(); }
            std::unique_ptr<Machine> machine;
            LookedAt& looked_at;
        };
        return std::make_unique<Keep>(std::move(machine), *this);
    }
    void look() {
        for_each_block(gpu, [&](Block& block) {
            for (const NamedCounter& counter : block.counters())
                sum[std::string(block.kind()) + "." + counter.name()] += counter.value();
            std::ostringstream outstanding;
            block.report_outstanding(outstanding);
            left_over += outstanding.str();
        });
    }
    Gpu* gpu = nullptr;
    std::map<std::string, std::uint64_t> sum;
    std::string left_over;
};

}  // namespace

namespace {

void check_conservation(LookedAt& platform) {
    auto& sum = platform.sum;
    CHECK(platform.left_over == "");
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

#define CONSERVES(stimulus)                                                                \
    TEST_CASE("nothing is lost or made up on the way: " stimulus) {                        \
        LookedAt platform;                                                                 \
        CheckingBinder binder;                                                             \
        const RunResult result = run(platform, {"--stimulus", shipped(stimulus)}, binder); \
        INFO(result.err);                                                                  \
        REQUIRE(result.code == 0);                                                         \
        check_bindings(binder);                                                            \
        check_conservation(platform);                                                      \
    }

CONSERVES("vector_add_small")
CONSERVES("histogram")
CONSERVES("stencil")
CONSERVES("transpose")
