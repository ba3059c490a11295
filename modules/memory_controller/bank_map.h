// Where an address of this controller lies: row_bytes of columns lowest, then the bank, then the row.
#pragma once

#include <cstdint>

#include "base/division.h"

namespace heddle {

struct BankMap {
    unsigned banks, row_bytes;  // powers of two
    bool hash;                  // spreads strides of whole banks * row_bytes over the banks

    unsigned column(std::uint64_t local) const { return static_cast<unsigned>(local) & (row_bytes - 1); }
    std::uint64_t row(std::uint64_t local) const { return quotient(quotient(local, row_bytes), banks); }
    unsigned bank(std::uint64_t local) const {
        const std::uint64_t plain = quotient(local, row_bytes);
        return static_cast<unsigned>(hash ? plain ^ row(local) : plain) & (banks - 1);
    }
    // The other way round.
    std::uint64_t local(std::uint64_t row, unsigned bank, unsigned column) const {
        const std::uint64_t in_row = (hash ? bank ^ row : bank) & (banks - 1);
        return (row * banks + in_row) * row_bytes + column;
    }
};

}  // namespace heddle
