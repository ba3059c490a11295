// A directed stimulus as the host runs it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heddle/stimulus/stim/expectation.h"
#include "heddle/stimulus/stim/host_program.h"
#include "heddle/stimulus/stim/ptx_launcher.h"
#include "heddle/stimulus/stim/stim_kernel.h"
#include "heddle/stimulus/workload.h"

namespace heddle::stim {

class StimWorkload final : public Workload {
public:
    // `name` is the file's name in messages; files it names are looked for beside it. Throws InputError.
    // `references` are those the file may name; they outlive the call.
    StimWorkload(const std::string& name, const std::string& text, const References* references = nullptr);
    // Its parts refer to each other.
    StimWorkload(const StimWorkload&) = delete;
    StimWorkload& operator=(const StimWorkload&) = delete;

    std::uint32_t kernel_count() const override { return static_cast<std::uint32_t>(kernels_.size()); }
    // A PTX kernel is another object for every launch with other arguments.
    const Kernel& kernel(std::uint32_t id) const override;
    void initialise(HostMemory& memory) override;
    std::uint32_t next_launch(HostMemory& memory) override;
    CheckResult check(HostMemory& memory) override;
    std::uint64_t expected_ctas() const override;
    std::vector<BufferPlace> buffers() const override;
    std::vector<std::string> input_files() const override { return source_.files_read(); }

private:
    // One of the two.
    struct AnyKernel {
        std::unique_ptr<StimKernel> directed;
        std::unique_ptr<PtxLauncher> ptx;
    };

    void launch_each_once();
    std::uint64_t ctas_of(const HostBlock& block, bool& known) const;

    Source source_;
    FileSyntax file_;
    Buffers buffers_;
    HostScope scope_;
    PtxFiles ptx_files_;
    std::vector<AnyKernel> kernels_;
    std::vector<Expectation> expectations_;
    HostProgram program_;
};

}  // namespace heddle::stim
