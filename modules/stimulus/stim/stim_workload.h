// A directed stimulus as the host runs it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "stimulus/stim/expectation.h"
#include "stimulus/stim/stim_kernel.h"
#include "stimulus/workload.h"

namespace heddle::stim {

class StimWorkload final : public Workload {
public:
    // `name` is the file's name in messages. Throws InputError.
    StimWorkload(std::string name, std::string text);

    std::uint32_t kernel_count() const override { return static_cast<std::uint32_t>(kernels_.size()); }
    Kernel& kernel(std::uint32_t id) override { return *kernels_.at(id); }
    void initialise(HostMemory& memory) override;
    std::uint32_t next_launch(HostMemory& memory) override;
    CheckResult check(HostMemory& memory) override;
    std::uint64_t expected_ctas() const override;

private:
    Source source_;
    std::unique_ptr<Buffers> buffers_;
    std::vector<std::unique_ptr<StimKernel>> kernels_;
    std::vector<Expectation> expectations_;
    std::vector<std::uint32_t> launches_;
    std::size_t launched_ = 0;
};

}  // namespace heddle::stim
