// What levels above memory may know of its rows.
#pragma once

#include <cstdint>
#include <functional>

namespace heddle {

// Memory controller, bank and row of an address as one number: addresses with the same one are row hits after each
// other. Empty where memory is outside the GPU.
struct DramRows {
    std::function<std::uint64_t(std::uint64_t address)> key;
};

}  // namespace heddle
