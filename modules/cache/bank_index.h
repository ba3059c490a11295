// In which bank of a cache a line is looked up: in the one that the lowest bits of its set say, or in the one whose
// number has the parities of some bits of the address. Plain C++.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/base/bit_list.h"
#include "heddle/base/geometry.h"
#include "heddle/cache/set_index.h"

namespace heddle {

class BankIndex {
public:
    // `banks`: a power of two. `bits`: none, or for each bit of the bank's number, the lowest first and with slashes
    // between them, the bits of the address whose parity it is, such as 7,9/8,10 for four banks.
    BankIndex(const SetIndex& sets, unsigned banks, const std::string& bits = "none",
              const std::string& key = "bank_bits")
        : sets_(sets), last_(banks - 1) {
        if (bits == "none") return;
        const std::vector<std::string> lists = words_of(bits, '/');
        require(lists.size() < 32 && banks == 1U << lists.size(), key,
                "is '" + bits + "', which is " + std::to_string(lists.size()) + " lists of bits for the numbers of " +
                    std::to_string(banks) +
                    " banks; it needs one for each bit of such a number, with slashes between them");
        for (const std::string& list : lists)
            masks_.push_back(bit_list(list, line_address_bits, "a line is in one bank", key) >> line_address_bits);
    }

    unsigned operator()(std::uint64_t line) const {
        if (masks_.empty()) return sets_(line) & last_;
        unsigned bank = 0;
        for (std::size_t bit = 0; bit < masks_.size(); ++bit)
            bank |= static_cast<unsigned>(__builtin_parityll(line & masks_[bit])) << bit;
        return bank;
    }
    unsigned banks() const { return last_ + 1; }

private:
    static constexpr unsigned line_address_bits = 7;
    static_assert(line_bytes == 1U << line_address_bits);
    SetIndex sets_;
    unsigned last_;
    std::vector<std::uint64_t> masks_;  // of numbers of lines
};

}  // namespace heddle
