// The price of an option by the Black-Scholes formula.
#pragma once

#include "../../cuda.h"

struct alignas(8) Pair {
    float x, y;
};

__device__ inline float exponential(float x) {
    return __nvvm_ex2_approx_f(x * 1.4426950408889634f);
}
__device__ inline float logarithm(float x) {
    return __nvvm_lg2_approx_f(x) * 0.6931471805599453f;
}

__device__ inline float normal_distribution(float d) {
    const float k = __nvvm_div_approx_f(1.0f, 1.0f + 0.2316419f * __builtin_fabsf(d));
    const float polynomial =
        k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    const float tail = 0.3989422804014327f * exponential(-0.5f * d * d) * polynomial;
    return d > 0 ? 1.0f - tail : tail;
}

__device__ inline void price(float& call, float& put, float stock, float strike, float years, float rate,
                             float volatility) {
    const float root_years = __nvvm_div_approx_f(1.0f, __nvvm_rsqrt_approx_f(years));
    const float deviation = volatility * root_years;
    const float d1 = __nvvm_div_approx_f(
        logarithm(__nvvm_div_approx_f(stock, strike)) + (rate + 0.5f * volatility * volatility) * years, deviation);
    const float n1 = normal_distribution(d1), n2 = normal_distribution(d1 - deviation);
    const float present_strike = strike * exponential(-rate * years);
    call = stock * n1 - present_strike * n2;
    put = present_strike * (1.0f - n2) - stock * (1.0f - n1);
}
