// Which kernel a launch message means: the SM and the CTA dispatcher look kernels up here. Plain C++.
#pragma once

#include <cstdint>

#include "heddle/stimulus/kernel.h"

namespace heddle {

class KernelTable {
public:
    virtual ~KernelTable() = default;
    virtual std::uint32_t kernel_count() const = 0;
    virtual const Kernel& kernel(std::uint32_t id) const = 0;
};

}  // namespace heddle
