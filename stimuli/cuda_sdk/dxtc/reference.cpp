#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

using Number = std::int64_t;
using Colour = std::array<Number, 3>;
constexpr std::array<int, 3> bits = {5, 6, 5};

struct Encoding {
    Number error = std::numeric_limits<Number>::max();
    Colour start{}, end{};         // in steps of 5, 6 and 5 bits
    std::array<int, 16> thirds{};  // of the end colour, by pixel
};

// The step whose brightness is nearest to numerator / denominator, halves upward.
Number nearest_step(Number numerator, Number denominator, int channel_bits) {
    const Number top = (Number{1} << channel_bits) - 1;
    const Number inside = std::clamp<Number>(numerator, 0, 255 * denominator);
    return (2 * inside * top + 255 * denominator) / (510 * denominator);
}

// A step as brightness: the bits, and again as many of them as are missing.
Number brightness(Number step, int channel_bits) {
    return (step << (8 - channel_bits)) | (step >> (2 * channel_bits - 8));
}

// The end colours that suit best where pixel i has thirds[i] thirds of the end colour: the two equations of least
// squares.
Encoding fit(const std::array<Colour, 16>& colours, const std::array<int, 16>& thirds) {
    Encoding result{0, {}, {}, thirds};
    for (int c = 0; c < 3; ++c) {
        Number ss = 0, se = 0, ee = 0, sx = 0, ex = 0;
        for (int i = 0; i < 16; ++i) {
            const Number e = thirds[i], s = 3 - e, x = 3 * colours[i][c];
            ss += s * s, se += s * e, ee += e * e, sx += s * x, ex += e * x;
        }
        const Number determinant = ss * ee - se * se;
        result.start[c] = nearest_step(sx * ee - ex * se, determinant, bits[c]);
        result.end[c] = nearest_step(ex * ss - sx * se, determinant, bits[c]);
        const Number start = brightness(result.start[c], bits[c]), end = brightness(result.end[c], bits[c]);
        for (int i = 0; i < 16; ++i) {
            const Number off = 3 * colours[i][c] - (3 - thirds[i]) * start - thirds[i] * end;
            result.error += off * off;
        }
    }
    return result;
}

// Pixels by where they lie along the longest row of the covariance matrix (rounded down at two places, as the kernel
// does).
std::array<int, 16> order_of(const std::array<Colour, 16>& colours) {
    Colour sum{};
    for (const auto& colour : colours) {
        for (int c = 0; c < 3; ++c) sum[c] += colour[c];
    }
    std::array<Colour, 3> covariance{};
    for (const auto& colour : colours) {
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) {
                covariance[a][b] += ((16 * colour[a] - sum[a]) * (16 * colour[b] - sum[b])) >> 8;
            }
        }
    }
    int longest = 0;
    for (int c = 1; c < 3; ++c) {
        if (covariance[c][c] > covariance[longest][longest]) longest = c;
    }
    std::array<Number, 16> along{};
    for (int i = 0; i < 16; ++i) {
        for (int c = 0; c < 3; ++c) along[i] += (covariance[longest][c] >> 4) * colours[i][c];
    }
    std::array<int, 16> order{};
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return along[a] < along[b]; });
    return order;
}

// The best of all splits of the ordered pixels into four groups, of equally good ones the first.
Encoding best_encoding(const std::array<Colour, 16>& colours) {
    const auto order = order_of(colours);
    Encoding best;
    for (int c = 0; c <= 16; ++c) {
        for (int b = 0; b <= c; ++b) {
            for (int a = 0; a <= b; ++a) {
                std::array<int, 16> thirds{};
                for (int i = 0; i < 16; ++i) thirds[order[i]] = (i >= a) + (i >= b) + (i >= c);
                if (std::equal(thirds.begin() + 1, thirds.end(), thirds.begin())) continue;
                const auto encoding = fit(colours, thirds);
                if (encoding.error < best.error) best = encoding;
            }
        }
    }
    return best;
}

std::uint32_t packed(const Colour& steps) {
    return static_cast<std::uint32_t>(steps[0] << 11 | steps[1] << 5 | steps[2]);
}

// DXT1: the larger colour first; pixels are 0 and 1 for the two colours, 2 and 3 for what lies a third and two thirds
// between.
void write_block(std::uint32_t* to, Encoding encoding) {
    std::uint32_t first = packed(encoding.start), last = packed(encoding.end);
    if (first < last) {
        std::swap(first, last);
        for (int& thirds : encoding.thirds) thirds = 3 - thirds;
    }
    constexpr std::array<std::uint32_t, 4> code = {0, 2, 3, 1};
    to[0] = first | last << 16;
    to[1] = 0;
    if (first == last) return;
    for (int i = 0; i < 16; ++i) to[1] |= code[encoding.thirds[i]] << (2 * i);
}

}  // namespace

HEDDLE_REFERENCE("cuda_sdk/dxtc")(ReferenceMemory& memory) {
    auto image = memory.buffer<std::uint32_t>("IMAGE"), encoded = memory.buffer<std::uint32_t>("ENCODED");
    for (std::int64_t block = 0; block < memory.integer("BLOCKS"); ++block) {
        std::array<Colour, 16> colours{};
        for (int i = 0; i < 16; ++i) {
            const auto pixel = image[block * 16 + i];
            colours[i] = {pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255};
        }
        write_block(encoded.data() + 2 * block, best_encoding(colours));
    }
}

}  // namespace heddle
