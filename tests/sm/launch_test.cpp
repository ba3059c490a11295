// CTA launches: occupancy, back-pressure, responses, new kernels, bad messages.
#include <array>
#include <catch2/catch.hpp>
#include <sstream>

#include "in_child.h"
#include "sm_bench.h"

using namespace heddle;
using namespace heddle::script;

namespace {

const ScriptKernel::Program slow = [](auto, auto) { return Script{load(1, 0x1000), alu(2, {1})}; };

}  // namespace

TEST_CASE("the response to a launch comes when the CTA has retired") {
    SmBench bench;
    bench.memory.latency = [](unsigned) { return 100; };
    auto& kernel = bench.add_kernel(1, slow);
    const unsigned launch = bench.launch();
    bench.run();
    CHECK(bench.driver.status(launch) == tlm::TLM_OK_RESPONSE);
    // The exit issues, the response is sent in the next cycle and can be used in the one after.
    CHECK(bench.driver[launch].answered == kernel.issued(0, 0, 2) + 2);
    CHECK(bench.sm.ctas_finished.value() == 1);
    // Its first instruction issues in the cycle in which it is launched.
    CHECK(bench.sm.resident_cycles.value() == kernel.issued(0, 0, 2) - kernel.issued(0, 0, 0));
    CHECK(bench.sm.resident_warp_cycles.value() == bench.sm.resident_cycles.value());
}

TEST_CASE("the warps of a CTA start an interval after each other") {
    for (const unsigned interval : {0u, 1u, 2u}) {
        const auto starts = in_child([&] {
            SmParameters parameters;
            parameters.schedulers = 4;
            parameters.warp_start_interval_cycles = interval;
            SmBench bench(parameters);
            auto& kernel = bench.add_kernel(4, [](auto, auto) { return Script{alu(1), alu(2, {1})}; });
            bench.launch();
            bench.run();
            std::array<Cycle, 4> issued{};
            for (unsigned warp = 0; warp < 4; ++warp) issued[warp] = kernel.issued(0, warp, 0) - kernel.issued(0, 0, 0);
            return issued;
        });
        CHECK(starts == std::array<Cycle, 4>{0, interval, 2 * interval, 3 * interval});
    }
}

TEST_CASE("the last of 32 warps starts 62 cycles after the first") {
    SmParameters parameters;
    parameters.warp_start_interval_cycles = 2;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(32, [](auto, auto) { return Script{alu(1)}; });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 31, 0) == kernel.issued(0, 0, 0) + 62);
}

namespace {

Step parameter(std::uint16_t destination) {
    Step read = alu(destination);
    read.instruction.space = AddressSpace::constant;
    return read;
}

}  // namespace

TEST_CASE(
    "an instruction that needs a kernel's parameter waits until the SM has the parameters, and no other one does") {
    SmBench bench;
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{parameter(1), alu(2), alu(3, {2}), alu(4, {1}), parameter(5), alu(6, {5})};
    });
    bench.driver.send(1, CtaLaunch{0, 0, 1, 200});
    bench.driver.send(2, CtaLaunch{0, 1, 1});  // the parameters have been asked for
    bench.driver.send(400, CtaLaunch{0, 2, 1});
    bench.run();
    const Cycle begin = kernel.issued(0, 0, 0);  // in the cycle in which the launch is taken
    CHECK(kernel.issued(0, 0, 1) == begin + 1);
    CHECK(kernel.issued(0, 0, 2) < begin + 100);
    CHECK(kernel.issued(0, 0, 3) == begin + 200);
    CHECK(kernel.issued(1, 0, 3) - (begin + 200) <= 1);  // the schedulers issue both as soon as they can
    // From then on a parameter takes as long as any arithmetic.
    CHECK(kernel.issued(0, 0, 5) - kernel.issued(0, 0, 4) == kernel.issued(0, 0, 2) - kernel.issued(0, 0, 1));
    CHECK(kernel.issued(2, 0, 3) < kernel.issued(2, 0, 0) + 100);
}

TEST_CASE("the next launch has parameters of its own") {
    SmBench bench;
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{parameter(1), alu(2, {1})}; });
    bench.driver.send(1, CtaLaunch{0, 0, 1, 50});
    bench.driver.send(200, CtaLaunch{0, 1, 2, 80});
    bench.run();
    CHECK(kernel.issued(0, 0, 1) == kernel.issued(0, 0, 0) + 50);
    CHECK(kernel.issued(1, 0, 1) == kernel.issued(1, 0, 0) + 80);
}

TEST_CASE("a launch does not wait for the parameters of the one before") {
    SmBench bench;
    auto& kernel = bench.add_kernel(1, [](std::uint32_t cta, auto) {
        return cta ? Script{parameter(1), alu(2, {1})} : Script{alu(1)};  // CTA 0 reads no parameter
    });
    bench.driver.send(1, CtaLaunch{0, 0, 1, 500});
    bench.driver.send(50, CtaLaunch{0, 1, 2, 80});
    bench.run();
    CHECK(kernel.issued(1, 0, 1) == kernel.issued(1, 0, 0) + 80);
}

TEST_CASE("a CTA that does not fit waits until another has left, and further launches are back-pressured") {
    SmBench bench;
    bench.memory.latency = [](unsigned) { return 200; };
    KernelShape shape;
    shape.grid.x = 16;
    shape.block.x = 32;
    shape.registers_per_thread = 512;  // 16384 of 32768: two CTAs
    auto& kernel = bench.add_kernel(shape, slow);
    for (unsigned cta = 0; cta < 7; ++cta) bench.launch(cta);
    sc_core::sc_start(100, sc_core::SC_NS);
    CHECK(kernel.resident_warps == 2);
    // Two run, two are queued, one is back-pressured, the others have not been sent.
    CHECK(bench.driver[4].sent != never);
    CHECK(bench.driver[5].sent == never);
    bench.run();
    CHECK(kernel.issued(1, 0, 0) < 10);
    CHECK(kernel.issued(2, 0, 0) > 200);
    CHECK(kernel.issued(2, 0, 0) == kernel.issued(0, 0, 2) + 1);
    CHECK(kernel.issued(6, 0, 0) > 600);
    CHECK(bench.sm.ctas_finished.value() == 7);
    // Three pairs and one that is alone, each for a load's time, without a gap but for the first pair's second CTA.
    CHECK(bench.sm.resident_cycles.value() == kernel.issued(6, 0, 2) - kernel.issued(0, 0, 0));
    CHECK(bench.sm.resident_warp_cycles.value() > 7 * 200);
    CHECK(bench.sm.resident_warp_cycles.value() < 2 * bench.sm.resident_cycles.value() - 150);
}

TEST_CASE("every resource limits the resident CTAs") {
    SmParameters parameters;
    parameters.max_ctas = 3;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 200; };
    auto& by_slots = bench.add_kernel(1, slow);
    auto& by_warps = bench.add_kernel(20, slow);
    KernelShape shape;
    shape.grid.x = 8;
    shape.block.x = 32;
    shape.shared_bytes = 40000;
    auto& by_shared = bench.add_kernel(shape, slow);
    for (std::uint32_t kernel = 0; kernel < 3; ++kernel)
        for (unsigned cta = 0; cta < 4; ++cta) bench.launch(cta, 1 + 2000 * kernel, 0, kernel);
    sc_core::sc_start(100, sc_core::SC_NS);
    CHECK(by_slots.resident_warps == 3);
    sc_core::sc_start(2000, sc_core::SC_NS);
    CHECK(by_warps.resident_warps == 2 * 20);
    sc_core::sc_start(2000, sc_core::SC_NS);
    CHECK(by_shared.resident_warps == 1);
    bench.run();
    CHECK(bench.sm.ctas_finished.value() == 12);
}

TEST_CASE("responses that are not taken for long are kept") {
    SmParameters parameters;
    parameters.max_ctas = 1;
    SmBench bench(parameters, 1);
    bench.driver.reads_responses_from = 2000;
    bench.add_kernel(1, [](auto, auto) { return Script{alu(1)}; });
    for (unsigned cta = 0; cta < 20; ++cta) bench.launch(cta);
    bench.run();
    CHECK(bench.sm.ctas_finished.value() == 20);
    for (unsigned i = 0; i < 20; ++i) CHECK(bench.driver.status(i) == tlm::TLM_OK_RESPONSE);
}

TEST_CASE("a new launch number adds nothing to what the CTAs send") {
    SmBench bench;
    bench.add_kernel(1, slow);
    bench.launch(0, 1, 1);
    bench.launch(1, 100, 1);
    bench.launch(0, 200, 2);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 3);
    for (const auto& request : bench.memory.requests) CHECK(request.kind == AccessKind::load);
}

TEST_CASE("a kernel waits until the CTAs of the one before have left") {
    SmBench bench;
    bench.memory.latency = [](unsigned) { return 100; };
    auto& first = bench.add_kernel(1, slow);
    auto& second = bench.add_kernel(1, slow);
    bench.launch(0, 1, 1, 0);
    bench.launch(0, 2, 2, 1);
    bench.run();
    CHECK(second.issued(0, 0, 0) > first.issued(0, 0, 2));
}

TEST_CASE("an eight-byte message is a launch without a number") {
    SmBench bench;
    bench.add_kernel(1, slow);
    const unsigned launch = bench.driver.send(1, CtaLaunch{0, 3, 99}, 8);
    bench.run();
    CHECK(bench.driver.status(launch) == tlm::TLM_OK_RESPONSE);
    CHECK(bench.table.kernels[0]->issued(3, 0, 0) != never);
}

TEST_CASE("the response to a message that is no launch says what is wrong") {
    SmBench bench;
    bench.add_kernel(1, slow, 4);
    const unsigned no_kernel = bench.launch(0, 1, 0, 9), no_cta = bench.launch(4);
    const unsigned read = bench.launch(), elsewhere = bench.launch(), too_short = bench.driver.send(1, CtaLaunch{}, 4);
    const unsigned half_a_field = bench.driver.send(1, CtaLaunch{}, 10);
    CtaLaunch late;
    late.parameters_in = 0xFFFFFFFF;
    const unsigned too_late = bench.driver.send(1, late);
    const unsigned good = bench.launch(1);
    bench.driver.payload(read).set_command(tlm::TLM_READ_COMMAND);
    bench.driver.payload(elsewhere).set_address(8);
    bench.run();
    CHECK(bench.driver.status(no_kernel) == tlm::TLM_GENERIC_ERROR_RESPONSE);
    CHECK(bench.driver.status(no_cta) == tlm::TLM_GENERIC_ERROR_RESPONSE);
    CHECK(bench.driver.status(read) == tlm::TLM_COMMAND_ERROR_RESPONSE);
    CHECK(bench.driver.status(elsewhere) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(bench.driver.status(too_short) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(bench.driver.status(half_a_field) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(bench.driver.status(too_late) == tlm::TLM_GENERIC_ERROR_RESPONSE);
    CHECK(bench.driver.status(good) == tlm::TLM_OK_RESPONSE);
    CHECK(bench.sm.ctas_finished.value() == 1);
}

TEST_CASE("a CTA too big for the SM is an error that says why") {
    SmBench bench;
    bench.add_kernel(49, slow);
    bench.launch();
    CHECK_THROWS_WITH(sc_core::sc_start(), Catch::Contains("kernel scripted") && Catch::Contains("warps"));
}

TEST_CASE("posted stores: a CTA ends without the responses to its stores, the last one of the SM with all of them") {
    SmParameters parameters;
    parameters.posted_stores = true;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 500; };
    // CTA 0 stores and ends; CTA 1 computes for a while.
    auto& kernel = bench.add_kernel(1, [](auto cta, auto) {
        if (cta == 0) return Script{store(1, 0x1000, 7)};
        Script longer;
        for (unsigned i = 0; i < 40; ++i) longer.push_back(alu(1, {1}));
        return longer;
    });
    const unsigned first = bench.launch(0), second = bench.launch(1);
    bench.run();
    CHECK(bench.driver[first].answered == kernel.issued(0, 0, 1) + 2);
    CHECK(bench.driver[first].answered < 20);
    // By then CTA 1 is alone, and the store is still on its way.
    CHECK(kernel.issued(1, 0, 40) < 300);
    CHECK(bench.driver[second].answered > 500);
    CHECK(bench.driver.status(first) == tlm::TLM_OK_RESPONSE);
    CHECK(bench.driver.status(second) == tlm::TLM_OK_RESPONSE);
}

TEST_CASE("posted stores: an SM that waits for nothing else says so") {
    SmParameters parameters;
    parameters.posted_stores = true;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 500; };
    bench.add_kernel(1, [](auto, auto) { return Script{store(1, 0x1000, 7), store(1, 0x2000, 7)}; });
    bench.launch();
    sc_core::sc_start(100, sc_core::SC_NS);
    std::ostringstream out;
    bench.sm.report_outstanding(out);
    CHECK(out.str() ==
          "sm: 0 CTAs resident, 2 memory instructions in flight\n"
          "  2 stores of warps that have ended are outstanding, 1 CTAs have ended but for these\n");
    bench.run();
    out.str("");
    bench.sm.report_outstanding(out);
    CHECK(out.str().empty());
}

TEST_CASE(
    "posted stores: a warp waits for its loads and atomics, and late responses find the slot's next warp unharmed") {
    SmParameters parameters;
    parameters.posted_stores = true;
    parameters.max_ctas = 1;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    auto& kernel = bench.add_kernel(1, [](auto cta, auto) {
        return cta == 1 ? Script{store(1, 0x2000, 7), load(1, 0x3000)} : Script{store(1, 0x1000, 7)};
    });
    for (unsigned cta = 0; cta < 4; ++cta) bench.launch(cta);
    bench.run();
    CHECK(bench.sm.ctas_finished.value() == 4);
    CHECK(kernel.issued(2, 0, 0) >= kernel.issued(1, 0, 1) + 100);  // the load of CTA 1
}

TEST_CASE("an SM that is built with parameters that cannot be says so before it uses them") {
    for (const unsigned schedulers : {0U, 9U}) {
        SmParameters parameters;
        parameters.schedulers = schedulers;
        CHECK_THROWS_AS(SmBench(parameters), ParameterError);
    }
}
