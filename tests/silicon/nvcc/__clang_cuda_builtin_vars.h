// Stands in for clang's header of this name when nvcc compiles the kernel library: stimuli/cuda.h includes it. nvcc has
// the built-in variables already; what is needed are clang's names for single instructions.
#pragma once

#define clock cycle_counter  // the name is taken: nvcc declares the C library's
#define __builtin_fabs fabs
#define __builtin_fabsf fabsf
#define __builtin_rint rint
#define __builtin_rintf rintf

__device__ inline void __nvvm_bar_sync(int) {
    asm volatile("bar.sync 0;" ::: "memory");
}

__device__ inline float __nvvm_ex2_approx_f(float x) {
    float result;
    asm("ex2.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}

__device__ inline float __nvvm_lg2_approx_f(float x) {
    float result;
    asm("lg2.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}

__device__ inline float __nvvm_rsqrt_approx_f(float x) {
    float result;
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}

__device__ inline float __nvvm_div_approx_f(float x, float y) {
    float result;
    asm("div.approx.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
    return result;
}

__device__ inline float __nvvm_sqrt_rn_f(float x) {
    return __fsqrt_rn(x);
}

__device__ inline double __nvvm_sqrt_rn_d(double x) {
    return __dsqrt_rn(x);
}
