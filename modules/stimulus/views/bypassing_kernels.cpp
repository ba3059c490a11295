#include "heddle/stimulus/views/bypassing_kernels.h"

#include <utility>

namespace heddle {
namespace {

class BypassingExecutor final : public WarpExecutor {
public:
    BypassingExecutor(std::unique_ptr<WarpExecutor> executor, const std::vector<ByteRange>& ranges)
        : executor_(std::move(executor)), ranges_(ranges) {}

    WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override { return executor_->start_warp(cta, warp); }
    void finish_warp(WarpState* warp) override { executor_->finish_warp(warp); }
    const WarpInstruction& fetch(WarpState& warp) override { return executor_->fetch(warp); }
    LaneMask execute(WarpState& warp, LaneAccess* access) override {
        if (!access) return executor_->execute(warp, nullptr);
        const WarpInstruction& instruction = executor_->fetch(warp);
        const bool load = instruction.operation == Operation::load && instruction.space == AddressSpace::global &&
                          !instruction.prefetch;
        const LaneMask lanes = executor_->execute(warp, access);
        if (load && lanes && bypasses(access->address_of(static_cast<unsigned>(__builtin_ctz(lanes)))))
            access->bypass_l1 = true;
        return lanes;
    }
    void write_back(WarpState& warp, const WarpInstruction& instruction, const LaneAccess& access) override {
        executor_->write_back(warp, instruction, access);
    }

private:
    bool bypasses(std::uint64_t address) const {
        for (const ByteRange& range : ranges_)
            if (range.holds(address)) return true;
        return false;
    }

    const std::unique_ptr<WarpExecutor> executor_;
    const std::vector<ByteRange>& ranges_;
};

}  // namespace

class BypassingKernels::View final : public Kernel {
public:
    explicit View(const std::vector<ByteRange>& ranges) : ranges_(ranges) {}

    // The stimulus may have made the kernel anew since the last launch.
    void look_at(const Kernel& kernel) {
        if (kernel_ == &kernel && seen_version_ == kernel.version()) return;
        kernel_ = &kernel;
        seen_version_ = kernel.version();
        new_version();
    }
    const KernelShape& shape() const override { return kernel_->shape(); }
    std::uint32_t scoreboard_registers() const override { return kernel_->scoreboard_registers(); }
    unsigned bytes_per_pc() const override { return kernel_->bytes_per_pc(); }
    bool prefetches() const override { return kernel_->prefetches(); }
    bool has_routines() const override { return kernel_->has_routines(); }
    bool has_values() const override { return kernel_->has_values(); }
    std::vector<ConstantImage> constant_images() const override { return kernel_->constant_images(); }
    std::unique_ptr<WarpExecutor> make_executor() const override {
        return std::make_unique<BypassingExecutor>(kernel_->make_executor(), ranges_);
    }

private:
    const std::vector<ByteRange>& ranges_;
    const Kernel* kernel_ = nullptr;
    std::uint64_t seen_version_ = 0;
};

BypassingKernels::BypassingKernels(const KernelTable& kernels, std::vector<ByteRange> ranges)
    : kernels_(kernels), ranges_(std::move(ranges)) {}

BypassingKernels::~BypassingKernels() = default;

const Kernel& BypassingKernels::kernel(std::uint32_t id) const {
    while (views_.size() <= id) views_.push_back(std::make_unique<View>(ranges_));
    views_[id]->look_at(kernels_.kernel(id));
    return *views_[id];
}

}  // namespace heddle
