// One thread of one SM reads lines one after the other and notes how long each read takes, past the L1.
#pragma once

#include "sm_clock.h"

__global__ void read_lines(const unsigned* data, unsigned lines, unsigned reader, unsigned short* cycles) {
    if (my_sm() != reader || threadIdx.x) return;
    for (unsigned i = 0; i < lines; ++i) {
        const unsigned begin = now();
        unsigned value;
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(data + i * 32) : "memory");
        if (value == ~0u) return;  // waits for the value, so that the clock is read behind the load
        cycles[i] = static_cast<unsigned short>(now() - begin);
    }
}
