// Writes packed traces.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::traces::packed {

struct PackedSize {
    std::uint32_t kernels = 0;
    std::uint64_t blocks = 0, bytes = 0;
};

// Packs the kernels of a kernelslist.g. The file appears under its name when it is whole. Throws InputError.
PackedSize pack(const std::string& list, const std::string& file);

}  // namespace heddle::traces::packed
