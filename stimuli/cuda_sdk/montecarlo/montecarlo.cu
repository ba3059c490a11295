// Prices of European call options by Monte Carlo, after MonteCarlo of the CUDA SDK (one CTA per option), written anew.
// Kept: 256 threads per CTA; a thread walks over the paths with a stride of the CTA, one normally distributed number
// per path, the same numbers for all options; sums of values and of their squares in double, 4096 bytes of shared
// memory, added up by a tree; mean and width of the confidence interval at the end. Changed: the numbers are given,
// where the SDK makes them with its generator before; the exponential is ex2.approx.
#include "../../cuda.h"

constexpr int threads = 256;

extern "C" __global__ void price_options(float* price, float* confidence, const float* stocks, const float* strikes,
                                         const float* drifts, const float* deviations, const float* discounts,
                                         const float* samples, int paths) {
    __shared__ double sums[threads];
    __shared__ double squares[threads];
    const int option = blockIdx.x, thread = threadIdx.x;
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
