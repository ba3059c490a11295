// Where the spaces lie in the generic address space. Global addresses are generic addresses as they are.
#pragma once

#include <cstdint>

#include "heddle/stimulus/ptx/types.h"

namespace heddle::ptx {

constexpr std::uint64_t window_bytes = std::uint64_t{1} << 36;
constexpr std::uint64_t param_window = 0x4000000000;
constexpr std::uint64_t constant_window = 0x5000000000;
constexpr std::uint64_t shared_window = 0x6000000000;
constexpr std::uint64_t local_window = 0x7000000000;

constexpr std::uint64_t window_base(Space space) {
    switch (space) {
        case Space::param:
            return param_window;
        case Space::constant:
            return constant_window;
        case Space::shared:
            return shared_window;
        case Space::local:
            return local_window;
        default:
            return 0;
    }
}

constexpr Space space_of(std::uint64_t generic_address) {
    switch (generic_address / window_bytes) {
        case param_window / window_bytes:
            return Space::param;
        case constant_window / window_bytes:
            return Space::constant;
        case shared_window / window_bytes:
            return Space::shared;
        case local_window / window_bytes:
            return Space::local;
        default:
            return Space::global;
    }
}

}  // namespace heddle::ptx
