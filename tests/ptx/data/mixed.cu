#include "cuda.h"

__constant__ int weights[4] = {1, 3, 5, 7};
__device__ int table[8] = {10, 20, 30, 40, 50, 60, 70, 80};
__device__ int launches;

__attribute__((noinline)) __device__ int collatz(int n) {
    int steps = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        ++steps;
        if (steps > 200) return -1;
    }
    return steps;
}

// Divergent loops behind a call, a switch, local memory indexed by data, constants and module variables.
extern "C" __global__ void mixed(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    volatile int local[8];
    for (int k = 0; k < 8; ++k) local[k] = table[k] + i;
    int value = in[i];
    int result = collatz(value) + local[value & 7] * weights[value & 3];
    switch (value % 5) {
        case 0: result += 100; break;
        case 1: result *= 3;
        case 2: result -= 7; break;
        case 3: result = result > 300 ? 300 : result; break;
        default: result = -result;
    }
    out[i] = result;
    if (i == 0) launches += 1;
}

struct Shift {
    double factor;
    short offset;
    char pad;
};

extern "C" __global__ void by_value(const Shift shift, const double* in, double* out, long long* rounded) {
    const int i = threadIdx.x;
    const double x = in[i] * shift.factor + shift.offset;
    out[i] = x < 0 ? __nvvm_sqrt_rn_d(-x) : x / 3.0;
    rounded[i] = (long long)(x * 1000.0);
}
