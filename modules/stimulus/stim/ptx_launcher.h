// A kernel of the stimulus that is an entry of a PTX file: checks its launches and makes them.
#pragma once

#include <memory>

#include "heddle/stimulus/stim/host_scope.h"
#include "heddle/stimulus/stim/ptx_files.h"

namespace heddle::stim {

class PtxLauncher {
public:
    // Throws InputError where the entry, its instructions or the launch's shape are wrong. All arguments outlive it.
    PtxLauncher(const KernelSyntax& syntax, const PtxFiles& files, HostScope& scope);

    // Fails on mistakes that are known before the run: count, types, ranges of constants. `launch` is null for a file
    // without launches.
    void check(const HostStatement* launch) const;
    // The kernel for the launch that is due; the previous one if its arguments are the same.
    void prepare(const HostStatement* launch, HostMemory& memory);
    const Kernel& kernel() const { return *kernel_; }
    Dim3 grid() const { return syntax_.shape.grid; }

private:
    const std::vector<ArgumentSyntax>& arguments(const HostStatement* launch) const;
    void check_argument(const ArgumentSyntax& argument, std::size_t parameter) const;
    ptx::Argument value_of(const ArgumentSyntax& argument, std::size_t parameter, HostMemory& memory) const;
    Dim3 grid_of(const HostStatement* launch, HostMemory& memory) const;
    void check_shape() const;
    void make(Dim3 grid, std::vector<ptx::Argument> values);

    const KernelSyntax& syntax_;
    const PtxFiles& files_;
    const HostScope& scope_;
    const PtxFile& file_;
    const ptx::Program& program_;
    std::unique_ptr<ptx::PtxKernel> kernel_;
    Dim3 made_grid_;
    std::vector<ptx::Argument> made_values_;
};

}  // namespace heddle::stim
