#include "stimulus/stim/stim_workload.h"

#include <utility>

#include "stimulus/stim/compiler.h"
#include "stimulus/stim/parser.h"

namespace heddle::stim {

StimWorkload::StimWorkload(std::string name, std::string text) : source_{std::move(name), std::move(text)} {
    FileSyntax file = parse(source_);
    buffers_ = std::make_unique<Buffers>(source_, file.buffers);
    for (const KernelSyntax& kernel : file.kernels)
        kernels_.push_back(std::make_unique<StimKernel>(compile(source_, kernel, buffers_->arrays())));
    expectations_.reserve(file.expectations.size());
    for (const ExpectSyntax& expectation : file.expectations)
        expectations_.emplace_back(source_, expectation, *buffers_);
    launches_ = std::move(file.launches);
}

void StimWorkload::initialise(HostMemory& memory) {
    buffers_->initialise(memory);
    launched_ = 0;
}

std::uint32_t StimWorkload::next_launch(HostMemory& memory) {
    return launched_ < launches_.size() ? launches_[launched_++] : no_more;
}

CheckResult StimWorkload::check(HostMemory& memory) {
    CheckResult result;
    for (const Expectation& expectation : expectations_) expectation.check(memory, result);
    return result;
}

std::uint64_t StimWorkload::expected_ctas() const {
    std::uint64_t result = 0;
    for (const std::uint32_t launch : launches_) result += kernels_[launch]->shape().ctas();
    return result;
}

}  // namespace heddle::stim
