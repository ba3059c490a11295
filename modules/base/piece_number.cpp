#include "heddle/base/piece_number.h"

#include "heddle/base/bit_list.h"

namespace heddle {
namespace {

// Over the field of two elements: whether no sum of some of the masks, cut to `bits` bits, is 0.
bool independent(std::vector<std::uint64_t> masks, unsigned bits) {
    for (unsigned bit = 0; bit < bits; ++bit) {
        std::uint64_t pivot = 0;
        for (std::uint64_t& mask : masks) {
            if (!(mask >> bit & 1)) continue;
            if (pivot)
                mask ^= pivot;
            else
                std::swap(pivot, mask);  // leaves 0: the row is used up
        }
        if (!pivot) return false;
    }
    return true;
}

}  // namespace

PieceNumber::PieceNumber(const std::string& numbers, const std::string& places, std::uint64_t half_mask,
                         unsigned chunk_bytes, const std::string& key) {
    if (numbers == "none") {
        require(places == "none", key + ".place_bits",
                "is '" + places + "', but " + key + ".number_bits is none: places are those of pieces with one number");
        return;
    }
    const std::string number_key = key + ".number_bits", place_key = key + ".place_bits";
    for (const std::string& list : words_of(numbers, '/'))
        parities_.push_back(piece_bit_list(list, chunk_bytes, number_key));
    if (places != "none")
        for (const std::string& word : words_of(places))
            places_.push_back(static_cast<unsigned>(__builtin_ctzll(piece_bit_list(word, chunk_bytes, place_key))));

    std::vector<std::uint64_t> told = parities_;
    for (const unsigned place : places_) told.push_back(std::uint64_t{1} << place);
    if (half_mask) told.push_back(half_mask);
    upper_shift_ = static_cast<unsigned>(told.size());
    const auto chunk_bits = static_cast<unsigned>(__builtin_ctz(chunk_bytes));
    const std::string lowest = std::to_string(chunk_bits), upper = std::to_string(chunk_bits + upper_shift_);
    require(upper_shift_ < 32 && independent(told, upper_shift_), number_key,
            "is '" + numbers + "', whose " + std::to_string(parities_.size()) +
                " parities do not tell all pieces apart: with place_bits and half_bits there are " +
                std::to_string(upper_shift_) + ", which have to be independent in the bits " + lowest + " to below " +
                upper + ", because those from " + upper + " on are the upper bits of the number");
}

}  // namespace heddle
