// Latency and rate of instructions: chains in which each needs the result of the one before. One warp with one chain shows
// the latency; many warps with four chains each show the rate. A kernel for each kind.
#include "../../cuda.h"
#include "../clock.h"

// A kernel NAME_1 with one chain of OPERATION and NAME_4 with four, 32 * `loops` times each. OPERATION(x) is a statement that
// makes a new x of x and of y and z, which are 1 and 0: the value stays what it was, and no compiler can know.
#define CHAIN_KERNEL(NAME, COUNT, TYPE, OPERATION)                                                               \
    extern "C" __global__ void NAME##_##COUNT(TYPE* results, unsigned* begins, unsigned* ends, TYPE y, TYPE z,  \
                                              unsigned loops) {                                                 \
        TYPE x[COUNT];                                                                                          \
        for (int c = 0; c < COUNT; ++c) x[c] = results[c];                                                      \
        __syncthreads();                                                                                        \
        const unsigned begin = clock_now();                                                                     \
        for (unsigned loop = 0; loop < loops; ++loop) {                                                         \
            _Pragma("unroll") for (int step = 0; step < 32; ++step) {                                           \
                _Pragma("unroll") for (int c = 0; c < COUNT; ++c) { OPERATION(x[c]); }                          \
            }                                                                                                   \
        }                                                                                                       \
        TYPE sum = x[0];                                                                                        \
        for (int c = 1; c < COUNT; ++c) sum += x[c];                                                            \
        if (sum == (TYPE)77) return;                                                                            \
        const unsigned end = clock_now();                                                                       \
        results[COUNT + threadIdx.x] = sum;                                                                     \
        if (threadIdx.x % 32 == 0) {                                                                            \
            begins[threadIdx.x / 32] = begin;                                                                   \
            ends[threadIdx.x / 32] = end;                                                                       \
        }                                                                                                       \
    }
#define CHAIN(NAME, TYPE, OPERATION)       \
    CHAIN_KERNEL(NAME, 1, TYPE, OPERATION) \
    CHAIN_KERNEL(NAME, 4, TYPE, OPERATION)

#define FMA(v) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(v) : "f"(y), "f"(z))
#define ADD(v) asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(v) : "f"(z))
#define MAD(v) asm volatile("mad.lo.s32 %0, %0, %1, %2;" : "+r"(v) : "r"(y), "r"(z))
#define ADD_XOR(v) asm volatile("add.s32 %0, %0, %1;\n\txor.b32 %0, %0, %1;" : "+r"(v) : "r"(z))
#define SQRT(v) asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(v))
// The chain goes through the divisor: its reciprocal is then part of every division.
#define UDIV(v) asm volatile("div.u32 %0, %1, %0;" : "+r"(v) : "r"(y))
#define SDIV(v) asm volatile("div.s32 %0, %1, %0;" : "+r"(v) : "r"(y))
#define FDIV(v) asm volatile("div.rn.f32 %0, %1, %0;" : "+f"(v) : "f"(y))
#define FROOT(v) asm volatile("sqrt.rn.f32 %0, %0;" : "+f"(v))
#define DFMA(v) asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(v) : "d"(y), "d"(z))

CHAIN(fma, float, FMA)
CHAIN(add, float, ADD)
CHAIN(mad, int, MAD)
CHAIN(add_xor, int, ADD_XOR)
CHAIN(rsqrt, float, SQRT)
CHAIN(dfma, double, DFMA)
CHAIN(udiv, unsigned, UDIV)
CHAIN(sdiv, int, SDIV)
CHAIN(fdiv, float, FDIV)
CHAIN(froot, float, FROOT)

// Shared memory: each word holds its own number, so a lane that follows it stays where it is. Lanes lie `stride` words apart.
extern "C" __global__ void shared_chase(unsigned* results, unsigned* begins, unsigned* ends, unsigned stride,
                                        unsigned loops) {
    __shared__ unsigned next[32 * 33];
    for (unsigned i = threadIdx.x; i < 32 * 33; i += blockDim.x) next[i] = i;
    __syncthreads();
    volatile unsigned* cells = next;
    unsigned at = threadIdx.x % 32 * stride;
    const unsigned begin = clock_now();
    for (unsigned loop = 0; loop < loops; ++loop) {
#pragma unroll
        for (int step = 0; step < 32; ++step) at = cells[at];
    }
    if (at == ~0u) return;
    const unsigned end = clock_now();
    results[threadIdx.x] = at;
    if (threadIdx.x % 32 == 0) {
        begins[threadIdx.x / 32] = begin;
        ends[threadIdx.x / 32] = end;
    }
}

// Barriers, one after the other.
extern "C" __global__ void barriers(unsigned* begins, unsigned* ends, unsigned loops) {
    __syncthreads();
    const unsigned begin = clock_now();
    for (unsigned loop = 0; loop < loops; ++loop) {
#pragma unroll
        for (int step = 0; step < 32; ++step) __syncthreads();
    }
    const unsigned end = clock_now();
    if (threadIdx.x % 32 == 0) {
        begins[threadIdx.x / 32] = begin;
        ends[threadIdx.x / 32] = end;
    }
}

// Floating-point and integer chains side by side: whether the two kinds have units of their own.
extern "C" __global__ void fma_and_mad(unsigned* begins, unsigned* ends, int* results, float fy, float fz, int y, int z,
                                       unsigned loops) {
    float f[4];
    int i[4];
    for (int c = 0; c < 4; ++c) {
        i[c] = results[c];
        f[c] = i[c];
    }
    __syncthreads();
    const unsigned begin = clock_now();
    for (unsigned loop = 0; loop < loops; ++loop) {
#pragma unroll
        for (int step = 0; step < 32; ++step) {
#pragma unroll
            for (int c = 0; c < 4; ++c) {
                asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f[c]) : "f"(fy), "f"(fz));
                asm volatile("mad.lo.s32 %0, %0, %1, %2;" : "+r"(i[c]) : "r"(y), "r"(z));
            }
        }
    }
    int sum = 0;
    for (int c = 0; c < 4; ++c) sum += i[c] + (int)f[c];
    if (sum == 77) return;
    const unsigned end = clock_now();
    results[4 + threadIdx.x] = sum;
    if (threadIdx.x % 32 == 0) {
        begins[threadIdx.x / 32] = begin;
        ends[threadIdx.x / 32] = end;
    }
}
