// AES-128 encryption after AES of the GPGPU-Sim set: one thread per column of four bytes, four threads per block of 16,
// 64 blocks per CTA of 256 threads. Kept: that shape, the four T tables in constant memory, copied to shared memory by
// every CTA, an entry of each per thread, two stages in shared memory that a round reads and writes in turn, a barrier
// per round, rounds that are not a loop, the last round's S-box taken from the T tables. Different: the benchmark
// fetches text and expanded key as textures, the key in every round, which its texture cache answers; here these are
// global loads, so the key comes into shared memory once per CTA. Only encryption with a key of 128 bits.
#include "../../cuda.h"

constexpr int threads = 256;
constexpr int rounds = 10;
constexpr int key_words = 4 * (rounds + 1);

constexpr unsigned twice(unsigned x) {
    return x & 128 ? x << 1 ^ 0x11b : x << 1;
}

constexpr unsigned rotated(unsigned x, int bytes) {
    return bytes ? x << 8 * bytes | x >> (32 - 8 * bytes) : x;
}

// table[k][x] is what byte k of a column, x before the S-box, adds to the mixed column; byte 0 is the lowest.
struct Tables {
    unsigned table[4][256];
};

constexpr Tables make_tables() {
    Tables t{};
    unsigned x = 1, inverse = 1;  // all pairs: x is multiplied by 3, its inverse divided by 3
    for (int i = 0; i < 256; ++i) {
        const unsigned from = i < 255 ? x : 0, to = i < 255 ? inverse : 0;
        const unsigned folded = to ^ to << 1 ^ to << 2 ^ to << 3 ^ to << 4;
        const unsigned s = ((folded ^ folded >> 8) & 255) ^ 0x63;
        const unsigned column = twice(s) | s << 8 | s << 16 | (twice(s) ^ s) << 24;
        for (int k = 0; k < 4; ++k) t.table[k][from] = rotated(column, k);
        x ^= twice(x);
        inverse ^= inverse << 1;
        inverse ^= inverse << 2;
        inverse ^= inverse << 4;
        inverse &= 255;
        if (inverse & 128) inverse ^= 9;
    }
    return t;
}

// Not const: a table the compiler may take apart would end up in global memory.
__constant__ Tables tables = make_tables();

struct Memory {
    unsigned table[4][256];
    unsigned stage[2][threads];
    unsigned key[key_words];
};

__device__ static inline unsigned byte_of(unsigned word, int k) {
    return word >> 8 * k & 255;
}

// Thread t's column after a round: byte k comes from the k-th column on, within the block of four.
__device__ static inline unsigned next_column(const Memory& m, const unsigned* stage, int block, int column) {
    unsigned sum = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) sum ^= m.table[k][byte_of(stage[block + (column + k & 3)], k)];
    return sum;
}

// Without the mixing of columns: table k + 2 has the S-box itself in byte k.
__device__ static inline unsigned last_column(const Memory& m, const unsigned* stage, int block, int column) {
    unsigned sum = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) sum |= m.table[k + 2 & 3][byte_of(stage[block + (column + k & 3)], k)] & 255u << 8 * k;
    return sum;
}

extern "C" __global__ void aes_encrypt_128(const unsigned* text, const unsigned* key, unsigned* cipher, int words) {
    __shared__ Memory m;
    const int t = threadIdx.x, column = t & 3, block = t - column;
    const int word = blockIdx.x * threads + t;
#pragma unroll
    for (int k = 0; k < 4; ++k) m.table[k][t] = tables.table[k][t];
    if (t < key_words) m.key[t] = key[t];
    const unsigned mine = word < words ? text[word] : 0;
    __syncthreads();
    m.stage[0][t] = mine ^ m.key[column];
    __syncthreads();
#pragma unroll
    for (int round = 1; round < rounds; ++round) {
        m.stage[round & 1][t] = next_column(m, m.stage[round - 1 & 1], block, column) ^ m.key[4 * round + column];
        __syncthreads();
    }
    if (word < words) {
        cipher[word] = last_column(m, m.stage[rounds - 1 & 1], block, column) ^ m.key[4 * rounds + column];
    }
}
