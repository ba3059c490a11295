// The number by which a piece of memory is dealt out over the slices, where address bits make it: its lowest bits are
// parities of some bits of the address, those above are the upper bits of the address as they are. Pieces that differ
// in a few bits only share a number and lie side by side in one slice; these bits are the piece's place among them.
// Plain C++.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

class PieceNumber {
public:
    // `numbers`: the bits of the address whose parity is the lowest bit of the number, those of the next one behind a
    // slash, and so on; or none. `places`: the bits that make the place, or none. `half_mask`: the bits of a piece's
    // index that choose its half, 0 without halves. Half, number and place together have to tell all pieces apart;
    // ParameterError otherwise.
    PieceNumber(const std::string& numbers, const std::string& places, std::uint64_t half_mask, unsigned chunk_bytes,
                const std::string& key);

    bool is_on() const { return !parities_.empty(); }
    std::uint64_t number(std::uint64_t chunk) const {
        std::uint64_t number = chunk >> upper_shift_ << parities_.size();
        for (std::size_t bit = 0; bit < parities_.size(); ++bit)
            number |= static_cast<std::uint64_t>(__builtin_parityll(chunk & parities_[bit])) << bit;
        return number;
    }
    unsigned place(std::uint64_t chunk) const {
        unsigned place = 0;
        for (std::size_t bit = 0; bit < places_.size(); ++bit)
            place |= static_cast<unsigned>(chunk >> places_[bit] & 1) << bit;
        return place;
    }
    unsigned place_bits() const { return static_cast<unsigned>(places_.size()); }

private:
    std::vector<std::uint64_t> parities_;  // masks of pieces' indices, by bit of the number
    std::vector<unsigned> places_;         // bits of pieces' indices
    unsigned upper_shift_ = 0;
};

}  // namespace heddle
