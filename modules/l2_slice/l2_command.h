// What software can ask of an L2, as a cache operation on all its lines. Plain C++: control_in of the slice and of
// L2Control take it as a TLM write of 4 bytes to address 0.
#pragma once

#include <cstdint>

namespace heddle {

enum class L2Command : std::uint32_t {
    write_back = 1,             // dirty lines are written to memory; all lines stay, clean
    invalidate = 2,             // all lines are dropped; what was dirty is lost
    write_back_invalidate = 3,  // dirty lines are written to memory, and all lines are dropped
};

constexpr bool writes_back(L2Command command) {
    return static_cast<std::uint32_t>(command) & 1;
}
constexpr bool invalidates(L2Command command) {
    return static_cast<std::uint32_t>(command) & 2;
}
constexpr bool is_command(L2Command command) {
    return command >= L2Command::write_back && command <= L2Command::write_back_invalidate;
}

}  // namespace heddle
