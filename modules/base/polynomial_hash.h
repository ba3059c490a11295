// A number as a polynomial over GF(2), modulo a primitive polynomial: as a choice among 2^degree memory slices it lets
// no stride of a power of two use few of them only (B. R. Rau, "Pseudo-Randomly Interleaved Memory", ISCA 1991).
#pragma once

#include <array>
#include <cstdint>

namespace heddle {

class PolynomialHash {
public:
    static constexpr unsigned max_degree = 8;

    // Byte by byte from the top, as a CRC is computed: it is asked for every request in the network.
    static unsigned remainder(std::uint64_t value, unsigned degree) {
        const Row& reduced = table[degree];
        const unsigned low = (1u << degree) - 1;
        unsigned rest = 0;
        for (int shift = value ? (63 - __builtin_clzll(value)) / 8 * 8 : 0; shift >= 0; shift -= 8) {
            const unsigned next = rest << 8 | (value >> shift & 0xFF);
            rest = reduced[next >> degree] ^ (next & low);
        }
        return rest;
    }

private:
    using Row = std::array<std::uint8_t, 256>;
    using Table = std::array<Row, max_degree + 1>;

    // By degree and byte: what the byte, standing above the lowest `degree` bits, leaves of them.
    static constexpr Table make_table() {
        constexpr unsigned polynomials[] = {1, 3, 7, 11, 19, 37, 67, 131, 285};  // the first primitive of each degree
        Table result{};
        for (unsigned degree = 0; degree <= max_degree; ++degree)
            for (unsigned byte = 0; byte < 256; ++byte) {
                unsigned rest = byte << degree;
                for (unsigned bit = degree + 8; bit-- > degree;)
                    if (rest >> bit & 1) rest ^= polynomials[degree] << (bit - degree);
                result[degree][byte] = static_cast<std::uint8_t>(rest);
            }
        return result;
    }
    static const Table table;
};

inline constexpr PolynomialHash::Table PolynomialHash::table = PolynomialHash::make_table();

}  // namespace heddle
