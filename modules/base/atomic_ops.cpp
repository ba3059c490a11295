#include "heddle/base/atomic_ops.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace heddle {
namespace {

template <class T>
T apply(AtomicOp op, T old, T operand, T compare) {
    using Unsigned = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    if constexpr (std::is_integral_v<T>) {
        switch (op) {
            case AtomicOp::add:
                return static_cast<T>(static_cast<Unsigned>(old) + static_cast<Unsigned>(operand));
            case AtomicOp::band:
                return old & operand;
            case AtomicOp::bor:
                return old | operand;
            case AtomicOp::bxor:
                return old ^ operand;
            default:
                break;
        }
    }
    switch (op) {
        case AtomicOp::add:
            return old + operand;
        case AtomicOp::min:
            return std::min(old, operand);
        case AtomicOp::max:
            return std::max(old, operand);
        case AtomicOp::exch:
            return operand;
        case AtomicOp::cas:
            return old == compare ? operand : old;
        // CUDA's atomicInc and atomicDec wrap at the operand.
        case AtomicOp::inc:
            return old >= operand ? T{0} : static_cast<T>(old + 1);
        case AtomicOp::dec:
            return old == T{0} || old > operand ? operand : static_cast<T>(old - 1);
        default:
            return old;
    }
}

template <class T>
void perform(AtomicOp op, std::uint8_t* memory, std::uint8_t* operand, const std::uint8_t* compare) {
    T old, value, expected{};
    std::memcpy(&old, memory, sizeof(T));
    std::memcpy(&value, operand, sizeof(T));
    if (compare) std::memcpy(&expected, compare, sizeof(T));
    const T result = apply(op, old, value, expected);
    std::memcpy(memory, &result, sizeof(T));
    std::memcpy(operand, &old, sizeof(T));
}

}  // namespace

void perform_atomic_element(AtomicOp op, ElementType type, std::uint8_t* memory, std::uint8_t* operand,
                            const std::uint8_t* compare) {
    switch (type) {
        case ElementType::u32:
            perform<std::uint32_t>(op, memory, operand, compare);
            break;
        case ElementType::s32:
            perform<std::int32_t>(op, memory, operand, compare);
            break;
        case ElementType::u64:
            perform<std::uint64_t>(op, memory, operand, compare);
            break;
        case ElementType::s64:
            perform<std::int64_t>(op, memory, operand, compare);
            break;
        case ElementType::f32:
            perform<float>(op, memory, operand, compare);
            break;
        case ElementType::f64:
            perform<double>(op, memory, operand, compare);
            break;
    }
}

}  // namespace heddle
