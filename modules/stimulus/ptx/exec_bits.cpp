// Bit fields, counting, reversal, byte permutation.
#include <algorithm>
#include <map>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/lanes.h"

namespace heddle::ptx {
namespace {

template <class T>
constexpr unsigned width = 8 * sizeof(T);

// clang-format off
struct Popc { template <class T> static std::uint32_t of(T a) { return static_cast<std::uint32_t>(__builtin_popcountll(a)); } };
struct Clz { template <class T> static std::uint32_t of(T a) {
    return a == 0 ? width<T> : static_cast<std::uint32_t>(__builtin_clzll(a)) - (64 - width<T>); } };
struct Brev { template <class T> static T of(T a) {
    T result = 0;
    for (unsigned i = 0; i < width<T>; ++i) result = static_cast<T>(result << 1 | (a >> i & 1));
    return result; } };
// clang-format on

// The position of the highest bit that differs from the sign; all ones where there is none.
struct Bfind {
    template <class T>
    static std::uint32_t of(T a) {
        auto bits = static_cast<std::make_unsigned_t<T>>(a);
        if (std::is_signed_v<T> && a < 0) bits = ~bits;
        return bits == 0 ? ~0u : 63u - static_cast<std::uint32_t>(__builtin_clzll(bits));
    }
};
struct BfindShift {
    template <class T>
    static std::uint32_t of(T a) {
        const std::uint32_t at = Bfind::of(a);
        return at == ~0u ? at : width<T> - 1 - at;
    }
};

// PTX ISA: position and length are taken modulo 256; a signed field that reaches beyond the top takes the sign bit.
struct Bfe {
    template <class T>
    static T of(T a, std::uint32_t position, std::uint32_t length) {
        position &= 255;
        length &= 255;
        const auto bits = static_cast<std::make_unsigned_t<T>>(a);
        const unsigned top = std::min(position + length - 1, width<T> - 1);
        const bool fill = std::is_signed_v<T> && length != 0 && (bits >> top & 1);
        std::make_unsigned_t<T> result = 0;
        for (unsigned i = 0; i < width<T>; ++i) {
            const bool inside = i < length && position + i < width<T>;
            const bool bit = inside ? (bits >> (position + i) & 1) != 0 : fill;
            result |= static_cast<std::make_unsigned_t<T>>(bit) << i;
        }
        return static_cast<T>(result);
    }
};

template <class T>
void insert_field(Warp& warp, const Step& step, LaneMask mask) {
    const T* field = cells<T>(warp, step.a);
    const T* base = cells<T>(warp, step.b);
    const std::uint32_t* position = cells<std::uint32_t>(warp, step.c);
    const std::uint32_t* length = cells<std::uint32_t>(warp, step.values[0]);
    for_lanes<T>(warp, step, mask, [=](unsigned l) {
        T result = base[l];
        const unsigned at = position[l] & 255, bits = length[l] & 255;
        for (unsigned i = 0; i < bits && at + i < width<T>; ++i)
            result = static_cast<T>((result & ~(T{1} << (at + i))) | (field[l] >> i & 1) << (at + i));
        return result;
    });
}

// Each nibble of the selector picks one of the 8 bytes of {b, a}; its top bit replicates the byte's sign.
struct Prmt {
    static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
        const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
        std::uint32_t result = 0;
        for (unsigned i = 0; i < 4; ++i) {
            const unsigned nibble = selector >> (4 * i) & 15;
            auto byte = static_cast<std::uint32_t>(bytes >> (8 * (nibble & 7)) & 0xff);
            if (nibble & 8) byte = byte & 0x80 ? 0xff : 0;
            result |= byte << (8 * i);
        }
        return result;
    }
};

template <class Op>
LaneFunction count(Type type) {
    if (bytes_of(type) < 4) return nullptr;
    return by_width(type, [](auto t) -> LaneFunction { return &unary<Op, std::uint32_t, decltype(t)>; });
}
template <class Op>
LaneFunction find(Type type) {
    if (bytes_of(type) < 4) return nullptr;
    return by_integer(type, [](auto t) -> LaneFunction { return &unary<Op, std::uint32_t, decltype(t)>; });
}
LaneFunction reverse(Type type) {
    if (bytes_of(type) < 4) return nullptr;
    return by_width(type, [](auto t) -> LaneFunction { return &unary<Brev, decltype(t)>; });
}
LaneFunction extract(Type type) {
    if (bytes_of(type) < 4) return nullptr;
    return by_integer(type, [](auto t) -> LaneFunction {
        return &ternary<Bfe, decltype(t), decltype(t), std::uint32_t, std::uint32_t>;
    });
}
LaneFunction insert(Type type) {
    if (bytes_of(type) == 4) return &insert_field<std::uint32_t>;
    return bytes_of(type) == 8 ? &insert_field<std::uint64_t> : nullptr;
}
LaneFunction permute(Type type) {
    return bytes_of(type) == 4 ? &ternary<Prmt, std::uint32_t> : nullptr;
}

}  // namespace

LaneFunction bit_function(const std::string& name, Type type) {
    using Maker = LaneFunction (*)(Type);
    static const std::map<std::string, Maker> table = {{"popc", &count<Popc>},
                                                       {"clz", &count<Clz>},
                                                       {"brev", &reverse},
                                                       {"bfind", &find<Bfind>},
                                                       {"bfind.shiftamt", &find<BfindShift>},
                                                       {"bfe", &extract},
                                                       {"bfi", &insert},
                                                       {"prmt", &permute}};
    const auto found = table.find(name);
    return found == table.end() || is_float(type) ? nullptr : found->second(type);
}

}  // namespace heddle::ptx
