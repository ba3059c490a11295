// Two clusters of two SMs with two CTA slots each, a kernel of ten CTAs: the worked example of MECHANISMS 1.2.
#include <cstdio>

#include "base/waveform.h"
#include "cta_dispatcher/cta_dispatcher.h"
#include "kit/checking_binder.h"
#include "sm/message_driver.h"
#include "sm/script_kernel.h"
#include "sm_model.h"

using namespace heddle;

int sc_main(int, char*[]) {
    use_femtosecond_resolution();
    ScriptKernels table;
    KernelShape shape;
    shape.name = "ten_ctas";
    shape.grid.x = 10;
    shape.block.x = 128;
    table.kernels.push_back(std::make_unique<ScriptKernel>(
        shape, [](auto, auto) { return Script{}; }, [] { return Cycle{0}; }));

    ClockDomain clock("clock", period_of_mhz(1400));
    MessageDriver host("host", clock);
    const MachineShape machine{2, 2};
    SmLimits limits;
    limits.max_ctas = 2;
    CtaDispatcher dispatcher("cta_dispatcher", clock, {}, machine, limits, table);
    CheckingBinder binder;
    binder.bind(host.launch_out, dispatcher.kernel_in);
    std::vector<std::unique_ptr<SmModel>> sms;
    for (unsigned i = 0; i < machine.sms(); ++i) {
        sms.push_back(std::make_unique<SmModel>(("sm_" + std::to_string(i)).c_str(), clock));
        sms.back()->run_cycles = [](std::uint32_t cta) { return 50 + 10 * cta; };
        binder.bind(dispatcher.sm_out[i], sms.back()->launch_in);
    }
    const unsigned launch = host.send(1, KernelLaunch{0});

    Waveform waveform("cta_dispatcher.vcd", "", {});
    sc_core::sc_start();
    waveform.close();

    for (unsigned i = 0; i < machine.sms(); ++i) {
        std::printf("cluster %u SM %u:", i / machine.sms_per_cluster, i % machine.sms_per_cluster);
        for (const auto& taken : sms[i]->taken)
            std::printf("  CTA %u in cycle %llu", taken.launch.cta, static_cast<unsigned long long>(taken.cycle));
        std::printf("\n");
    }
    std::printf("kernel launched in cycle %llu, finished in %llu\nwaveform: cta_dispatcher.vcd\n",
                static_cast<unsigned long long>(host[launch].sent),
                static_cast<unsigned long long>(host[launch].answered));
    return host.done() ? 0 : 1;
}
