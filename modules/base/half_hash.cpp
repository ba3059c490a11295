#include "heddle/base/half_hash.h"

#include "heddle/base/bit_list.h"

namespace heddle {

HalfHash::HalfHash(const std::string& bits, unsigned chunk_bytes, const std::string& key) {
    if (bits == "none") return;
    mask_ = piece_bit_list(bits, chunk_bytes, key);
    region_bits_ = static_cast<unsigned>(__builtin_ctzll(mask_));
}

}  // namespace heddle
