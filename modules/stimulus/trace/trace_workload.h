// A kernelslist.g, or the packed trace of one, as the host runs it.
#pragma once

#include <iosfwd>

#include "heddle/stimulus/trace/kernels_list.h"
#include "heddle/stimulus/trace/recorded_kernel.h"
#include "heddle/stimulus/workload.h"

namespace heddle::traces {

class TraceWorkload final : public Workload {
public:
    // Reads the list and every kernel's header; traces are looked for beside the list. A packed trace has it all in
    // one file. Throws InputError. What the user
    // should know goes to `warnings` at the end of the run, or to nobody if null.
    explicit TraceWorkload(const std::string& path);
    TraceWorkload(const std::string& path, std::ostream* warnings);

    std::uint32_t kernel_count() const override { return static_cast<std::uint32_t>(kernels_.size()); }
    const Kernel& kernel(std::uint32_t id) const override { return *kernels_.at(id); }
    void initialise(HostMemory& memory) override;
    std::uint32_t next_launch(HostMemory& memory) override;
    // A trace has no values to compare.
    CheckResult check(HostMemory&) override { return {}; }
    std::uint64_t expected_ctas() const override;
    std::vector<std::string> input_files() const override;

    const std::vector<MemoryCopy>& copies() const { return list_.copies; }
    // "" if there is nothing to say.
    std::string warnings_text() const;

private:
    void open_list();
    void open_packed();
    void add_notes(const TraceNotes& notes);

    std::string path_;
    std::ostream* warnings_;
    KernelsList list_;
    std::vector<std::unique_ptr<RecordedKernel>> kernels_;
    std::uint32_t next_ = 0;
    TraceNotes notes_;
};

}  // namespace heddle::traces
