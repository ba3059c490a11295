#include "heddle/base/half_hash.h"

#include "heddle/base/divisor.h"
#include "heddle/base/parameters.h"
#include "heddle/base/word_list.h"

namespace heddle {

HalfHash::HalfHash(const std::string& bits, unsigned chunk_bytes, const std::string& key) {
    if (bits == "none") return;
    require(is_power_of_two(chunk_bytes), key,
            "is '" + bits + "', which needs pieces of a power of two, but they have " + std::to_string(chunk_bytes) +
                " bytes");
    const auto chunk_bits = static_cast<unsigned>(__builtin_ctz(chunk_bytes));
    for (const std::string& word : words_of(bits)) {
        const unsigned bit = is_number(word, 2) ? static_cast<unsigned>(std::stoul(word)) : 0;
        require(bit >= chunk_bits && bit < 64, key,
                "is '" + bits + "', expected numbers of bits from " + std::to_string(chunk_bits) +
                    " (a piece of memory is never divided) to 63 with commas between them, or none");
        mask_ |= std::uint64_t{1} << (bit - chunk_bits);
    }
    region_bits_ = static_cast<unsigned>(__builtin_ctzll(mask_));
}

}  // namespace heddle
