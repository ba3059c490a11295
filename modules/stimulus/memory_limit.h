// How much memory this process can have, so that a stimulus that needs more is refused with a message before the
// operating system kills the run without one. Plain C++.
#pragma once

#include <cstdint>
#include <string>

namespace heddle {

// The least of: the machine's memory and swap, the limits of the process (ulimit), those of its control group. It says
// what can never be had, not what is free.
std::uint64_t memory_limit_bytes();

// 17179869184 -> "16.0 GiB"
std::string readable_bytes(std::uint64_t bytes);

}  // namespace heddle
