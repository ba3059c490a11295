// MonteCarlo by agents that prefetch: each is bound to its SM, runs CTAs of its cluster, and asks for the line of each
// of the next option's own numbers, and for the first samples, when it begins one.
#include "../../cta_clustering.h"
#include "option.h"

__device__ inline void option(heddle::Cta cta, float* price, float* confidence, const float* stocks,
                              const float* strikes, const float* drifts, const float* deviations,
                              const float* discounts, const float* samples, int paths) {
    price_options_of(cta.x, price, confidence, stocks, strikes, drifts, deviations, discounts, samples, paths);
}

__device__ inline void option_prefetch(heddle::Cta cta, float*, float*, const float* stocks, const float* strikes,
                                       const float* drifts, const float* deviations, const float* discounts,
                                       const float* samples, int) {
    if (threadIdx.x % 32 == 0) heddle::prefetch_l1(samples + threadIdx.x);
    if (threadIdx.x != 0) return;
    heddle::prefetch_l1(stocks + cta.x);
    heddle::prefetch_l1(strikes + cta.x);
    heddle::prefetch_l1(drifts + cta.x);
    heddle::prefetch_l1(deviations + cta.x);
    heddle::prefetch_l1(discounts + cta.x);
}

HEDDLE_AGENTS_ENTRY(option_prefetch_agents, option, Column, Counted, heddle::barrier_between_tasks, option_prefetch,
                    (float* price, float* confidence, const float* stocks, const float* strikes, const float* drifts,
                     const float* deviations, const float* discounts, const float* samples, int paths),
                    (price, confidence, stocks, strikes, drifts, deviations, discounts, samples, paths))
