// For kernels that measure from one SM: all CTAs but those on it leave at once.
#pragma once

constexpr unsigned any_sm = ~0u;  // the SM of CTA 0, whichever that is

__device__ inline bool runs_on(unsigned sm) {
    unsigned here;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(here));
    return sm == any_sm ? blockIdx.x == 0 : here == sm;
}
