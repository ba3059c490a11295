// Loads that hit in the L1 and loads that have to wait for the L2, in one stream: every warp of one SM repeats eight
// loads from four places, none of which needs the result of another, until `loops` are over.
#include "../../cuda.h"
#include "../chosen_sm.h"
#include "../clock.h"

namespace {

constexpr unsigned places = 4, loads_of_place = 2, line_words = 32, step = loads_of_place * line_words;

// An address whose upper half never changes: a sum of 64 bits would take longer than the loads. For a GPU ptxas makes
// one instruction of `add_words` as nvcc has it, because addresses are pairs of registers there, but adds moves to what
// clang has. A model runs PTX as it is, in which the halves in registers of their own save one of two moves.
struct Address {
#ifdef __clang__
    unsigned low, high;
    __device__ void set(const unsigned* word) {
        asm volatile("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(word));
    }
    __device__ unsigned long long get() const {
        unsigned long long address;
        asm volatile("mov.b64 %0, {%1, %2};" : "=l"(address) : "r"(low), "r"(high));
        return address;
    }
    __device__ void add_words(unsigned words) {
        asm volatile("mad.lo.u32 %0, %1, 4, %0;" : "+r"(low) : "r"(words));
    }
#else
    unsigned long long address;
    __device__ void set(const unsigned* word) {
        address = (unsigned long long)word;
    }
    __device__ unsigned long long get() const {
        return address;
    }
    __device__ void add_words(unsigned words) {
        asm volatile(
            "{\n\t.reg .b32 low, high;\n\tmov.b64 {low, high}, %0;\n\tmad.lo.u32 low, %1, 4, low;\n\t"
            "mov.b64 %0, {low, high};\n\t}"
            : "+l"(address)
            : "r"(words));
    }
#endif
};

// All lines of the loops, past the L1.
__device__ unsigned read_into_l2(const unsigned* first, unsigned region, unsigned fresh, unsigned loops) {
    unsigned read = 0;
#pragma unroll 1
    for (unsigned loop = 0; loop < loops; ++loop)
        for (unsigned place = 0; place < places; ++place)
            for (unsigned line = 0; line < loads_of_place; ++line)
                read +=
                    load_word_from_l2(first + place * region + (place < fresh ? loop * step : 0) + line * line_words);
    return read;
}

}  // namespace

// All words are 1. `sm` is the SM that reads; any_sm: that of CTA 0. Of the four places `fresh` go to new lines in
// every loop, the others stay where they are and hit. A warp reads `warp_step` words after the one before it, a lane
// `lane_step` words; places are `region` words apart. First the words are brought into the L2 (`warm`). Then `warps`
// warps, of one CTA or of several, wait for each other with `arrived`, and note the clock before and after their loops.
extern "C" __global__ void load_mix(const unsigned* words, unsigned* sums, unsigned* begins, unsigned* ends,
                                    unsigned* arrived, unsigned warm, unsigned warps, unsigned fresh,
                                    unsigned warp_step, unsigned lane_step, unsigned region, unsigned loops,
                                    unsigned sm) {
    if (!runs_on(sm)) return;
    const unsigned lane = threadIdx.x % 32;
    unsigned warp = 0;
    if (lane == 0) warp = atomicAdd(arrived + warm, 1u);
    asm volatile("shfl.sync.idx.b32 %0, %0, 0, 31, 0xffffffff;" : "+r"(warp));
    if (warp >= warps) return;  // a smaller machine has more CTAs on the SM
    const unsigned* first = words + warp * warp_step + lane * lane_step;
    unsigned sum = 1;
    if (warm) {
        sum = read_into_l2(first, region, fresh, loops);
        if (sum == 0) sums[warp * 32 + lane] = sum;  // never
        return;
    }
    for (unsigned place = fresh; place < places; ++place)
        for (unsigned line = 0; line < loads_of_place; ++line)
            sum &= load_word(first + place * region + line * line_words);
    while (load_word_from_l2(arrived) < warps) {
    }
    const unsigned begin = clock_now();
    Address at[places];
    unsigned steps[places];
    // Which of the four: the first, then the third, then the second, so that loads that hit and others alternate.
#pragma unroll
    for (unsigned i = 0; i < places; ++i) {
        const unsigned place = i % 2 * 2 + i / 2;
        at[i].set(first + place * region);
        steps[i] = place < fresh ? step : 0;
    }
    unsigned value[places * loads_of_place];
    unsigned long long addresses[places];
#pragma unroll
    for (unsigned i = 0; i < places; ++i) addresses[i] = at[i].get();
#pragma unroll 1
    for (unsigned loop = 0; loop < loops; ++loop) {
#define LOAD(i, offset)                           \
    asm volatile("ld.global.u32 %0, [%1+%2];"     \
                 : "=r"(value[i + offset / 32])   \
                 : "l"(addresses[i]), "n"(offset) \
                 : "memory")
        LOAD(0, 0);
        LOAD(1, 0);
        LOAD(2, 0);
        LOAD(3, 0);
        LOAD(0, 128);
        LOAD(1, 128);
        LOAD(2, 128);
        LOAD(3, 128);
#undef LOAD
        // In front of what waits for the loads, as ptxas has it.
#pragma unroll
        for (unsigned i = 0; i < places; ++i) {
            at[i].add_words(steps[i]);
            addresses[i] = at[i].get();
        }
#pragma unroll
        for (unsigned i = 0; i < places * loads_of_place; i += 2)
            asm volatile("lop3.b32 %0, %0, %1, %2, 0x80;" : "+r"(sum) : "r"(value[i]), "r"(value[i + 1]));
    }
    if (sum == ~0u) return;  // never: the clock is read when the loads have come back
    const unsigned end = clock_now();
    sums[warp * 32 + lane] = sum;
    if (lane == 0) {
        begins[warp] = begin;
        ends[warp] = end;
    }
}
