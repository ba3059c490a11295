#include "heddle/base/half_hash.h"

#include "heddle/base/bit_list.h"
#include "heddle/base/divisor.h"

namespace heddle {

HalfHash::HalfHash(const std::string& bits, unsigned chunk_bytes, const std::string& key) {
    if (bits == "none") return;
    require(is_power_of_two(chunk_bytes), key,
            "is '" + bits + "', which needs pieces of a power of two, but they have " + std::to_string(chunk_bytes) +
                " bytes");
    const auto chunk_bits = static_cast<unsigned>(__builtin_ctz(chunk_bytes));
    mask_ = bit_list(bits, chunk_bits, "a piece of memory is never divided", key) >> chunk_bits;
    region_bits_ = static_cast<unsigned>(__builtin_ctzll(mask_));
}

}  // namespace heddle
