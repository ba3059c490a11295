// The kernels of a stimulus with some of their loads sent past the L1, as if the program had been written so
// (ld.global.cg). Plain C++.
#pragma once

#include <memory>
#include <vector>

#include "heddle/stimulus/kernel_table.h"

namespace heddle {

struct ByteRange {
    std::uint64_t first = 0, last = 0;
    bool holds(std::uint64_t address) const { return address >= first && address <= last; }
};

// A load bypasses the L1 if its lowest active lane reads one of the ranges: the lanes of a load read one array.
class BypassingKernels final : public KernelTable {
public:
    // The kernels outlive this.
    BypassingKernels(const KernelTable& kernels, std::vector<ByteRange> ranges);
    ~BypassingKernels() override;

    std::uint32_t kernel_count() const override { return kernels_.kernel_count(); }
    const Kernel& kernel(std::uint32_t id) const override;

private:
    class View;

    const KernelTable& kernels_;
    const std::vector<ByteRange> ranges_;
    mutable std::vector<std::unique_ptr<View>> views_;
};

}  // namespace heddle
