// What blocks are told about kernels. Plain C++: kernel_boundary.h has the sockets.
#pragma once

#include <cstdint>

namespace heddle {

enum class KernelEvent : std::uint32_t { started = 0, ended = 1 };

}  // namespace heddle
