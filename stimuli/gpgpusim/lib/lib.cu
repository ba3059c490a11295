// LIBOR market model by Monte Carlo, after LIB of the GPGPU-Sim benchmark set (ISPASS 2009; M. Giles' LIBOR example),
// written anew. Kept: CTAs of 64 threads, one path per thread, no shared memory; two kernels, the value of a portfolio
// of 15 swaptions without Greeks and with them (deltas by the adjoint method: all rates of all steps are stored on the
// way forward and read on the way back); rates, normals, discount factors and their adjoints in arrays indexed at run
// time, which therefore live in local memory: word w of all threads of a warp is one line; volatilities, maturities and
// strikes in constant memory, the same for all lanes, which send nothing to memory; adjoint rates take the place of
// the rates. Changed: normals come from a generator in every thread (uniform, with mean 0 and variance 1), where the
// benchmark writes 0.3 into all, so that paths differ; the kernel with Greeks gives the delta to a shift of all rates,
// which all adjoints enter, where the benchmark gives that to the last rate; volatilities fall with time, where the
// benchmark has the same for all; the numbers of rates and steps are arguments; maturities are fortieths of the time
// that is left.
#include "../../cuda.h"

constexpr int max_rates = 80, max_steps = 40, options = 15;
constexpr float delta = 0.25f, root_delta = 0.5f, first_rate = 0.05f;  // quarters of a year

__constant__ int maturity[options] = {4, 4, 4, 8, 8, 8, 20, 20, 20, 28, 28, 28, 40, 40, 40};
__constant__ float strike[options] = {0.045f, 0.05f,  0.055f, 0.045f, 0.05f,  0.055f, 0.045f, 0.05f,
                                      0.055f, 0.045f, 0.05f,  0.055f, 0.045f, 0.05f,  0.055f};
__constant__ float volatility[max_rates] = {
    0.280f, 0.278f, 0.276f, 0.274f, 0.272f, 0.270f, 0.268f, 0.266f, 0.264f, 0.262f, 0.260f, 0.258f, 0.256f, 0.254f,
    0.252f, 0.250f, 0.248f, 0.246f, 0.244f, 0.242f, 0.240f, 0.238f, 0.236f, 0.234f, 0.232f, 0.230f, 0.228f, 0.226f,
    0.224f, 0.222f, 0.220f, 0.218f, 0.216f, 0.214f, 0.212f, 0.210f, 0.208f, 0.206f, 0.204f, 0.202f, 0.200f, 0.198f,
    0.196f, 0.194f, 0.192f, 0.190f, 0.188f, 0.186f, 0.184f, 0.182f, 0.180f, 0.178f, 0.176f, 0.174f, 0.172f, 0.170f,
    0.168f, 0.166f, 0.164f, 0.162f, 0.160f, 0.158f, 0.156f, 0.154f, 0.152f, 0.150f, 0.148f, 0.146f, 0.144f, 0.142f,
    0.140f, 0.138f, 0.136f, 0.134f, 0.132f, 0.130f, 0.128f, 0.126f, 0.124f, 0.122f};

__device__ inline float exponential(float x) {
    return __nvvm_ex2_approx_f(x * 1.4426950408889634f);
}

__device__ inline float quotient(float a, float b) {
    return __nvvm_div_approx_f(a, b);
}

__device__ inline int option_end(int option, int periods) {
    return maturity[option] * periods / 40 - 1;
}

// Fills the rates of today and the normals of path `path`.
__device__ inline void start(float* rate, float* normal, int rates, int steps, unsigned path) {
    for (int i = 0; i < rates; ++i) rate[i] = first_rate;
    unsigned state = path * 747796405u + 43u;
    for (int n = 0; n < steps; ++n) {
        state = (state ^ state >> 15) * 2654435769u + 1013904223u;
        normal[n] = ((float)(state >> 8) * 5.9604645e-8f - 0.5f) * 3.4641016f;
    }
}

// Takes the rates through all steps. With `keep`, the rates of every step are left in
// `history`, today's first.
template <bool keep>
__device__ inline void walk(float* rate, const float* normal, float* history, int rates, int steps) {
    if (keep) {
        for (int i = 0; i < rates; ++i) history[i] = rate[i];
    }
    for (int n = 0; n < steps; ++n) {
        const float shock = root_delta * normal[n];
        float drift = 0;
        for (int i = n + 1; i < rates; ++i) {
            const float lambda = volatility[i - n - 1], scaled = delta * lambda, old = rate[i];
            drift += quotient(scaled * old, 1.0f + delta * old);
            const float now = old * exponential(lambda * drift + lambda * (shock - 0.5f * scaled));
            rate[i] = now;
            if (keep) history[(n + 1) * rates + i] = now;
        }
    }
}

// Bonds and annuities that end with each of the periods after the last step.
__device__ inline void bonds(const float* rate, float* bond, float* annuity, int rates, int steps) {
    float b = 1, s = 0;
    for (int n = steps; n < rates; ++n) {
        b = quotient(b, 1.0f + delta * rate[n]);
        s += delta * b;
        bond[n - steps] = b;
        annuity[n - steps] = s;
    }
}

__device__ inline float discount(const float* rate, int steps) {
    float b = 1;
    for (int n = 0; n < steps; ++n) b = quotient(b, 1.0f + delta * rate[n]);
    return b;
}

extern "C" __global__ void lib_value(float* values, int rates, int steps) {
    const unsigned path = blockIdx.x * blockDim.x + threadIdx.x;
    float rate[max_rates], normal[max_steps], bond[max_rates], annuity[max_rates];
    start(rate, normal, rates, steps, path);
    walk<false>(rate, normal, nullptr, rates, steps);
    bonds(rate, bond, annuity, rates, steps);
    float value = 0;
    for (int i = 0; i < options; ++i) {
        const int end = option_end(i, rates - steps);
        const float swap = bond[end] + strike[i] * annuity[end] - 1.0f;
        if (swap < 0) value -= 100.0f * swap;
    }
    values[path] = value * discount(rate, steps);
}

// The adjoints of the rates after the last step, left in place of the rates; gives the portfolio's value.
__device__ inline float portfolio_adjoint(float* rate, int rates, int steps) {
    float bond[max_rates], annuity[max_rates], bond_adjoint[max_rates], annuity_adjoint[max_rates];
    const int periods = rates - steps;
    bonds(rate, bond, annuity, rates, steps);
    for (int n = 0; n < periods; ++n) bond_adjoint[n] = annuity_adjoint[n] = 0;
    float value = 0;
    for (int i = 0; i < options; ++i) {
        const int end = option_end(i, periods);
        const float swap = bond[end] + strike[i] * annuity[end] - 1.0f;
        if (swap < 0) {
            value -= 100.0f * swap;
            bond_adjoint[end] -= 100.0f;
            annuity_adjoint[end] -= 100.0f * strike[i];
        }
    }
    const float today = discount(rate, steps);
    value *= today;
    float b = 0, s = 0;
    for (int n = periods - 1; n >= 0; --n) {
        s += annuity_adjoint[n];
        b += bond_adjoint[n] + delta * s;
        const float factor = quotient(1.0f, 1.0f + delta * rate[steps + n]);
        rate[steps + n] = -b * bond[n] * delta * factor * today;
        b *= factor;
    }
    for (int n = 0; n < steps; ++n) rate[n] = -value * quotient(delta, 1.0f + delta * rate[n]);
    return value;
}

// Takes the adjoints back through all steps.
__device__ inline void walk_back(float* adjoint, const float* history, int rates, int steps) {
    for (int n = steps - 1; n >= 0; --n) {
        float drift = 0;
        for (int i = rates - 1; i > n; --i) {
            const float lambda = volatility[i - n - 1];
            const float old = history[n * rates + i], now = history[(n + 1) * rates + i], later = adjoint[i];
            const float factor = quotient(1.0f, 1.0f + delta * old);
            drift += lambda * now * later;
            adjoint[i] = later * quotient(now, old) + drift * delta * lambda * factor * factor;
        }
    }
}

extern "C" __global__ void lib_greeks(float* values, float* deltas, int rates, int steps) {
    const unsigned path = blockIdx.x * blockDim.x + threadIdx.x;
    float rate[max_rates], normal[max_steps], history[max_rates * (max_steps + 1)];
    start(rate, normal, rates, steps, path);
    walk<true>(rate, normal, history, rates, steps);
    values[path] = portfolio_adjoint(rate, rates, steps);
    walk_back(rate, history, rates, steps);
    float sum = 0;
    for (int i = 0; i < rates; ++i) sum += rate[i];
    deltas[path] = sum;
}
