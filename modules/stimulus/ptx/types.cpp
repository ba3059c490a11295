#include "heddle/stimulus/ptx/types.h"

#include <array>

namespace heddle::ptx {
namespace {

struct TypeFacts {
    const char* name;
    unsigned bytes;
    char kind;  // b, u, s, f, p
};

constexpr std::array<TypeFacts, 16> facts = {{{"b8", 1, 'b'},
                                              {"b16", 2, 'b'},
                                              {"b32", 4, 'b'},
                                              {"b64", 8, 'b'},
                                              {"u8", 1, 'u'},
                                              {"u16", 2, 'u'},
                                              {"u32", 4, 'u'},
                                              {"u64", 8, 'u'},
                                              {"s8", 1, 's'},
                                              {"s16", 2, 's'},
                                              {"s32", 4, 's'},
                                              {"s64", 8, 's'},
                                              {"f16", 2, 'f'},
                                              {"f32", 4, 'f'},
                                              {"f64", 8, 'f'},
                                              {"pred", 0, 'p'}}};

constexpr std::array<const char*, 6> spaces = {"generic", "global", "shared", "const", "local", "param"};

const TypeFacts& of(Type type) {
    return facts[static_cast<unsigned>(type)];
}

}  // namespace

std::optional<Type> type_named(const std::string& name) {
    for (unsigned i = 0; i < facts.size(); ++i)
        if (name == facts[i].name) return static_cast<Type>(i);
    return std::nullopt;
}

const char* name_of(Type type) {
    return of(type).name;
}

std::optional<Space> space_named(const std::string& name) {
    for (unsigned i = 1; i < spaces.size(); ++i)
        if (name == spaces[i]) return static_cast<Space>(i);
    return std::nullopt;
}

const char* name_of(Space space) {
    return spaces[static_cast<unsigned>(space)];
}

unsigned bytes_of(Type type) {
    return of(type).bytes;
}

bool is_float(Type type) {
    return of(type).kind == 'f';
}

bool is_signed(Type type) {
    return of(type).kind == 's';
}

bool is_bits(Type type) {
    return of(type).kind == 'b';
}

std::uint64_t in_register(std::uint64_t bits, Type type, Type held) {
    const unsigned above = 64 - 8 * bytes_of(type), cut = 64 - 8 * bytes_of(held);
    const std::uint64_t top = bits << above;
    const std::uint64_t whole =
        is_signed(type) ? static_cast<std::uint64_t>(static_cast<std::int64_t>(top) >> above) : top >> above;
    return whole << cut >> cut;
}

}  // namespace heddle::ptx
