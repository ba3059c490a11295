// kernelslist.g: the copies and launches of the traced program, in order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/stimulus/trace/text_file.h"

namespace heddle::traces {

struct MemoryCopy {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::size_t before_kernel = 0;  // index of the kernel that follows
};

struct KernelsList {
    struct Kernel {
        std::string file;  // as the list names it
        std::uint64_t line = 0;
    };
    std::vector<Kernel> kernels;
    std::vector<MemoryCopy> copies;  // from host to device
    std::uint64_t ignored_lines = 0;
    std::uint64_t first_ignored_line = 0;
};

// Throws InputError.
KernelsList read_kernels_list(LineReader& lines);

}  // namespace heddle::traces
