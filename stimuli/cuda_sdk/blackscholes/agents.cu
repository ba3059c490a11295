// BlackScholes by agents that prefetch: each is bound to its SM, runs CTAs of its cluster, and asks for the lines of
// the next CTA's inputs, those of its own warp, when it begins one.
#include "../../cta_clustering.h"
#include "options.h"

// As black_scholes, for a CTA that the agent has chosen.
__device__ inline void options(heddle::Cta cta, Pair* calls, Pair* puts, const Pair* stocks, const Pair* strikes,
                               const Pair* years, float rate, float volatility, int count) {
    const int i = cta.x * blockDim.x + threadIdx.x;
    if (i >= count / 2) return;
    const Pair stock = stocks[i], strike = strikes[i], time = years[i];
    Pair call, put;
    price(call.x, put.x, stock.x, strike.x, time.x, rate, volatility);
    price(call.y, put.y, stock.y, strike.y, time.y, rate, volatility);
    calls[i] = call;
    puts[i] = put;
}

__device__ inline void options_prefetch(heddle::Cta cta, Pair*, Pair*, const Pair* stocks, const Pair* strikes,
                                        const Pair* years, float, float, int count) {
    const int i = cta.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 16 != 0 || i >= count / 2) return;  // 16 pairs are a line
    heddle::prefetch_l1(stocks + i);
    heddle::prefetch_l1(strikes + i);
    heddle::prefetch_l1(years + i);
}

HEDDLE_AGENTS_ENTRY(options_prefetch_agents, options, Column, Counted, heddle::tasks_without_barrier, options_prefetch,
                    (Pair * calls, Pair* puts, const Pair* stocks, const Pair* strikes, const Pair* years, float rate,
                     float volatility, int count),
                    (calls, puts, stocks, strikes, years, rate, volatility, count))
