#include "heddle/base/error.h"
#include "heddle/stimulus/trace/kernels_list.h"
#include "heddle/stimulus/trace/trace_kernel.h"
#include "run_blocks.h"
#include "targets.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint32_t most_blocks = 4;
constexpr std::size_t ahead_bytes = 256;  // so that the temporary file has its part

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
        run_blocks(kernel, most_blocks, [](std::uint32_t) {});
        kernel.end();
        return true;
    } catch (const InputError&) {
        return false;
    }
}

}  // namespace heddle::fuzz
