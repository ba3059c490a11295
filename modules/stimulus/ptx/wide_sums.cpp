#include "heddle/stimulus/ptx/wide_sums.h"

namespace heddle::ptx {
namespace {

// Its 64-bit sources can only be addresses of shared memory: what it stores, if anything, is narrower.
bool uses_shared_addresses_only(const Step& step) {
    return step.instruction.is_memory() && step.instruction.space == AddressSpace::shared && bytes_of(step.type) < 8;
}

}  // namespace

void keep_needed_wide_sums(Program& program) {
    std::vector<bool> needed(program.scoreboard_registers);  // with all their 64 bits
    const auto need_sources = [&](const WarpInstruction& instruction) {
        bool news = false;
        for (unsigned i = 0; i < instruction.source_count; ++i) {
            news |= !needed[instruction.sources[i]];
            needed[instruction.sources[i]] = true;
        }
        return news;
    };
    const auto is_needed = [&](const WarpInstruction& sum) { return needed[sum.destinations[0]]; };
    for (const Step& step : program.steps)
        if (!step.instruction.wide_sum && !uses_shared_addresses_only(step)) need_sources(step.instruction);
    for (bool news = true; news;) {
        news = false;
        for (auto step = program.steps.rbegin(); step != program.steps.rend(); ++step)
            if (step->instruction.wide_sum && is_needed(step->instruction)) news |= need_sources(step->instruction);
    }
    for (Step& step : program.steps)
        if (step.instruction.wide_sum) step.instruction.wide_sum = is_needed(step.instruction);
}

}  // namespace heddle::ptx
