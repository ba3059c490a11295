// Kernels as SASS for Volta, written down instruction by instruction as compiled code looks: what the speed of
// trace-driven simulators is compared on.
#pragma once

#include "heddle/stimulus/trace/generator/trace_writer.h"

namespace heddle::traces {

struct BenchmarkKernel {
    const char* name;
    const char* what;
    unsigned default_size;
    unsigned size_step;  // sizes are multiples of it
    void (*write)(TraceWriter& writer, unsigned size);
};

extern const BenchmarkKernel benchmark_kernels[];
extern const unsigned benchmark_kernel_count;

}  // namespace heddle::traces
