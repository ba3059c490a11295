#pragma once

#include <array>

namespace heddle {

constexpr std::array<const char*, 2> scheduler_names{"fr_fcfs", "fifo"};

}  // namespace heddle
