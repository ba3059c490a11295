#include <array>
#include <cmath>
#include <vector>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

using Digest = std::array<std::uint32_t, 4>;

std::uint32_t rotate_left(std::uint32_t x, int bits) {
    return x << bits | x >> (32 - bits);
}

// RFC 1321, 3.4, for the 64 bytes from `block`.
void add_block(Digest& digest, const std::uint8_t* block) {
    static const int shifts[] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    auto [a, b, c, d] = digest;
    for (int i = 0; i < 64; ++i) {
        std::uint32_t f = 0;
        int k = 0;
        switch (i / 16) {
            case 0:
                f = (b & c) | (~b & d), k = i;
                break;
            case 1:
                f = (b & d) | (c & ~d), k = 1 + 5 * i;
                break;
            case 2:
                f = b ^ c ^ d, k = 5 + 3 * i;
                break;
            default:
                f = c ^ (b | ~d), k = 7 * i;
                break;
        }
        const std::uint8_t* word = block + k % 16 * 4;
        f += word[0] | word[1] << 8 | word[2] << 16 | std::uint32_t{word[3]} << 24;
        f += a + static_cast<std::uint32_t>(std::floor(std::abs(std::sin(i + 1.0)) * 4294967296.0));
        a = d;
        d = c;
        c = b;
        b += rotate_left(f, shifts[i / 16 * 4 + i % 4]);
    }
    digest = {digest[0] + a, digest[1] + b, digest[2] + c, digest[3] + d};
}

Digest md5(std::vector<std::uint8_t> message) {
    const std::uint64_t bits = message.size() * 8;
    message.push_back(0x80);
    while (message.size() % 64 != 56) message.push_back(0);
    for (int byte = 0; byte < 8; ++byte) message.push_back(static_cast<std::uint8_t>(bits >> 8 * byte));
    Digest digest{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    for (std::size_t block = 0; block < message.size(); block += 64) add_block(digest, message.data() + block);
    return digest;
}

}  // namespace

HEDDLE_REFERENCE("gpgpusim/sto")(ReferenceMemory& memory) {
    const auto data = memory.buffer<std::uint32_t>("DATA"), digests = memory.buffer<std::uint32_t>("DIGEST");
    const std::size_t windows = memory.integer("WINDOWS");
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t word : data)
        for (int byte = 0; byte < 4; ++byte) bytes.push_back(static_cast<std::uint8_t>(word >> 8 * byte));
    for (std::size_t window = 0; window < windows; ++window) {
        const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(4 * window);
        const Digest digest = md5({begin, begin + 52});
        for (std::size_t word = 0; word < digest.size(); ++word) digests[4 * window + word] = digest[word];
    }
}

}  // namespace heddle
