// How the controller's local address is divided: columns of row_bytes lowest, then the bank, then the row.
#pragma once

#include <cstdint>

#include "heddle/base/divisor.h"

namespace heddle {

struct BankMap {
    Divisor banks, row_bytes;  // powers of two
    bool hash;                 // spreads strides of whole banks * row_bytes over the banks

    unsigned column(std::uint64_t local) const { return static_cast<unsigned>(row_bytes.remainder(local)); }
    std::uint64_t row(std::uint64_t local) const { return banks.quotient(row_bytes.quotient(local)); }
    unsigned bank(std::uint64_t local) const {
        const std::uint64_t plain = row_bytes.quotient(local);
        return static_cast<unsigned>(banks.remainder(hash ? plain ^ row(local) : plain));
    }
    // The inverse.
    std::uint64_t local(std::uint64_t row, unsigned bank, unsigned column) const {
        const std::uint64_t plain = hash ? bank ^ banks.remainder(row) : bank;
        return row_bytes.multiple(banks.multiple(row) + plain) + column;
    }
};

}  // namespace heddle
