// The element types of the language. u8 exists only in memory: a load widens it to u32, a store narrows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::stim {

enum class ValueType : std::uint8_t { u8, u32, s32, f32, u64, s64, f64 };

inline constexpr const char* value_type_names[] = {"u8", "u32", "s32", "f32", "u64", "s64", "f64"};

inline const char* name_of(ValueType type) {
    return value_type_names[static_cast<unsigned>(type)];
}

inline constexpr std::uint8_t value_type_bytes[] = {1, 4, 4, 4, 8, 8, 8};

inline unsigned bytes_of(ValueType type) {
    return value_type_bytes[static_cast<unsigned>(type)];
}

inline bool is_real(ValueType type) {
    return type == ValueType::f32 || type == ValueType::f64;
}

// What a register holds after loading an element of this type.
inline ValueType register_type(ValueType type) {
    return type == ValueType::u8 ? ValueType::u32 : type;
}

inline std::optional<ValueType> value_type_named(const std::string& name) {
    for (unsigned i = 0; i < 7; ++i)
        if (name == value_type_names[i]) return static_cast<ValueType>(i);
    return std::nullopt;
}

}  // namespace heddle::stim
