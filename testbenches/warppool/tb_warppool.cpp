// The micro-scenarios of MECHANISMS 2.2.8 on one SM with a WarpPool unit, a CTA of one kernel each: (a) warps that load
// one line behind a blocked L1, (b) load, store, load of one warp, (c) two divergent loads, of different and of the
// same lines, (d) two lines for one queue in one cycle. Prints what went to the L1 and when, and leaves warppool.vcd in
// the current folder.
#include <cstdio>

#include "heddle/lsu/pool/warppool/warppool_lsu.h"
#include "heddle/sm/sm.h"
#include "kit/checking_binder.h"
#include "kit/waveform_file.h"
#include "sm/message_driver.h"
#include "sm/script_kernel.h"
#include "warppool/gated_l1.h"

using namespace heddle;
using namespace heddle::script;

namespace {

struct Scenario {
    const char* what;
    unsigned warps;
    std::function<Script(std::uint32_t warp)> program;
    Cycle start, blocked_to;  // if blocked, a warp's loads of other lines have filled the L1's queue before `start`
    unsigned requests;        // that must reach the L1
};

constexpr std::uint64_t other_lines = 0x80000;
Script three_other_loads() {
    return {load(1, other_lines), load(2, other_lines + line_bytes), load(3, other_lines + 2 * line_bytes)};
}

Step divergent_load(std::uint64_t first_line) {
    return memory(Operation::load, AddressSpace::global, 1, first_line, 0, line_bytes);
}

// Lanes 0 to 15 load from one line, the others from another.
Step load_two_lines(std::uint64_t first, std::uint64_t second) {
    Step step = load(1, first);
    const auto fill = step.fill;
    step.fill = [=](LaneAccess& access) {
        fill(access);
        for (unsigned lane = 16; lane < warp_lanes; ++lane) access.address[lane] = second + lane * 4;
    };
    return step;
}

// Bit 12 of an address does not choose the inter-warp queue: lines 4 KB apart share one.
const std::vector<Scenario> scenarios{
    {"(a) 4 warps load one line while the L1 is blocked", 4, [](unsigned) { return Script{load(1, 0x1000)}; }, 30, 50,
     1},
    {"(a) a fifth warp takes the second tag", 5, [](unsigned) { return Script{load(1, 0x1000)}; }, 110, 130, 2},
    {"(b) load, store, load of one warp", 1,
     [](unsigned) {
         return Script{load(1, 0x2000), store(0, 0x2080, 7), load(2, 0x2100)};
     },
     180, 0, 3},
    {"(c) two warps load 32 lines each, none in common", 2,
     [](unsigned warp) { return Script{divergent_load(0x10000 + warp * 0x1000)}; }, 280, 300, 64},
    {"(c) two warps load the same 32 lines", 2, [](unsigned) { return Script{divergent_load(0x10000)}; }, 410, 430, 32},
    {"(d) two lines for one queue in one cycle", 2,
     [](unsigned warp) { return Script{warp ? load_two_lines(0x4000, 0x5040) : load(1, 0x4080)}; }, 510, 0, 3}};

class Bench {
public:
    Bench()
        : clock_("clock", sc_core::sc_time(1, sc_core::SC_NS)),
          driver_("driver", clock_),
          sm_("sm", clock_, sm_parameters(), kernels_, 0, 1, WarpPoolParameters{}.traits()),
          lsu_("lsu", clock_, {}, {}),
          l1_("l1", clock_, 28) {
        launch();
        binder_.bind(driver_.launch_out, sm_.launch_in);
        binder_.bind(sm_.memory_out, lsu_.warp_in);
        binder_.bind(lsu_.l1_out, l1_.core_in);
    }
    // The number of things that are not as they should be.
    unsigned run() {
        WaveformFile waveform("warppool.vcd");
        sc_core::sc_start();
        waveform.close();
        unsigned faults = !driver_.done() + !lsu_.idle() + static_cast<unsigned>(binder_.violations().size());
        for (unsigned i = 0; i < scenarios.size(); ++i) faults += report(i);
        lsu_.settle_counters();
        for (const NamedCounter& counter : lsu_.counters())
            if (counter.value())
                std::printf("%-24s %6llu %s\n", counter.name(), static_cast<unsigned long long>(counter.value()),
                            counter.unit());
        return faults;
    }

private:
    static SmParameters sm_parameters() {
        SmParameters parameters;
        parameters.monitor_waiting = true;
        return parameters;
    }
    // CTA 2 i + 1 is scenario i; CTA 2 i fills the L1's queue before it.
    static Script program(std::uint32_t cta, std::uint32_t warp) {
        const Scenario& scenario = scenarios[cta / 2];
        if (cta % 2 == 0) return warp == 0 ? three_other_loads() : Script{};
        return warp < scenario.warps ? scenario.program(warp) : Script{};
    }
    void launch() {
        KernelShape shape;
        shape.name = "scenarios";
        shape.grid.x = static_cast<std::uint32_t>(2 * scenarios.size());
        shape.block.x = 5 * warp_lanes;
        kernels_.kernels.push_back(std::make_unique<ScriptKernel>(shape, program, [this] { return clock_.now(); }));
        constexpr Cycle before = 20;
        for (std::uint32_t i = 0; i < scenarios.size(); ++i) {
            const Scenario& scenario = scenarios[i];
            if (scenario.blocked_to) {
                driver_.send(scenario.start - before, CtaLaunch{0, 2 * i, 1});
                l1_.blocked.emplace_back(scenario.start - before, scenario.blocked_to);
            }
            driver_.send(scenario.start, CtaLaunch{0, 2 * i + 1, 1});
        }
    }
    unsigned report(unsigned index) {
        const Scenario& scenario = scenarios[index];
        const Cycle end = index + 1 < scenarios.size() ? scenarios[index + 1].start : never;
        std::printf("%s\n", scenario.what);
        for (const auto& issue : kernels_.kernels[0]->issues)
            if (issue.cta == 2 * index + 1 && issue.pc < program(issue.cta, issue.warp).size())
                std::printf("  cycle %4llu  warp %u issues instruction %u\n",
                            static_cast<unsigned long long>(issue.cycle), issue.warp, issue.pc);
        unsigned count = 0;
        Cycle last = 0;
        for (const GatedL1::Request& request : l1_.requests) {
            if (request.cycle < scenario.start || request.cycle >= end || request.address >= other_lines) continue;
            if (scenario.requests < 8)
                std::printf("  cycle %4llu  the L1 takes a %s of 0x%llx\n",
                            static_cast<unsigned long long>(request.cycle), request.write ? "store" : "load",
                            static_cast<unsigned long long>(request.address));
            ++count;
            last = request.cycle;
        }
        std::printf("  %u requests, the last in cycle %llu\n", count, static_cast<unsigned long long>(last));
        return count != scenario.requests;
    }

    ScriptKernels kernels_;
    ClockDomain clock_;
    MessageDriver driver_;
    Sm sm_;
    WarpPoolLsu lsu_;
    GatedL1 l1_;
    CheckingBinder binder_;
};

}  // namespace

int sc_main(int, char*[]) {
    Bench bench;
    return bench.run() != 0;
}
