#include "two_executors.h"

#include <future>

namespace heddle::test {
namespace {

class Digesting : public InstructionObserver {
public:
    explicit Digesting(CtaDigests& digests) : digests_(digests) {}

    void executed(const WarpState& warp, const WarpInstruction& instruction, LaneMask active,
                  const LaneAccess* access) override {
        std::uint64_t& digest = digests_.at(warp.cta);
        add(digest, warp.warp);
        add(digest, instruction.pc);
        add(digest, active);
        if (!access) return;
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            if (!(active >> lane & 1)) continue;
            add(digest, access->address[lane]);
            if (instruction.operation == Operation::load) continue;
            for (unsigned i = 0; i < access->access_bytes; ++i)
                add(digest, access->data[lane * access->access_bytes + i]);
        }
    }

private:
    // FNV-1a, a word at a time.
    static void add(std::uint64_t& digest, std::uint64_t word) { digest = (digest ^ word) * 0x100000001b3; }

    CtaDigests& digests_;
};

// Calls `in_between` once, after the second instruction.
class Interrupted final : public Digesting {
public:
    Interrupted(CtaDigests& digests, std::function<void()> in_between)
        : Digesting(digests), in_between_(std::move(in_between)) {}

    void executed(const WarpState& warp, const WarpInstruction& instruction, LaneMask active,
                  const LaneAccess* access) override {
        Digesting::executed(warp, instruction, active, access);
        if (++instructions_ == 2) in_between_();
    }

private:
    std::function<void()> in_between_;
    unsigned instructions_ = 0;
};

// What one SM has for itself.
struct Runner {
    Runner(const Kernel& its_kernel, const FillMemory& fill)
        : kernel(its_kernel), executor(its_kernel.make_executor()) {
        fill(memory);
    }
    void run(std::uint32_t cta, InstructionObserver& observer) { run_cta(kernel, *executor, cta, memory, observer); }

    const Kernel& kernel;
    std::unique_ptr<WarpExecutor> executor;
    SparseMemory memory;
};

}  // namespace

CtaDigests run_with_one_executor(const Kernel& kernel, const FillMemory& fill) {
    CtaDigests digests(kernel.shape().ctas());
    Runner runner(kernel, fill);
    Digesting observer(digests);
    for (std::uint32_t cta = 0; cta < digests.size(); ++cta) runner.run(cta, observer);
    return digests;
}

CtaDigests run_with_two_executors(const Kernel& kernel, const FillMemory& fill) {
    CtaDigests digests(kernel.shape().ctas());
    Runner first(kernel, fill), second(kernel, fill);
    Digesting observer(digests);
    for (std::uint32_t cta = 0; cta < digests.size(); cta += 2) {
        Interrupted interrupted(digests, [&] {
            if (cta + 1 < digests.size()) second.run(cta + 1, observer);
        });
        first.run(cta, interrupted);
    }
    return digests;
}

CtaDigests run_with_two_threads(const Kernel& kernel, const FillMemory& fill) {
    const std::uint32_t ctas = kernel.shape().ctas();
    CtaDigests digests(ctas);
    const auto run_half = [&](bool odd) {
        Runner runner(kernel, fill);
        Digesting observer(digests);
        for (std::uint32_t i = 0; i < ctas; ++i) {
            const std::uint32_t cta = odd ? ctas - 1 - i : i;
            if (cta % 2 == (odd ? 1 : 0)) runner.run(cta, observer);
        }
    };
    std::future<void> other = std::async(std::launch::async, run_half, true);
    run_half(false);
    other.get();
    return digests;
}

}  // namespace heddle::test
