// For nvcc -ptx -arch=sm_90: intrinsics of the toolkit's headers.
#include <cuda_runtime.h>

extern "C" __global__ void rounding(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = __ldg(&in[i]);
    float* mine = out + 8 * i;
    mine[0] = __fadd_rz(x, 0.1f) + __fmul_ru(x, 0.3f);
    mine[1] = __fmaf_rd(x, x, 0.7f);
    mine[2] = __saturatef(x);
    mine[3] = __fsqrt_rn(fabsf(x)) - __frcp_rn(x + 20.0f);
    mine[4] = (float)(__float2int_rd(x) + __float2uint_rn(fabsf(x)));
    mine[5] = __double2float_rn(__fma_rn((double)x, 0.1, 1e-9));
    mine[6] = __expf(x * 0.5f);
    mine[7] = fmaxf(floorf(x), copysignf(2.0f, x)) + ceilf(x) * rintf(x);
}

extern "C" __global__ void bits(const unsigned* in, unsigned* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned x = in[i], y = in[(i + 1) % n];
    unsigned r = __clz(x) + 3 * __popc(y) + 5 * __ffs(x);
    r ^= __brev(x) ^ __byte_perm(x, y, 0x2541) ^ __funnelshift_l(x, y, i);
    r += __umulhi(x, y) + __usad(x, y, 7) + __umul24(x, y) + (unsigned)__mulhi((int)x, (int)y);
    const unsigned long long wide = ((unsigned long long)x << 32 | y) * 0x9e3779b97f4a7c15ull;
    out[i] = r ^ (unsigned)(wide >> 29) ^ __popcll(wide) ^ (unsigned)(wide % 1000003ull);
}

// Inclusive sums over a block of 128, by shuffles in a warp and shared memory between warps; out of it the block's sum
// by atomicAdd of doubles and a lock-free maximum by atomicCAS.
extern "C" __global__ void scan(const short* in, int* out, double* total, float* largest, int n) {
    __shared__ int sums[4];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int value = i < n ? in[i] : 0;
#pragma unroll
    for (int by = 1; by < 32; by *= 2) {
        const int other = __shfl_up_sync(0xffffffff, value, by);
        if (lane >= by) value += other;
    }
    if (lane == 31) sums[warp] = value;
    __syncthreads();
    for (int w = 0; w < warp; ++w) value += sums[w];
    if (i < n) out[i] = value;
    if (threadIdx.x == blockDim.x - 1) {
        atomicAdd(total, (double)value);
        int* bits = (int*)largest;
        int seen = *(volatile int*)bits;
        while (__int_as_float(seen) < (float)value) {
            const int found = atomicCAS(bits, seen, __float_as_int((float)value));
            if (found == seen) break;
            seen = found;
        }
    }
}
