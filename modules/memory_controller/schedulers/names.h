#pragma once

#include <array>

namespace heddle {

constexpr std::array<const char*, 3> scheduler_names{"fr_fcfs", "fifo", "banked_fifo"};

}  // namespace heddle
