// What an atomic does to one element in memory. Plain C++: used where lines are (L2, memory) and in shared memory.
#pragma once

#include <cstdint>

#include "heddle/base/lane_access.h"

namespace heddle {

constexpr unsigned element_bytes(ElementType type) {
    return type == ElementType::u64 || type == ElementType::s64 || type == ElementType::f64 ? 8 : 4;
}

// *memory becomes op(*memory, *operand), *operand becomes the old value. `compare` (may be null) is the second operand
// of cas.
void perform_atomic_element(AtomicOp op, ElementType type, std::uint8_t* memory, std::uint8_t* operand,
                            const std::uint8_t* compare);

}  // namespace heddle
