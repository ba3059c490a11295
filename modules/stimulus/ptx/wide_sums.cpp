#include "heddle/stimulus/ptx/wide_sums.h"

#include <vector>

namespace heddle::ptx {
namespace {

// Its 64-bit sources can only be addresses of shared memory: what it stores, if anything, is narrower.
bool uses_shared_addresses_only(const Step& step) {
    return step.instruction.is_memory() && step.instruction.space == AddressSpace::shared && bytes_of(step.type) < 8;
}

}  // namespace

void assign_wide_sums(Program& program) {
    std::vector<bool> needed(program.scoreboard_registers);  // with all their 64 bits
    std::vector<std::uint16_t> news;                         // of these, those whose sums have not been followed yet
    std::vector<std::vector<const WarpInstruction*>> sums(needed.size());  // by their result
    const auto need_sources = [&](const WarpInstruction& instruction) {
        for (unsigned i = 0; i < instruction.source_count; ++i) {
            const std::uint16_t source = instruction.sources[i];
            if (!needed[source]) news.push_back(source);
            needed[source] = true;
        }
    };
    for (const Step& step : program.steps) {
        if (step.wide_sum)
            sums[step.instruction.destinations[0]].push_back(&step.instruction);
        else if (!uses_shared_addresses_only(step))
            need_sources(step.instruction);
    }
    while (!news.empty()) {
        const std::uint16_t result = news.back();
        news.pop_back();
        for (const WarpInstruction* sum : sums[result]) need_sources(*sum);
    }
    for (Step& step : program.steps)
        if (step.wide_sum && needed[step.instruction.destinations[0]]) step.instruction.unit = ExecutionUnit::wide_sum;
}

}  // namespace heddle::ptx
