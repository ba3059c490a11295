// Memory instructions that read their registers when they leave for the LSU (sm.memory_operand_cycles).
#include <catch2/catch.hpp>

#include "sm/sm_bench.h"

using namespace heddle;
using namespace heddle::script;

namespace {

constexpr std::uint16_t address = 40;
constexpr Cycle reading = 9, interval = 4;

SmParameters with_late_operands() {
    SmParameters parameters;
    parameters.schedulers = 4;
    parameters.memory_queue_entries = 10;
    parameters.memory_interval_cycles = interval;
    parameters.memory_operand_cycles = reading;
    return parameters;
}

Step load_from(std::uint16_t source, std::uint16_t destination) {
    Step step = load(destination, 0x1000);
    step.instruction.source_count = 1;
    step.instruction.sources[0] = source;
    return step;
}

// The loads of one register, then `last`.
Script loads_and(unsigned loads, const Step& last) {
    Script script;
    for (unsigned i = 0; i < loads; ++i) script.push_back(load_from(address, static_cast<std::uint16_t>(1 + i)));
    script.push_back(last);
    return script;
}

// When the last instructions of all warps have issued, after the first instruction of any.
Cycle issue_time(const SmParameters& parameters, unsigned warps, const Script& script) {
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 1; };  // the load/store unit always has room
    auto& kernel = bench.add_kernel(warps, [&script](auto, auto) { return script; });
    bench.launch();
    bench.run();
    Cycle first = never, last = 0;
    for (unsigned warp = 0; warp < warps; ++warp) {
        first = std::min(first, kernel.issued(0, warp, 0));
        last = std::max(last, kernel.issued(0, warp, static_cast<unsigned>(script.size()) - 1));
    }
    return last - first;
}

}  // namespace

TEST_CASE("the address of a load is not overwritten before the load has left and read it") {
    CHECK(issue_time(with_late_operands(), 1, loads_and(1, alu(address))) == reading + 1);
}
TEST_CASE("an address that the next load needs, too, is overwritten when both have read it") {
    CHECK(issue_time(with_late_operands(), 1, loads_and(2, alu(address))) == reading + interval + 1);
}
TEST_CASE("an address can be read while a load has not read it") {
    CHECK(issue_time(with_late_operands(), 1, loads_and(1, alu(30, {address}))) == 1);
}
TEST_CASE("other registers can be overwritten while a load has not read its own") {
    CHECK(issue_time(with_late_operands(), 1, loads_and(1, alu(30))) == 1);
}
TEST_CASE("the data of a store are not overwritten before it has left and read them") {
    CHECK(issue_time(with_late_operands(), 1, {store(30, 0x1000, 1), alu(30)}) == reading + 1);
}
TEST_CASE("registers are read at issue unless memory_operand_cycles says otherwise") {
    SmParameters parameters = with_late_operands();
    parameters.memory_operand_cycles = 0;
    CHECK(issue_time(parameters, 1, loads_and(1, alu(address))) == 1);
}

namespace {

SmParameters with_one_scheduler() {
    SmParameters parameters = with_late_operands();
    parameters.schedulers = 1;
    return parameters;
}

}  // namespace

// Two warps with 16 loads each: 10 wait, and one leaves every fourth cycle, the first after 9 cycles. So the last one
// issues when 22 have left.
TEST_CASE("ten loads of a scheduler wait, and the next one issues when one has left") {
    const Cycle kept = issue_time(with_one_scheduler(), 2, loads_and(16, alu(39)));
    CHECK(kept >= reading + 21 * interval);
    CHECK(kept <= reading + 21 * interval + 3);
}
// On an H200 they then overwrite their address 38 cycles after they could have gone on (overwritten_address in
// stimuli/micro_silicon/h200.csv): the ten that wait have to leave before.
TEST_CASE("overwriting an address waits for all loads before it in the queue") {
    const Cycle overwritten = issue_time(with_one_scheduler(), 2, loads_and(16, alu(address)));
    CHECK(overwritten == reading + 31 * interval + 1);
}

// A warp that has exited leaves its slot to another one while its store is still in the queue.
TEST_CASE("a store that outlives its warp reads nothing of the next one") {
    SmParameters parameters = with_late_operands();
    parameters.max_ctas = 1;
    parameters.max_warps = 4;
    parameters.posted_stores = true;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{store(30, 0x1000, 1), alu(30)}; });
    for (std::uint32_t cta = 0; cta < 6; ++cta) bench.launch(cta);
    bench.run();
    for (std::uint32_t cta = 0; cta < 6; ++cta)
        CHECK(kernel.issued(cta, 0, 1) >= kernel.issued(cta, 0, 0) + reading + 1);
}
