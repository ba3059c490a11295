// What stands before the thread blocks of a kernel's trace.
#pragma once

#include "heddle/stimulus/kernel.h"
#include "heddle/stimulus/trace/text_file.h"

namespace heddle::traces {

struct HeaderLimits {
    static constexpr std::uint64_t blocks = std::uint64_t{1} << 27;
    static constexpr std::uint64_t threads = 1024;
    static constexpr std::uint64_t registers = 255;
    static constexpr std::uint64_t shared_bytes = std::uint64_t{1} << 20;
};

struct KernelHeader {
    KernelShape shape;
    unsigned binary_version = 0;  // 70 is sm_70
    unsigned tracer_version = 0;
    bool has_line_info = false;     // a source line stands before each program counter
    std::uint64_t shared_base = 0;  // of the window in the generic address space
    std::uint64_t local_base = 0;
};

// Reads up to and including the line that begins with '#'. Throws InputError.
KernelHeader read_header(LineReader& lines);

}  // namespace heddle::traces
