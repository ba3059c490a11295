// A kernel that plays a list of instructions per warp and records when each was issued and what each load returned.
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/stimulus/workload.h"

namespace heddle {

struct Step {
    WarpInstruction instruction;
    LaneMask lanes = all_lanes;
    std::function<void(LaneAccess&)> fill;  // memory instructions: size, addresses, operands
};
using Script = std::vector<Step>;

namespace script {

inline Step compute(ExecutionUnit unit, std::uint16_t destination, const std::vector<std::uint16_t>& sources = {}) {
    Step step;
    step.instruction.unit = unit;
    step.instruction.destination_count = 1;
    step.instruction.destinations[0] = destination;
    for (std::uint16_t source : sources) step.instruction.sources[step.instruction.source_count++] = source;
    return step;
}
inline Step alu(std::uint16_t destination, const std::vector<std::uint16_t>& sources = {}) {
    return compute(ExecutionUnit::alu, destination, sources);
}
inline Step control(Operation operation) {
    Step step;
    step.instruction.operation = operation;
    return step;
}
// Lane l accesses address + l * stride_bytes with the word value + l.
inline Step memory(Operation operation, AddressSpace space, std::uint16_t reg, std::uint64_t address,
                   std::uint32_t value = 0, unsigned stride_bytes = 4) {
    Step step;
    step.instruction.operation = operation;
    step.instruction.space = space;
    if (operation == Operation::store) {
        step.instruction.source_count = 1;
        step.instruction.sources[0] = reg;
    } else {
        step.instruction.destination_count = 1;
        step.instruction.destinations[0] = reg;
    }
    step.fill = [=](LaneAccess& access) {
        access.access_bytes = 4;
        access.atomic_op = AtomicOp::add;
        access.atomic_type = ElementType::u32;
        access.bypass_l1 = false;
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            access.address[lane] = address + lane * stride_bytes;
            const std::uint32_t word = value + lane;
            std::memcpy(&access.data[lane * 4], &word, 4);
        }
    };
    return step;
}
inline Step load(std::uint16_t reg, std::uint64_t address) {
    return memory(Operation::load, AddressSpace::global, reg, address);
}
inline Step store(std::uint16_t reg, std::uint64_t address, std::uint32_t value) {
    return memory(Operation::store, AddressSpace::global, reg, address, value);
}
inline Step barrier() {
    return control(Operation::barrier);
}
inline Step fence() {
    return control(Operation::fence);
}

}  // namespace script

class ScriptKernel : public Kernel {
public:
    struct Issue {
        std::uint32_t cta, warp, pc;
        Cycle cycle;
    };
    struct Result {
        std::uint32_t cta, warp, pc;
        std::array<std::uint32_t, warp_lanes> words;
    };
    // The program of a warp, without its exit. `now` gives the cycle, for the records.
    using Program = std::function<Script(std::uint32_t cta, std::uint32_t warp)>;
    ScriptKernel(KernelShape shape, Program program, std::function<Cycle()> now)
        : shape_(std::move(shape)), program_(std::move(program)), now_(std::move(now)) {}

    // What the executors of all SMs record, which must run on one thread.
    mutable std::vector<Issue> issues;
    mutable std::vector<Result> results;
    mutable unsigned resident_warps = 0;

    Cycle issued(std::uint32_t cta, std::uint32_t warp, std::uint32_t pc) const {
        for (const Issue& issue : issues)
            if (issue.cta == cta && issue.warp == warp && issue.pc == pc) return issue.cycle;
        return never;
    }

    const KernelShape& shape() const override { return shape_; }
    std::uint32_t scoreboard_registers() const override { return 32; }
    bool has_routines() const override { return true; }  // a script may have some
    std::unique_ptr<WarpExecutor> make_executor() const override;

private:
    class Executor;

    KernelShape shape_;
    Program program_;
    std::function<Cycle()> now_;
};

class ScriptKernel::Executor final : public WarpExecutor {
public:
    explicit Executor(const ScriptKernel& kernel) : kernel_(kernel) {}

    WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override {
        auto& state = states_[{cta, warp}];
        state = std::make_unique<State>();
        state->script = kernel_.program_(cta, warp);
        state->script.push_back(script::control(Operation::exit));
        for (unsigned pc = 0; pc < state->script.size(); ++pc)
            state->script[pc].instruction.pc = state->script[pc].instruction.line = pc;
        ++kernel_.resident_warps;
        return state.get();
    }
    void finish_warp(WarpState*) override { --kernel_.resident_warps; }
    const WarpInstruction& fetch(WarpState& warp) override {
        auto& state = static_cast<State&>(warp);
        return state.script[state.pc].instruction;
    }
    LaneMask execute(WarpState& warp, LaneAccess* access) override {
        auto& state = static_cast<State&>(warp);
        const Step& step = state.script[state.pc];
        kernel_.issues.push_back({warp.cta, warp.warp, state.pc, kernel_.now_()});
        if (access && step.fill) step.fill(*access);
        if (step.instruction.operation != Operation::exit) ++state.pc;
        return step.lanes;
    }
    void write_back(WarpState& warp, const WarpInstruction& instruction, const LaneAccess& access) override {
        Result result{warp.cta, warp.warp, instruction.pc, {}};
        std::memcpy(result.words.data(), access.data.data(), sizeof result.words);
        kernel_.results.push_back(result);
    }

private:
    struct State : WarpState {
        Script script;
        std::uint32_t pc = 0;
    };
    const ScriptKernel& kernel_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::unique_ptr<State>> states_;
};

inline std::unique_ptr<WarpExecutor> ScriptKernel::make_executor() const {
    return std::make_unique<Executor>(*this);
}

class ScriptKernels : public KernelTable {
public:
    std::vector<std::unique_ptr<ScriptKernel>> kernels;
    std::uint32_t kernel_count() const override { return static_cast<std::uint32_t>(kernels.size()); }
    const Kernel& kernel(std::uint32_t id) const override { return *kernels[id]; }
};

}  // namespace heddle
