// The trace of a stimulus: its kernels are executed without time, and every warp instruction written down.
#pragma once

#include "heddle/stimulus/trace/generator/trace_writer.h"
#include "heddle/stimulus/workload.h"

namespace heddle::traces {

// Throws InputError.
void write_trace_of(Workload& workload, TraceWriter& writer);

}  // namespace heddle::traces
