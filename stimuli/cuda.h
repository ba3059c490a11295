// The few words of CUDA C++ that these kernels use, for clang without a CUDA toolkit. nvcc has its own.
#pragma once
#ifndef __NVCC__

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// The compiler sees which address space a variable lies in: with a shared one this becomes atom.shared.
__device__ static inline unsigned atomicAdd(unsigned* address, unsigned value) {
    return static_cast<unsigned>(__nvvm_atom_add_gen_i(reinterpret_cast<int*>(address), static_cast<int>(value)));
}
#include <__clang_cuda_builtin_vars.h>
#define __syncthreads() __nvvm_bar_sync(0)
#elif __has_include(<__clang_cuda_builtin_vars.h>)
#include <__clang_cuda_builtin_vars.h>  // tests/silicon/nvcc: clang's names for single instructions
#endif
