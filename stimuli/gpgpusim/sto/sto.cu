// MD5 digests of all windows of a buffer, a window every four bytes, after the sliding-window hashing of StoreGPU as
// STO of the GPGPU-Sim benchmark set (ISPASS 2009) has it, written anew. Kept: CTAs of 128 threads, a window per
// thread; every thread has a workspace in shared memory into which it copies its window, laid out so that the threads
// of a warp use different banks; the rounds read the message from there; the digests go back through it. A workspace
// has the padded message (16 words) and the digest (4 words), 10 KiB per CTA. Windows have 52 bytes: with the padding
// one MD5 block (RFC 1321). The sine table is in the instructions, as the rounds are unrolled.
#include "../../cuda.h"

constexpr int threads = 128, window_words = 13, block_words = 16, digest_words = 4;

// floor(2^32 |sin(step + 1)|), RFC 1321, 3.4.
constexpr unsigned sine[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

constexpr int rotation[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

// Which word of the message a step takes: in the four rounds i, 5 i + 1, 3 i + 5 and 7 i.
__device__ constexpr int message_word(int step) {
    const int round = step / 16;
    return (round == 0 ? step : round == 1 ? 5 * step + 1 : round == 2 ? 3 * step + 5 : 7 * step) % 16;
}

__device__ inline unsigned mix(int round, unsigned b, unsigned c, unsigned d) {
    return round == 0 ? d ^ (b & (c ^ d)) : round == 1 ? c ^ (d & (b ^ c)) : round == 2 ? b ^ c ^ d : c ^ (b | ~d);
}

// message: words of the thread lie `threads` words apart. Volatile, or the compiler keeps the message in registers.
__attribute__((device, always_inline)) inline void md5_block(const volatile unsigned* message,
                                                             unsigned state[digest_words]) {
    unsigned a = state[0], b = state[1], c = state[2], d = state[3];
#pragma unroll
    for (int step = 0; step < 64; ++step) {
        const unsigned sum = a + mix(step / 16, b, c, d) + sine[step] + message[message_word(step) * threads];
        a = d;
        d = c;
        c = b;
        b += __builtin_rotateleft32(sum, rotation[step / 16][step % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

// The digest of words i to i + 12, for every i.
extern "C" __global__ void hash_windows(const unsigned* data, unsigned* digests, int windows) {
    __shared__ unsigned workspace[(block_words + digest_words) * threads];
    const int t = threadIdx.x, first = blockIdx.x * threads, window = first + t;
    volatile unsigned* message = workspace + t;
    unsigned* results = workspace + block_words * threads;
    if (window < windows) {
#pragma unroll
        for (int word = 0; word < window_words; ++word) message[word * threads] = data[window + word];
        message[window_words * threads] = 0x80;
        message[(window_words + 1) * threads] = window_words * 32;
        message[(window_words + 2) * threads] = 0;
        unsigned state[digest_words] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
        md5_block(message, state);
#pragma unroll
        for (int word = 0; word < digest_words; ++word) results[word * threads + t] = state[word];
    }
    __syncthreads();
    // Four threads write the digest of one window, so that a warp writes whole lines.
#pragma unroll
    for (int part = 0; part < digest_words; ++part) {
        const int word = part * threads + t;
        if (first + word / digest_words < windows)
            digests[first * digest_words + word] = results[word % digest_words * threads + word / digest_words];
    }
}
