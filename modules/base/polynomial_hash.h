// A number as a polynomial over GF(2), modulo a primitive polynomial: as a choice among 2^degree memory slices it lets
// no stride of a power of two use few of them only (B. R. Rau, "Pseudo-Randomly Interleaved Memory", ISCA 1991).
#pragma once

#include <array>
#include <cstdint>

namespace heddle {

class PolynomialHash {
public:
    static constexpr unsigned max_degree = 8;

    // The remainder of a number is the sum of its bytes' remainders, which a table has for each place of a byte. Every
    // request in the network asks for one.
    static unsigned remainder(std::uint64_t value, unsigned degree) {
        unsigned rest = 0;
        for (const Row* left_by = table[degree].data(); value; value >>= 8) rest ^= (*left_by++)[value & 0xFF];
        return rest;
    }

private:
    using Row = std::array<std::uint8_t, 256>;
    using Table = std::array<std::array<Row, 8>, max_degree + 1>;

    // The remainder of a byte, by degree, the byte's place in the number, and the byte's value.
    static constexpr Table make_table() {
        constexpr unsigned polynomials[] = {1, 3, 7, 11, 19, 37, 67, 131, 285};  // the first primitive of each degree
        Table result{};
        for (unsigned degree = 0; degree <= max_degree; ++degree)
            for (unsigned byte = 0; byte < 256; ++byte) {
                unsigned rest = byte;
                for (Row& row : result[degree]) {
                    for (unsigned bit = 16; bit-- > degree;)
                        if (rest >> bit & 1) rest ^= polynomials[degree] << (bit - degree);
                    row[byte] = static_cast<std::uint8_t>(rest);
                    rest <<= 8;
                }
            }
        return result;
    }
    static const Table table;
};

inline constexpr PolynomialHash::Table PolynomialHash::table = PolynomialHash::make_table();

}  // namespace heddle
