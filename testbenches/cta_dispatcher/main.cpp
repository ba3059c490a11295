// Two clusters of two SMs with two CTA slots each, a kernel of ten CTAs: the worked example of MECHANISMS 1.2.
// The policy is the argument, 2lrr without one.
#include <cstdio>

#include "heddle/cta_dispatcher/cta_dispatcher.h"
#include "kit/checking_binder.h"
#include "kit/waveform_file.h"
#include "sm/message_driver.h"
#include "sm/script_kernel.h"
#include "sm_model.h"

using namespace heddle;

namespace {

void run_example(const std::string& policy) {
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
    CtaDispatcherParameters parameters;
    parameters.policy = policy;
    CtaDispatcher dispatcher("cta_dispatcher", clock, parameters, machine, limits, table);
    CheckingBinder binder;
    binder.bind(host.launch_out, dispatcher.kernel_in);
    std::vector<std::unique_ptr<SmModel>> sms;
    for (unsigned i = 0; i < machine.sms(); ++i) {
        sms.push_back(std::make_unique<SmModel>(("sm_" + std::to_string(i)).c_str(), clock));
        sms.back()->run_cycles = [](std::uint32_t cta) { return 50 + 10 * cta; };
        binder.bind(dispatcher.sm_out[i], sms.back()->launch_in);
    }
    const unsigned launch = host.send(1, KernelLaunch{0});
    dispatcher.on_cta_retired = [&](const CtaRecord& cta) {
        std::printf("CTA %u  cluster %u SM %u  cycles %4llu to %4llu\n", cta.cta, machine.cluster_of(cta.sm),
                    cta.sm % machine.sms_per_cluster, static_cast<unsigned long long>(cta.launched),
                    static_cast<unsigned long long>(cta.retired));
    };

    WaveformFile waveform("cta_dispatcher.vcd");
    sc_core::sc_start();
    waveform.close();
    if (!host.done()) throw SimulationError("the kernel was not answered");
    std::printf("%s: kernel launched in cycle %llu, finished in %llu; %llu context-cycles held back for blocks\n",
                policy.c_str(), static_cast<unsigned long long>(host[launch].sent),
                static_cast<unsigned long long>(host[launch].answered),
                static_cast<unsigned long long>(dispatcher.block_delay_context_cycles.value()));
    std::printf("waveform: cta_dispatcher.vcd\n");
}

}  // namespace

int sc_main(int argc, char* argv[]) {
    use_femtosecond_resolution();
    try {
        run_example(argc > 1 ? argv[1] : "2lrr");
    } catch (const ParameterError& error) {
        std::fprintf(stderr, "%s\nusage: tb_cta_dispatcher [policy]\n", error.what());
        return 2;
    } catch (const SimulationError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
