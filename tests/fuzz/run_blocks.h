// Executes blocks of a trace.
#pragma once

#include <algorithm>

#include "heddle/stimulus/kernel.h"

namespace heddle::fuzz {

inline void run_warp(WarpExecutor& executor, WarpState* warp) {
    static LaneAccess access{};
    while (true) {
        const WarpInstruction& instruction = executor.fetch(*warp);
        const bool ended = instruction.operation == Operation::exit;
        executor.execute(*warp, instruction.is_memory() ? &access : nullptr);
        if (ended) break;
    }
    executor.finish_warp(warp);
}

// The kernel's first blocks, the last of them first; `before` is called with the number of each.
template <class Before>
void run_blocks(const Kernel& kernel, std::uint32_t most, Before before) {
    const auto executor = kernel.make_executor();
    for (std::uint32_t cta = std::min(kernel.shape().ctas(), most); cta-- > 0;) {
        before(cta);
        for (std::uint32_t warp = 0; warp < kernel.shape().warps_per_cta(); ++warp)
            run_warp(*executor, executor->start_warp(cta, warp));
    }
}

}  // namespace heddle::fuzz
