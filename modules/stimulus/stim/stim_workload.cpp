#include "heddle/stimulus/stim/stim_workload.h"

#include "heddle/stimulus/stim/compiler.h"
#include "heddle/stimulus/stim/parser.h"

namespace heddle::stim {

StimWorkload::StimWorkload(const std::string& name, const std::string& text, const References* references)
    : source_(name),
      file_(parse(source_, text)),
      buffers_(source_, file_.buffers),
      scope_(source_, buffers_),
      ptx_files_(source_, file_.ptx, buffers_),
      program_(file_.host, scope_) {
    for (const KernelSyntax& kernel : file_.kernels) {
        AnyKernel made;
        if (kernel.is_ptx)
            made.ptx = std::make_unique<PtxLauncher>(kernel, ptx_files_, scope_);
        else
            made.directed = std::make_unique<StimKernel>(compile(source_, kernel, buffers_.arrays()));
        kernels_.push_back(std::move(made));
    }
    if (file_.host.empty()) launch_each_once();
    check_host_block(file_.host, scope_, [this](const HostStatement& launch) {
        if (kernels_[launch.kernel].ptx) kernels_[launch.kernel].ptx->check(&launch);
    });
    const ReferenceResult reference(source_, file_, buffers_, references);
    expectations_.reserve(file_.expectations.size());
    for (const ExpectSyntax& expectation : file_.expectations)
        expectations_.emplace_back(source_, expectation, buffers_, reference);
}

void StimWorkload::launch_each_once() {
    for (std::uint32_t i = 0; i < file_.kernels.size(); ++i) {
        HostStatement launch;
        launch.at = file_.kernels[i].at;
        launch.kernel = i;
        file_.host.push_back(std::move(launch));
    }
}

const Kernel& StimWorkload::kernel(std::uint32_t id) const {
    const AnyKernel& wanted = kernels_.at(id);
    if (wanted.ptx) return wanted.ptx->kernel();
    return *wanted.directed;
}

void StimWorkload::initialise(HostMemory& memory) {
    buffers_.initialise(memory);
    ptx_files_.initialise(memory);
    program_.restart();
}

std::uint32_t StimWorkload::next_launch(HostMemory& memory) {
    const HostStatement* launch = program_.next(memory);
    if (launch == nullptr) return no_more;
    if (kernels_[launch->kernel].ptx) kernels_[launch->kernel].ptx->prepare(launch, memory);
    return launch->kernel;
}

CheckResult StimWorkload::check(HostMemory& memory) {
    CheckResult result;
    for (const Expectation& expectation : expectations_) expectation.check(memory, result);
    return result;
}

std::uint64_t StimWorkload::expected_ctas() const {
    bool known = true;
    const std::uint64_t result = ctas_of(file_.host, known);
    return known ? result : 0;
}

std::vector<BufferPlace> StimWorkload::buffers() const {
    std::vector<BufferPlace> places;
    for (const MemoryArray& array : buffers_.arrays())
        places.push_back({array.name, array.base, array.elements * bytes_of(array.type)});
    return places;
}

// Only repeats are known before the run; what other loops do depends on memory or on variables.
std::uint64_t StimWorkload::ctas_of(const HostBlock& block, bool& known) const {
    std::uint64_t result = 0;
    for (const HostStatement& statement : block) {
        if (statement.kind == HostStatement::Kind::launch) {
            known &= statement.grid.empty();
            result += file_.kernels[statement.kernel].shape.ctas();
        } else if (statement.kind == HostStatement::Kind::repeat) {
            result += static_cast<std::uint64_t>(statement.count) * ctas_of(statement.body, known);
        } else if (statement.kind != HostStatement::Kind::set) {
            known = false;
        }
    }
    return result;
}

}  // namespace heddle::stim
