#include "heddle/stimulus/stim/element_bytes.h"

#include <cstring>

namespace heddle::stim {

void to_bytes(ValueType type, const Lanes& values, unsigned count, std::uint8_t* bytes) {
    if (type == ValueType::u8) {
        for (unsigned l = 0; l < count; ++l) bytes[l] = static_cast<std::uint8_t>(values.u64[l]);
        return;
    }
    Lanes narrowed;
    convert_function(is_real(type) ? ValueType::f64 : ValueType::s64, type)(narrowed, values, values, values);
    std::memcpy(bytes, narrowed.u32, std::size_t{count} * bytes_of(type));
}

void from_bytes(ValueType type, const std::uint8_t* bytes, unsigned count, Lanes& values) {
    Lanes narrowed;
    std::memset(narrowed.u32, 0, sizeof(narrowed));
    if (type == ValueType::u8)
        for (unsigned l = 0; l < count; ++l) narrowed.u32[l] = bytes[l];
    else
        std::memcpy(narrowed.u32, bytes, std::size_t{count} * bytes_of(type));
    convert_function(type, is_real(type) ? ValueType::f64 : ValueType::s64)(values, narrowed, narrowed, narrowed);
}

}  // namespace heddle::stim
