// Kernels that ask where and when they run, on a whole GPU.
#include <utility>

#include "heddle/sm/sm.h"
#include "heddle/stimulus/ptx/ptx_module.h"
#include "heddle/stimulus/workload.h"
#include "platform_run.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

constexpr std::uint64_t in_at = 0x10000, out_at = 0x20000;

// Every CTA of one warp loads the word of its SM twice, one after the other, and stores when and where. The add that
// needs the loaded value keeps the clock from being read before it has come.
const char* const text = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry probe(.param .u64 in, .param .u64 out)
{
.reg .pred %p;
.reg .b32 %r<16>;
.reg .b64 %rd<8>;
ld.param.u64 %rd0, [in];
ld.param.u64 %rd1, [out];
mov.u32 %r0, %smid;
mul.wide.u32 %rd2, %r0, 128;
add.u64 %rd2, %rd0, %rd2;
mov.u32 %r1, %tid.x;
setp.ne.u32 %p, %r1, 0;
@%p exit;
mov.u32 %r2, %clock;
ld.global.u32 %r3, [%rd2];
add.u32 %r3, %r3, 1;
mov.u32 %r4, %clock;
ld.global.u32 %r5, [%rd2];
add.u32 %r5, %r5, 1;
mov.u32 %r6, %clock;
mov.u64 %rd3, %clock64;
mov.u64 %rd4, %globaltimer;
mov.u32 %r7, %nsmid;
sub.u32 %r8, %r4, %r2;
sub.u32 %r9, %r6, %r4;
mov.u32 %r10, %ctaid.x;
mul.wide.u32 %rd5, %r10, 32;
add.u64 %rd5, %rd1, %rd5;
cvt.u32.u64 %r11, %rd3;
cvt.u32.u64 %r12, %rd4;
st.global.v4.u32 [%rd5], {%r0, %r7, %r2, %r8};
st.global.v4.u32 [%rd5+16], {%r9, %r6, %r11, %r12};
ret;
}
)";

struct Probe {
    std::uint32_t sm, sm_count, begin, first, second, end, clock64, nanoseconds;
};

class ProbeWorkload : public Workload {
public:
    explicit ProbeWorkload(std::uint32_t ctas, std::vector<Probe>& seen)
        : module_(ptx::parse_ptx(text, "probe.ptx")),
          kernel_(module_->kernel("probe", {ctas, 1, 1}, {32, 1, 1}, {ptx::argument(in_at), ptx::argument(out_at)})),
          seen_(seen) {}

    std::uint32_t kernel_count() const override { return 1; }
    const Kernel& kernel(std::uint32_t) const override { return *kernel_; }
    void initialise(HostMemory&) override { launched_ = false; }
    std::uint32_t next_launch(HostMemory&) override { return std::exchange(launched_, true) ? no_more : 0; }
    std::uint64_t expected_ctas() const override { return kernel_->shape().ctas(); }
    CheckResult check(HostMemory& memory) override {
        seen_.resize(kernel_->shape().ctas());
        memory.read(out_at, seen_.data(), seen_.size() * sizeof(Probe));
        return {};
    }

private:
    std::shared_ptr<const ptx::PtxModule> module_;
    std::unique_ptr<ptx::PtxKernel> kernel_;
    std::vector<Probe>& seen_;
    bool launched_ = false;
};

// What an SM has counted at the end.
struct Counted {
    std::uint64_t ctas, loads, load_latency_cycles;
};

}  // namespace

TEST_CASE("a kernel sees the SM it runs on and the clock of its loads") {
    constexpr std::uint32_t sms = 12, ctas = 45;
    std::vector<Probe> seen;
    std::vector<Counted> by_sm;
    const auto look = [&](Machine&) {
        for_each_block(nullptr, [&](Block& block) {
            if (const auto* sm = dynamic_cast<Sm*>(&block))
                by_sm.push_back({sm->finished_ctas(), sm->loads.value(), sm->load_latency_cycles.value()});
        });
    };
    CheckingBinder binder;
    const PlatformRun result =
        run_platform_named("gpu",
                           {"--stimulus", "probe", "--set", "topology.clusters=4", "--set",
                            "topology.sms_per_cluster=3", "--set", "clock.core_mhz=500"},
                           {&binder, [&] { return std::make_unique<ProbeWorkload>(ctas, seen); }, look});
    INFO(result.text());
    REQUIRE(result.code == 0);
    REQUIRE(by_sm.size() == sms);
    REQUIRE(seen.size() == ctas);

    std::vector<std::uint64_t> ctas_of(sms), cycles_of(sms);
    for (const Probe& probe : seen) {
        REQUIRE(probe.sm < sms);
        CHECK(probe.sm_count == sms);
        ++ctas_of[probe.sm];
        cycles_of[probe.sm] += probe.first + probe.second;
        CHECK(probe.end == probe.begin + probe.first + probe.second);
        CHECK(probe.clock64 > probe.end);
        CHECK(probe.clock64 < probe.end + 10);
        // 2 ns a cycle, read an instruction or two after %clock64
        CHECK(probe.nanoseconds >= 2 * probe.clock64);
        CHECK(probe.nanoseconds < 2 * probe.clock64 + 20);
        CHECK(probe.second < 60);  // the second load hits the L1
    }
    for (std::uint32_t sm = 0; sm < sms; ++sm) {
        INFO("SM " << sm);
        CHECK(ctas_of[sm] == by_sm[sm].ctas);
        CHECK(by_sm[sm].loads == 2 * ctas_of[sm]);
        // Around a load: its issue, its latency, the add that waits for it; and other warps may issue in between.
        const std::uint64_t latency = by_sm[sm].load_latency_cycles;
        CHECK(cycles_of[sm] >= latency);
        CHECK(cycles_of[sm] <= latency + by_sm[sm].loads * 8);
    }
    CHECK(seen[0].first > 2 * seen[0].second);  // the first load of all misses everywhere
}

namespace {

// out[cta * 64 + tid] = tid for a buffer that ends in the second CTA's second warp.
class StrayWorkload : public Workload {
public:
    StrayWorkload()
        : module_(ptx::parse_ptx(".version 7.0\n.target sm_70\n.address_size 64\n.entry stray(.param .u64 out)\n{\n"
                                 ".reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd0, [out];\n"
                                 "mov.u32 %r0, %tid.x;\nmad.lo.u32 %r1, %ctaid.x, %ntid.x, %r0;\n"
                                 "mul.wide.u32 %rd1, %r1, 4;\nadd.u64 %rd2, %rd0, %rd1;\n"
                                 "st.global.u32 [%rd2], %r0;\nret;\n}\n",
                                 "stray.ptx")),
          kernel_(module_->kernel("stray", {2, 1, 1}, {64, 1, 1}, {ptx::argument(out_at)})) {
        check_.add("OUT", out_at, 100 * 4);
        kernel_->set_address_check(&check_);
    }
    std::uint32_t kernel_count() const override { return 1; }
    const Kernel& kernel(std::uint32_t) const override { return *kernel_; }
    void initialise(HostMemory&) override {}
    std::uint32_t next_launch(HostMemory&) override { return 0; }
    std::uint64_t expected_ctas() const override { return 0; }
    CheckResult check(HostMemory&) override { return {}; }

private:
    std::shared_ptr<const ptx::PtxModule> module_;
    std::unique_ptr<ptx::PtxKernel> kernel_;
    ptx::AddressCheck check_;
};

}  // namespace

TEST_CASE("an access out of bounds ends the run of the machine and says whose it was") {
    CheckingBinder binder;
    const PlatformRun result = run_platform_named("gpu", {"--stimulus", "stray"},
                                                  {&binder, [] { return std::make_unique<StrayWorkload>(); }, {}});
    CHECK(result.code == 1);
    INFO(result.err);
    CHECK(result.err.find("kernel stray, CTA 1 (1,0,0), thread (36,0,0), PC 5, stray.ptx:13: out of bounds: store of 4 "
                          "bytes at global address 0x20190, 0 bytes behind the end of buffer 'OUT' (0x20000 .. "
                          "0x2018f)") != std::string::npos);
}

TEST_CASE("barriers with a reduction on a whole GPU") {
    CheckingBinder binder;
    const PlatformRun result = run_platform_named(
        "gpu", {"--stimulus", HEDDLE_SOURCE_DIR "/tests/ptx/data/nvcc_barriers.stim", "--system", "small"},
        {&binder, {}, {}});
    INFO(result.text());
    CHECK(result.code == 0);
    CHECK(result.out.find("Data check: 2 100 values, 0 mismatches") != std::string::npos);
    check_bindings(binder);
}
