// Readings of the SM's clock for kernels that measure a machine.
#pragma once

__device__ inline unsigned clock_now() {
    unsigned cycles;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(cycles)::"memory");
    return cycles;
}

// A load that neither compiler moves or drops.
__device__ inline unsigned load_word(const unsigned* word) {
    unsigned value;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
    return value;
}

// The same past the L1.
__device__ inline unsigned load_word_from_l2(const unsigned* word) {
    unsigned value;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
    return value;
}
