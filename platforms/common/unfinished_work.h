// What a run that was ended from outside had still to do, in words: which warps run, and what is not launched yet.
// Plain C++.
#pragma once

#include <string>

#include "heddle/stimulus/kernel_progress.h"
#include "heddle/stimulus/running_warp.h"

namespace heddle {

// Lines of a message, each with a newline before it.
std::string unfinished_work(const KernelProgress& kernel, const RunningWarps& warps);

}  // namespace heddle
