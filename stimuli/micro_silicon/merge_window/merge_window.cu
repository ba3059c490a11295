// For how long after a read of an SM a read of the same line by another SM merges with it: in each round one SM reads a line, and
// another the same line, each time another number of cycles earlier or later. A load that merges with an earlier one ends with it.
#include "../../cuda.h"
#include "../clock.h"

// Where the two SMs are not there at the same time each begins by itself, after so many looks.
constexpr unsigned most_polls = 128;

__device__ unsigned look(unsigned* word) {
    unsigned value;
    asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(value) : "l"(word) : "memory");
    return value;
}

// The clock of SM `leading` at which both begin; the SMs of a GPC have one clock. state[0]: the other has come, state[1]: the start.
__device__ unsigned common_start(unsigned* state, bool leads) {
    unsigned before, start = 0;
    if (!leads) asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(state) : "memory");
    if (leads) {
        for (unsigned polls = 0; !look(state) && polls < most_polls; ++polls) {
        }
        asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(before) : "l"(state + 1), "r"((clock_now() + 4000) | 1) : "memory");
    }
    for (unsigned polls = 0; !start && polls < most_polls; ++polls) start = look(state + 1);
    return start;
}

// One CTA of one warp for each SM, all resident. `delay` says for each round how many cycles after SM `leading` SM `trailing` reads; a
// round is `period` cycles long. begins and ends get the readings of the clock, those of `leading` first. A CTA's place in
// `sums` gets the sum of what it read; other SMs do nothing and put `rounds` there.
extern "C" __global__ void merge_window(const unsigned* lines, const unsigned* delay, unsigned* state, unsigned* begins, unsigned* ends,
                                        unsigned* sums, unsigned leading, unsigned trailing, unsigned rounds, unsigned period) {
    __shared__ unsigned shared_start;
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    unsigned* sum = sums + blockIdx.x * blockDim.x + threadIdx.x;
    if (sm != leading && sm != trailing) {
        *sum = rounds;
        return;
    }
    const bool leads = sm == leading;
    if (threadIdx.x == 0) shared_start = common_start(state, leads);
    __syncthreads();
    const unsigned start = shared_start, first = leads ? 0 : rounds;
    unsigned total = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        const unsigned at = start + round * period + (leads ? 0 : delay[round]);
        while (static_cast<int>(clock_now() - at) < 0) {
        }
        const unsigned begin = clock_now();
        const unsigned value = load_word(lines + round * 32 + threadIdx.x);
        if (value == ~0u) return;  // waits for it
        const unsigned end = clock_now();
        total += value;
        begins[first + round] = begin - start;
        ends[first + round] = end - start;
    }
    *sum = total;
}
