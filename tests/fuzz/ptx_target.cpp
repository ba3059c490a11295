#include <cstring>

#include "heddle/base/error.h"
#include "heddle/stimulus/ptx/ptx_module.h"
#include "targets.h"

namespace heddle::fuzz {
namespace {

constexpr unsigned instruction_budget = 400;  // of a warp; loops of arbitrary kernels need not end
constexpr std::size_t largest_entry = 20000;  // steps

// Every load reads the same bytes: small numbers, so that addresses and loop counts made of them stay plausible.
void fill_in_response(LaneAccess& access) {
    for (std::size_t i = 0; i < access.data.size(); ++i) access.data[i] = i % 4 == 0 ? static_cast<std::uint8_t>(i) : 0;
}

void run_warp(WarpExecutor& executor, std::uint32_t number) {
    static LaneAccess access{};
    WarpState* warp = executor.start_warp(0, number);
    bool ended = false;
    for (unsigned i = 0; i < instruction_budget && !ended; ++i) {
        const WarpInstruction& instruction = executor.fetch(*warp);
        ended = instruction.operation == Operation::exit;
        const LaneMask lanes = executor.execute(*warp, instruction.is_memory() ? &access : nullptr);
        if (!instruction.is_memory() || lanes == 0 || instruction.operation == Operation::store) continue;
        fill_in_response(access);
        executor.write_back(*warp, instruction, access);
    }
    executor.finish_warp(warp);
}

void run_entry(const ptx::PtxModule& module, const std::string& entry) {
    const ptx::Program& program = module.program(entry);
    if (program.steps.size() > largest_entry) return;
    std::vector<ptx::Argument> arguments;
    for (const ptx::Variable* parameter : program.parameters) arguments.emplace_back(parameter->bytes);
    Dim3 block{48, 1, 1};  // the second warp is half empty
    const std::uint32_t* required = program.required_threads;
    if (required[0] != 0) block = {required[0], required[1], required[2]};
    const auto kernel = module.kernel(entry, {2, 1, 1}, block, arguments, 64);
    const auto executor = kernel->make_executor();
    for (std::uint32_t warp = 0; warp < kernel->shape().warps_per_cta() && warp < 2; ++warp) run_warp(*executor, warp);
}

}  // namespace

bool ptx(const std::string& text) {
    try {
        const auto module = ptx::parse_ptx(text, "fuzz.ptx");
        for (const std::string& entry : module->entries()) {
            try {
                run_entry(*module, entry);
            } catch (const InputError&) {
            } catch (const SimulationError&) {
            }
        }
    } catch (const InputError&) {
        return false;
    }
    return true;
}

}  // namespace heddle::fuzz
