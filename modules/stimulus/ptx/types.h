// The scalar types and state spaces of PTX.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::ptx {

enum class Type : std::uint8_t { b8, b16, b32, b64, u8, u16, u32, u64, s8, s16, s32, s64, f16, f32, f64, pred };

enum class Space : std::uint8_t { generic, global, shared, constant, local, param };

// "f32" (no dot) to its type.
std::optional<Type> type_named(const std::string& name);
const char* name_of(Type type);
std::optional<Space> space_named(const std::string& name);
const char* name_of(Space space);

unsigned bytes_of(Type type);  // 0 for pred
bool is_float(Type type);
bool is_signed(Type type);
bool is_bits(Type type);

// What a register of type `held` has of a value of `type`: its sign repeated where it has one, cut to the register's
// width.
std::uint64_t in_register(std::uint64_t bits, Type type, Type held);

inline bool is_integer(Type type) {
    return !is_float(type) && type != Type::pred;
}
// A register takes one slot of 32 lanes of 4 bytes, or two.
inline bool is_wide(Type type) {
    return bytes_of(type) == 8;
}

}  // namespace heddle::ptx
