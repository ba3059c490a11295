// Streaming, in the launch styles of CTA clustering: two loads, a few special functions, one store per element, as in a
// pricing of options. With d = ln(s / x), the price is s / (1 + exp(-1.7 d)) - x exp(-d d / 2).
#include "../../cta_clustering.h"

__device__ inline float reciprocal(float x) {
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
__device__ inline float approximate_exp2(float x) {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
__device__ inline float approximate_log2(float x) {
    float y;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

__device__ inline void bsc(heddle::Cta cta, const float* __restrict__ stock, const float* __restrict__ strike,
                           float* __restrict__ price, int n) {
    const int i = cta.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float s = HEDDLE_LOAD_STREAMING(stock + i), x = HEDDLE_LOAD_STREAMING(strike + i);
    const float log2_e = 1.4426950408889634f, ln_2 = 0.6931471805599453f;
    const float d = approximate_log2(s * reciprocal(x)) * ln_2;
    price[i] =
        s * reciprocal(1.0f + approximate_exp2(-1.7f * log2_e * d)) - x * approximate_exp2(-0.5f * log2_e * d * d);
}

// A CTA's first word of both inputs is on its first line; each warp asks for its own.
__device__ inline void bsc_prefetch(heddle::Cta cta, const float* stock, const float* strike, float*, int n) {
    const int i = cta.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 != 0 || i >= n) return;
    heddle::prefetch_l1(stock + i);
    heddle::prefetch_l1(strike + i);
}

HEDDLE_CLUSTERED_PREFETCHING(bsc, heddle::tasks_without_barrier,
                             (const float* stock, const float* strike, float* price, int n), (stock, strike, price, n))
