// How far the running kernel is, as a look at a machine sees it. Plain C++.
#pragma once

#include <cstdint>

#include "heddle/stimulus/kernel.h"

namespace heddle {

struct KernelProgress {
    const Kernel* kernel = nullptr;
    std::uint32_t ctas = 0, launched = 0, retired = 0;
    bool waits_for_room = false;  // no CTA is launched before another one retires

    std::uint32_t resident() const { return launched - retired; }
    std::uint32_t left() const { return ctas - launched; }
};

}  // namespace heddle
