// How the controller's local address is divided: columns of row_bytes lowest, then the bank, then the row.
#pragma once

#include <cstdint>

#include "heddle/base/divisor.h"

namespace heddle {

// Where each L2 slice has banks of its own: the slice is taken from above its chunk of consecutive bytes and becomes
// the lowest part of the bank's number. Positions are bits of the local address.
struct SliceBits {
    unsigned count = 0;  // 0: slices share the banks
    unsigned above_chunk = 0, above_row = 0;

    std::uint64_t to_bank(std::uint64_t local) const { return move(local, above_chunk, above_row); }
    std::uint64_t from_bank(std::uint64_t local) const { return move(local, above_row, above_chunk); }

private:
    std::uint64_t move(std::uint64_t local, unsigned from, unsigned to) const {
        if (!count) return local;
        const std::uint64_t slice = low(local >> from, count);
        const std::uint64_t rest = local >> (from + count) << from | low(local, from);
        return rest >> to << (to + count) | slice << to | low(rest, to);
    }
    static std::uint64_t low(std::uint64_t value, unsigned bits) { return value & ((std::uint64_t{1} << bits) - 1); }
};

struct BankMap {
    Divisor banks, row_bytes;  // powers of two
    bool hash;                 // spreads strides of whole banks * row_bytes over the banks
    SliceBits slices = {};

    unsigned column(std::uint64_t local) const {
        return static_cast<unsigned>(row_bytes.remainder(slices.to_bank(local)));
    }
    std::uint64_t row(std::uint64_t local) const { return banks.quotient(row_bytes.quotient(slices.to_bank(local))); }
    unsigned bank(std::uint64_t local) const {
        const std::uint64_t plain = row_bytes.quotient(slices.to_bank(local));
        return static_cast<unsigned>(banks.remainder(hash ? plain ^ row(local) : plain));
    }
    // The inverse.
    std::uint64_t local(std::uint64_t row, unsigned bank, unsigned column) const {
        const std::uint64_t plain = hash ? bank ^ banks.remainder(row) : bank;
        return slices.from_bank(row_bytes.multiple(banks.multiple(row) + plain) + column);
    }
};

}  // namespace heddle
