#include "runner.h"

namespace heddle::test {
namespace {

class Counting final : public InstructionObserver {
public:
    explicit Counting(RunCounts& counts) : counts_(counts) {}

    void executed(const WarpState&, const WarpInstruction& instruction, LaneMask active,
                  const LaneAccess* access) override {
        ++counts_.instructions;
        ++counts_.by_operation[static_cast<unsigned>(instruction.operation)];
        counts_.thread_instructions += static_cast<std::uint64_t>(__builtin_popcount(active));
        counts_.predicated_off += active == 0;
        if (!access) return;
        ++counts_.by_space[static_cast<unsigned>(instruction.space)];
        counts_.global_loads += instruction.operation == Operation::load && instruction.space == AddressSpace::global;
    }

private:
    RunCounts& counts_;
};

}  // namespace

void run(const Kernel& kernel, HostMemory& memory, RunCounts& counts) {
    Counting counting(counts);
    run_grid(kernel, memory, counting);
}

RunCounts run(const Kernel& kernel, HostMemory& memory) {
    RunCounts counts;
    run(kernel, memory, counts);
    return counts;
}

}  // namespace heddle::test
