// Prices of European options by the Black-Scholes formula, after BlackScholes of the CUDA SDK (since CUDA 5), written
// anew. Kept: CTAs of 128 threads, no loop; a thread prices two neighbouring options with 8-byte loads and stores
// (stock price, strike price, years in; call, put out); the cumulative normal distribution as the polynomial of degree
// five in 1 / (1 + 0.2316419 |d|) (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17); exponential,
// logarithm and roots as the fast approximations, here written as the ex2, lg2, rsqrt and div.approx they are made of.
// Left out: the SDK's repetition of the launch for timing. Its older form, 480 CTAs that loop, differs only in that.
#include "options.h"

extern "C" __global__ void black_scholes(Pair* calls, Pair* puts, const Pair* stocks, const Pair* strikes,
                                         const Pair* years, float rate, float volatility, int options) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= options / 2) return;
    const Pair stock = stocks[i], strike = strikes[i], time = years[i];
    Pair call, put;
    price(call.x, put.x, stock.x, strike.x, time.x, rate, volatility);
    price(call.y, put.y, stock.y, strike.y, time.y, rate, volatility);
    calls[i] = call;
    puts[i] = put;
}
