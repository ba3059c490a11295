// For programs that time what happens on an SM: its clock, and which one it is.
#pragma once

__device__ unsigned now() {
    unsigned cycle;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(cycle)::"memory");
    return cycle;
}

__device__ unsigned my_sm() {
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    return sm;
}
