// Prices of European call options by Monte Carlo, after MonteCarlo of the CUDA SDK (one CTA per option), written anew.
// Kept: 256 threads per CTA; a thread walks over the paths with a stride of the CTA, one normally distributed number
// per path, the same numbers for all options; sums of values and of their squares in double, 4096 bytes of shared
// memory, added up by a tree; mean and width of the confidence interval at the end. Changed: the numbers are given,
// where the SDK makes them with its generator before; the exponential is ex2.approx.
#include "option.h"

extern "C" __global__ void price_options(float* price, float* confidence, const float* stocks, const float* strikes,
                                         const float* drifts, const float* deviations, const float* discounts,
                                         const float* samples, int paths) {
    price_options_of(blockIdx.x, price, confidence, stocks, strikes, drifts, deviations, discounts, samples, paths);
}
