// What a CTA of MonteCarlo does: prices an option.
#pragma once

#include "../../cuda.h"

constexpr int threads = 256;

__device__ inline void price_options_of(unsigned cta_x, float* price, float* confidence, const float* stocks,
                                        const float* strikes, const float* drifts, const float* deviations,
                                        const float* discounts, const float* samples, int paths) {
    __shared__ double sums[threads];
    __shared__ double squares[threads];
    const int option = cta_x, thread = threadIdx.x;
    const float stock = stocks[option], strike = strikes[option];
    const float drift = drifts[option], deviation = deviations[option];  // of the logarithm to base 2
    double sum = 0, square = 0;
    for (int path = thread; path < paths; path += threads) {
        const float end = stock * __nvvm_ex2_approx_f(drift + deviation * samples[path]);
        const double value = end > strike ? end - strike : 0.0f;
        sum += value;
        square += value * value;
    }
    sums[thread] = sum;
    squares[thread] = square;
    for (int stride = threads / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (thread < stride) {
            sums[thread] += sums[thread + stride];
            squares[thread] += squares[thread + stride];
        }
    }
    if (thread != 0) return;
    const double n = paths, total = sums[0];
    const double variance = (n * squares[0] - total * total) / (n * (n - 1));
    price[option] = discounts[option] * static_cast<float>(total / n);
    confidence[option] =
        discounts[option] * 1.96f * __nvvm_sqrt_rn_f(static_cast<float>(variance)) / __nvvm_sqrt_rn_f(paths);
}
