#include <algorithm>

#include "heddle/base/error.h"
#include "heddle/stimulus/trace/kernels_list.h"
#include "heddle/stimulus/trace/trace_kernel.h"
#include "targets.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint32_t most_blocks = 4;
constexpr std::size_t ahead_bytes = 256;  // so that the temporary file has its part

void run_warp(WarpExecutor& executor, WarpState* warp) {
    static LaneAccess access{};
    while (true) {
        const WarpInstruction& instruction = executor.fetch(*warp);
        const bool ended = instruction.operation == Operation::exit;
        executor.execute(*warp, instruction.is_memory() ? &access : nullptr);
        if (ended) break;
    }
    executor.finish_warp(warp);
}

void read_list(const std::string& text) {
    try {
        traces::LineReader lines("fuzz.g", traces::bytes_of(text));
        traces::read_kernels_list(lines);
    } catch (const InputError&) {
    }
}

}  // namespace

bool trace(const std::string& text) {
    read_list(text);
    try {
        traces::TraceKernel kernel("fuzz.traceg", traces::bytes_of(text), ahead_bytes);
        if (kernel.shape().ctas() > 1u << 16) return false;
        kernel.begin();
        const auto executor = kernel.make_executor();
        for (std::uint32_t cta = std::min(kernel.shape().ctas(), most_blocks); cta-- > 0;)
            for (std::uint32_t warp = 0; warp < kernel.shape().warps_per_cta(); ++warp)
                run_warp(*executor, executor->start_warp(cta, warp));
        kernel.end();
        return true;
    } catch (const InputError&) {
        return false;
    }
}

}  // namespace heddle::fuzz
