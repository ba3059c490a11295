#include <algorithm>
#include <array>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

// FIPS 197 step by step on bytes, without tables but the S-box; the key is expanded anew from its first 16 bytes.
using Byte = std::uint8_t;
using State = std::array<Byte, 16>;  // byte r of column c at r + 4 c
using Box = std::array<Byte, 256>;

constexpr int rounds = 10;

Byte product(Byte a, Byte b) {
    unsigned sum = 0;
    for (int bit = 7; bit >= 0; --bit) {
        sum = sum << 1 ^ (sum & 0x80 ? 0x11b : 0);
        if (b >> bit & 1) sum ^= a;
    }
    return static_cast<Byte>(sum);
}

Box substitution() {
    Box box{};
    for (unsigned x = 0; x < 256; ++x) {
        unsigned inverse = 0;
        for (unsigned y = 1; y < 256; ++y)
            if (product(static_cast<Byte>(x), static_cast<Byte>(y)) == 1) inverse = y;
        for (unsigned bit = 0; bit < 8; ++bit) {
            unsigned sum = 0x63u >> bit;
            for (const unsigned distance : {0, 4, 5, 6, 7}) sum ^= inverse >> (bit + distance) % 8;
            box[x] |= (sum & 1) << bit;
        }
    }
    return box;
}

std::array<State, rounds + 1> expanded(const State& key, const Box& box) {
    std::array<State, rounds + 1> keys{key};
    Byte constant = 1;
    for (int round = 1; round <= rounds; ++round, constant = product(constant, 2)) {
        const State& before = keys[round - 1];
        for (int i = 0; i < 16; ++i) {
            const Byte neighbour = i >= 4 ? keys[round][i - 4] : box[before[12 + (i + 1) % 4]];
            keys[round][i] = before[i] ^ neighbour ^ (i == 0 ? constant : 0);
        }
    }
    return keys;
}

void mix_columns(State& state) {
    const State old = state;
    for (int i = 0; i < 16; ++i) {
        const auto below = [&](int rows) { return old[i / 4 * 4 + (i + rows) % 4]; };
        state[i] = product(below(0), 2) ^ product(below(1), 3) ^ below(2) ^ below(3);
    }
}

void add(State& state, const State& key) {
    std::transform(state.begin(), state.end(), key.begin(), state.begin(), [](Byte a, Byte b) { return a ^ b; });
}

State encrypted(State state, const std::array<State, rounds + 1>& keys, const Box& box) {
    add(state, keys[0]);
    for (int round = 1; round <= rounds; ++round) {
        State shifted;
        for (int i = 0; i < 16; ++i) shifted[i] = box[state[(i + i % 4 * 4) % 16]];
        state = shifted;
        if (round < rounds) mix_columns(state);
        add(state, keys[round]);
    }
    return state;
}

State block_of(const ReferenceBuffer<std::uint32_t>& words, std::size_t first) {
    State state;
    for (unsigned i = 0; i < 16; ++i) state[i] = static_cast<Byte>(words[first + i / 4] >> i % 4 * 8);
    return state;
}

}  // namespace

HEDDLE_REFERENCE("gpgpusim/aes")(ReferenceMemory& memory) {
    const auto text = memory.buffer<std::uint32_t>("TEXT"), cipher = memory.buffer<std::uint32_t>("CIPHER");
    const Box box = substitution();
    const auto keys = expanded(block_of(memory.buffer<std::uint32_t>("KEY"), 0), box);
    for (std::size_t first = 0; first < text.size(); first += 4) {
        const State state = encrypted(block_of(text, first), keys, box);
        for (unsigned i = 0; i < 16; ++i) cipher[first + i / 4] |= std::uint32_t{state[i]} << i % 4 * 8;
    }
}

}  // namespace heddle
