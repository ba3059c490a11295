// A kernel of the directed language.
#pragma once

#include <utility>

#include "heddle/stimulus/stim/stim_executor.h"

namespace heddle::stim {

class StimKernel final : public Kernel {
public:
    explicit StimKernel(Program program) : program_(std::move(program)) {}

    const KernelShape& shape() const override { return program_.shape; }
    std::uint32_t scoreboard_registers() const override { return program_.registers; }
    std::unique_ptr<WarpExecutor> make_executor() const override { return std::make_unique<StimExecutor>(program_); }

private:
    const Program program_;
};

}  // namespace heddle::stim
