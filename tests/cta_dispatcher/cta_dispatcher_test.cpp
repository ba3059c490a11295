// The dispatcher between a host and SMs that take CTAs and end them when the test says so.
#include "dispatcher_bench.h"

using namespace heddle;

TEST_CASE("the worked example of MECHANISMS 1.2, with sockets") {
    SmLimits limits;
    limits.max_ctas = 2;
    DispatcherBench bench({2, 2}, {}, limits);
    bench.hold_all();
    bench.add_kernel(10);
    const unsigned kernel = bench.host.send(1, KernelLaunch{0});
    sc_core::sc_start(100, sc_core::SC_NS);
    CHECK(bench.sms[0]->ctas() == Ctas{0, 4});
    CHECK(bench.sms[1]->ctas() == Ctas{2, 6});
    CHECK(bench.sms[2]->ctas() == Ctas{1, 5});
    CHECK(bench.sms[3]->ctas() == Ctas{3, 7});
    bench.sms[0]->retire(0);
    sc_core::sc_start(100, sc_core::SC_NS);
    CHECK(bench.sms[0]->ctas() == Ctas{0, 4, 8});
    CHECK(bench.host[kernel].answered == never);
    bench.sms[2]->retire(5);
    sc_core::sc_start(10, sc_core::SC_NS);
    for (auto [sm, cta] : {std::pair{0, 4}, {0, 8}, {1, 2}, {1, 6}, {2, 1}, {3, 3}, {3, 7}}) bench.sms[sm]->retire(cta);
    sc_core::sc_start(100, sc_core::SC_NS);
    CHECK(bench.sms[2]->ctas() == Ctas{1, 5, 9});
    CHECK(bench.host[kernel].answered == never);
    bench.sms[2]->retire(9);
    bench.run();
    CHECK(bench.host.status(kernel) == tlm::TLM_OK_RESPONSE);
    CHECK(bench.dispatcher.ctas_launched.value() == 10);
    CHECK(bench.dispatcher.ctas_retired.value() == 10);
}

TEST_CASE("one CTA is launched per cycle, from the cycle the launch is seen in") {
    DispatcherBench bench({4, 1});
    bench.add_kernel(4);
    bench.host.send(10, KernelLaunch{0});
    bench.run();
    // Sent in 10, seen and passed on in 11, at the SM in 12.
    for (unsigned i = 0; i < 4; ++i) CHECK(bench.sms[i]->taken[0].cycle == 12 + i);
}

TEST_CASE("the launch latency delays the first CTA") {
    CtaDispatcherParameters parameters;
    parameters.launch_latency_cycles = 700;
    DispatcherBench bench({4, 1}, parameters);
    bench.add_kernel(4);
    bench.host.send(10, KernelLaunch{0});
    bench.run();
    for (unsigned i = 0; i < 4; ++i) CHECK(bench.sms[i]->taken[0].cycle == 712 + i);
}

TEST_CASE("each resource limits the CTAs of an SM") {
    SmLimits limits;
    DispatcherBench bench({1, 1}, {}, limits);
    bench.add_kernel(30);                 // CTA slots: 8
    bench.add_kernel(30, 512);            // 16 warps: 3
    bench.add_kernel(30, 256, 63);        // 16128 registers: 2
    bench.add_kernel(30, 32, 16, 16384);  // shared memory: 4
    const unsigned expected[] = {8, 3, 2, 4};
    for (std::uint32_t kernel = 0; kernel < 4; ++kernel) bench.host.send(1, KernelLaunch{kernel});
    SmModel& sm = *bench.sms[0];
    for (unsigned kernel = 0; kernel < 4; ++kernel) {
        sm.most_resident = 0;
        while (bench.host[kernel].answered == never) sc_core::sc_start(1, sc_core::SC_NS);
        CHECK(sm.most_resident == expected[kernel]);
    }
    bench.run();
    CHECK(bench.dispatcher.blocked_cycles.value() > 0);
}

TEST_CASE("a kernel that fits no SM is an error that names it and the reason") {
    DispatcherBench bench({1, 1});
    bench.add_kernel(1, 32, 16, 65537);
    bench.host.send(1, KernelLaunch{0});
    CHECK_THROWS_WITH(sc_core::sc_start(), Catch::Contains("kernel k0") && Catch::Contains("shared memory"));
}

TEST_CASE("kernels run one after another, each launch with its own number") {
    DispatcherBench bench({2, 1});
    bench.add_kernel(6);
    bench.add_kernel(3);
    for (std::uint32_t kernel : {0, 1, 0, 1, 1}) bench.host.send(1, KernelLaunch{kernel});
    bench.run();
    std::vector<SmModel::Taken> all;
    for (auto& sm : bench.sms) all.insert(all.end(), sm->taken.begin(), sm->taken.end());
    CHECK(all.size() == 6 + 3 + 6 + 3 + 3);
    for (const auto& t : all) {
        const unsigned index = t.launch.launch - 1;
        REQUIRE(index < 5);
        CHECK(t.launch.kernel == std::array<unsigned, 5>{0, 1, 0, 1, 1}[index]);
        CHECK(t.cycle < bench.host[index].answered);
        if (index > 0) CHECK(t.cycle > bench.host[index - 1].answered - 2);
    }
    CHECK(bench.dispatcher.kernels_launched.value() == 5);
}

TEST_CASE("messages that are no launch are answered with what is wrong, the next one runs") {
    DispatcherBench bench({1, 1});
    bench.add_kernel(2);
    const unsigned unknown = bench.host.send(1, KernelLaunch{5}), read = bench.host.send(1, KernelLaunch{0});
    const unsigned too_long = bench.host.send(1, KernelLaunch{0}, 8), good = bench.host.send(1, KernelLaunch{0});
    bench.host.payload(read).set_command(tlm::TLM_READ_COMMAND);
    bench.run();
    CHECK(bench.host.status(unknown) == tlm::TLM_GENERIC_ERROR_RESPONSE);
    CHECK(bench.host.status(read) == tlm::TLM_COMMAND_ERROR_RESPONSE);
    CHECK(bench.host.status(too_long) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(bench.host.status(good) == tlm::TLM_OK_RESPONSE);
    CHECK(bench.dispatcher.kernels_launched.value() == 1);
    CHECK(bench.sms[0]->ctas() == Ctas{0, 1});
}

TEST_CASE("start and end of each kernel are announced, those of refused launches are not") {
    SmLimits limits;
    limits.reserved_shared_bytes = 1024;
    DispatcherBench bench({1, 1}, {}, limits);
    struct Listener : Ticked, private KernelBoundaryTarget {
        KernelBoundaryIn kernel_events_in{*this, *this, "kernel_events_in"};
        Listener(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
        void kernel_boundary(KernelEvent event, Cycle now) override { heard.emplace_back(event, now); }
        void kernel_takes_shared(std::uint32_t bytes) override { shared.push_back(bytes); }
        void tick(Cycle) override {}
        std::vector<std::pair<KernelEvent, Cycle>> heard;
        std::vector<std::uint32_t> shared;
    } listener("listener", bench.clock);
    bench.dispatcher.kernel_events_out.bind(listener.kernel_events_in);
    bench.add_kernel(2);
    bench.add_kernel(2, 32, 16, 20000);
    const unsigned first = bench.host.send(10, KernelLaunch{0});
    bench.host.send(10, KernelLaunch{5});  // does not exist
    const unsigned second = bench.host.send(10, KernelLaunch{1});
    bench.run();
    REQUIRE(listener.heard.size() == 4);
    CHECK(listener.heard[0] == std::pair(KernelEvent::started, Cycle{11}));
    CHECK(listener.heard[1] == std::pair(KernelEvent::ended, bench.host[first].answered - 1));
    CHECK(listener.heard[2].first == KernelEvent::started);
    CHECK(listener.heard[3] == std::pair(KernelEvent::ended, bench.host[second].answered - 1));
    // Of the first kernel an SM holds 8 CTAs, of the second 3, whatever the grid is.
    CHECK(listener.shared == std::vector<std::uint32_t>{8 * 1024, 3 * (20000 + 1024)});
}

TEST_CASE("a CTA launch that an SM refuses ends the simulation with the port's name") {
    DispatcherBench bench({1, 2});
    bench.add_kernel(2);
    bench.sms[1]->status = tlm::TLM_GENERIC_ERROR_RESPONSE;
    bench.host.send(1, KernelLaunch{0});
    CHECK_THROWS_WITH(sc_core::sc_start(), Catch::Contains("sm_out_1") && Catch::Contains("GENERIC_ERROR"));
}

TEST_CASE("a thousand CTAs of unequal length all run once, never more than fit") {
    DispatcherBench bench({3, 2});
    for (auto& sm : bench.sms) sm->run_cycles = [](std::uint32_t cta) { return 5 + cta * 7919 % 97; };
    bench.add_kernel(1000);
    bench.host.send(1, KernelLaunch{0});
    bench.run();
    std::vector<unsigned> seen(1000, 0);
    for (auto& sm : bench.sms) {
        CHECK(sm->most_resident <= 8);
        for (std::uint32_t cta : sm->ctas()) ++seen[cta];
    }
    CHECK(seen == std::vector<unsigned>(1000, 1));
}

TEST_CASE("an SM whose response is annotated to come later is still taken") {
    // A foreign SM that completes each launch at once, with a delay of 40 cycles.
    struct ForeignSm : sc_core::sc_module, tlm::tlm_fw_transport_if<> {
        explicit ForeignSm(sc_core::sc_module_name name) : sc_module(name), launch_in("launch_in") {
            launch_in.bind(*this);
        }
        tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) override {
            ++launches;
            payload.set_response_status(tlm::TLM_OK_RESPONSE);
            delay += sc_core::sc_time(40, sc_core::SC_NS);
            return tlm::TLM_COMPLETED;
        }
        void b_transport(Payload&, sc_core::sc_time&) override {}
        bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
        unsigned transport_dbg(Payload&) override { return 0; }
        tlm::tlm_target_socket<32> launch_in;
        unsigned launches = 0;
    };
    ScriptKernels table;
    KernelShape shape;
    shape.grid.x = 100;
    shape.block.x = 32;
    table.kernels.push_back(std::make_unique<ScriptKernel>(
        shape, [](auto, auto) { return Script{}; }, [] { return Cycle{0}; }));
    ClockDomain clock("clock", period_of_mhz(1000));
    MessageDriver host("host", clock);
    CtaDispatcher dispatcher("dispatcher", clock, {}, {2, 1}, {}, table);
    ForeignSm a("a"), b("b");
    host.launch_out.bind(dispatcher.kernel_in);
    dispatcher.sm_out[0].bind(a.launch_in);
    dispatcher.sm_out[1].bind(b.launch_in);
    host.send(1, KernelLaunch{0});
    sc_core::sc_start();
    CHECK(host.done());
    CHECK(a.launches + b.launches == 100);
}
