// Transforms a kernel as the CTA-clustering paper does (its Listings 4 and 5, MECHANISMS 4.5 to 4.7), for clang as
// scripts/ptx.sh calls it and for nvcc. The kernel's body becomes a function that takes the CTA it works for as its
// first argument and uses cta.x and cta.y in place of blockIdx.x and blockIdx.y:
//
//     __device__ inline void add(heddle::Cta cta, float* c, const float* a, int n) { ... cta.x * blockDim.x ... }
//     HEDDLE_CLUSTERED(add, heddle::tasks_without_barrier, (float* c, const float* a, int n), (c, a, n))
//
// This makes the entries
//
//     add_orig(c, a, n)                    The grid is as ever: every CTA works for itself.
//     add_redirect_row(c, a, n, sms)       The grid is the same. CTA u works for the CTA that the binding by
//     add_redirect_column(...)             round-robin puts on the same SM as its neighbours.
//     add_agents_row(c, a, n, grid_x, grid_y, sms, active_agents, counters)
//     add_agents_column(...)               The grid is sms * MAX_AGENTS CTAs in x: agents, which are bound to their SM
//                                          and run its cluster of the grid_x * grid_y CTAs.
//     add_slot_agents_row(...)             The same, but agents are numbered by their warp slot (Fermi, Kepler), and
//     add_slot_agents_column(...)          `counters` is not used.
//
// An existing kernel needs no other text: a function whose first parameter is called blockIdx hides the variable of
// that name, and both include the statements from one file (stimuli/polybench/syrk).
//
// `counters` has a word per SM, zero at each launch. HEDDLE_CLUSTERED_PREFETCHING makes add_prefetch_agents_row and
// add_prefetch_agents_column in addition, from a function add_prefetch with the same parameters as add, which is called
// for the agent's next task when it begins one. Row-major is the paper's Y-partition, column-major its X-partition.
//
// A grid has two dimensions here; one with x only is the same by rows and by columns.
#pragma once

#ifndef __NVCC__  // which has those words itself
#include "cuda.h"
#endif

namespace heddle {

// An original CTA and the grid it belongs to: gridDim is another one where agents run.
struct Cta {
    unsigned x, y, grid_x, grid_y;
};
// The same for a redirected CTA and for an agent. A kernel whose machine code is different there may have further
// functions that take one of these; the entries with redirection or agents then call them.
struct RedirectedCta : Cta {
    __device__ RedirectedCta(const Cta& cta) : Cta(cta) {}
};
struct AgentsCta : Cta {
    __device__ AgentsCta(const Cta& cta) : Cta(cta) {}
};

// Whether the threads of an agent meet before its next task. They must if a task begins to write shared memory that the
// last one may still read.
constexpr bool tasks_without_barrier = false;
constexpr bool barrier_between_tasks = true;

__device__ inline unsigned sm_number() {
    unsigned sm;
    asm("mov.u32 %0, %%smid;" : "=r"(sm));
    return sm;
}

__device__ inline unsigned warp_slot() {
    unsigned slot;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(slot));
    return slot;
}

__device__ inline unsigned increment(unsigned* counter) {
    unsigned before;
    asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(counter) : "memory");
    return before;
}

__device__ inline void prefetch_l1(const void* address) {
    asm volatile("prefetch.global.L1 [%0];" ::"l"(address));
}

// A load that does not use the L1 (bypass, BPS): for what is used once beside data with reuse.
__device__ inline float load_past_l1(const float* address) {
    float value;
    asm("ld.global.cg.f32 %0, [%1];" : "=f"(value) : "l"(address));
    return value;
}
__device__ inline int load_past_l1(const int* address) {
    int value;
    asm("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(address));
    return value;
}
__device__ inline unsigned load_past_l1(const unsigned* address) {
    unsigned value;
    asm("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(address));
    return value;
}

// A load of streaming data. A file that defines HEDDLE_BYPASS before it includes this one gets the optimisation.
#ifdef HEDDLE_BYPASS
#define HEDDLE_LOAD_STREAMING(address) ::heddle::load_past_l1(address)
#else
#define HEDDLE_LOAD_STREAMING(address) (*(address))
#endif

__device__ inline unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

// Equation 7: CTA w of cluster i, of `total` CTAs in `clusters` clusters, the first total % clusters of which have one
// more. The listing's _cn, ceil(total / clusters) + 1, is wrong where clusters do not divide total; this is floor + 1.
struct Clusters {
    unsigned quotient, rest;
    __device__ Clusters(unsigned total, unsigned clusters)
        : quotient(total / clusters), rest(total - quotient * clusters) {}
    __device__ unsigned size(unsigned i) const { return quotient + (i < rest ? 1 : 0); }
    __device__ unsigned base(unsigned i) const { return quotient * i + least(i, rest); }
};

// The CTA with id v.
struct Row {
    static __device__ Cta cta(unsigned v, unsigned grid_x, unsigned grid_y) {
        const unsigned y = v / grid_x;
        return {v - y * grid_x, y, grid_x, grid_y};
    }
};
struct Column {
    static __device__ Cta cta(unsigned v, unsigned grid_x, unsigned grid_y) {
        const unsigned x = v / grid_y;
        return {x, v - x * grid_y, grid_x, grid_y};
    }
};

// Listing 4: the original CTA for which this one works.
template <class Indexing>
__device__ inline RedirectedCta redirected(unsigned sms) {
    const unsigned u = blockIdx.y * gridDim.x + blockIdx.x;
    const unsigned w = u / sms, i = u - w * sms;
    const Clusters clusters(gridDim.x * gridDim.y, sms);
    return Indexing::cta(clusters.base(i) + w, gridDim.x, gridDim.y);
}

// How agents get their numbers. On Maxwell and Pascal warp slots are not bound to CTA slots: thread 0 takes the next
// number of its SM, and the others read it from shared memory.
struct Counted {
    static __device__ unsigned agent(unsigned sm, unsigned* counters) {
        __shared__ unsigned number;
        if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) number = increment(counters + sm);
        __syncthreads();
        return number;
    }
};
// On Fermi and Kepler the warps of a CTA have consecutive slots.
struct BySlot {
    static __device__ unsigned agent(unsigned, unsigned*) {
        const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
        return warp_slot() / ((threads + 31) / 32);
    }
};

struct Agents {
    unsigned grid_x, grid_y, sms, active;
    unsigned* counters;
};

// Listing 5: an agent runs every active-th task of its SM's cluster, from the first of its own on. `before_task` gets
// the next task, if there is one.
template <class Indexing, class Numbers, bool barrier, class Task, class BeforeTask>
__device__ inline void walk(const Agents& agents, Task task, BeforeTask before_task) {
    const unsigned sm = sm_number();
    const unsigned agent = Numbers::agent(sm, agents.counters);
    if (agent >= agents.active || sm >= agents.sms) return;
    const Clusters clusters(agents.grid_x * agents.grid_y, agents.sms);
    const unsigned base = clusters.base(sm), end = base + clusters.size(sm);
    for (unsigned v = base + agent; v < end; v += agents.active) {
        if (v + agents.active < end) before_task(Indexing::cta(v + agents.active, agents.grid_x, agents.grid_y));
        task(Indexing::cta(v, agents.grid_x, agents.grid_y));
        if (barrier) __syncthreads();
    }
}

}  // namespace heddle

#define HEDDLE_UNPACKED(...) __VA_ARGS__

// The entries' own names begin with heddle_, so that they meet none of the kernel's.
#define HEDDLE_REDIRECT_ENTRY(name, suffix, indexing, parameters, arguments)                               \
    extern "C" __global__ void name##_redirect_##suffix(HEDDLE_UNPACKED parameters, unsigned heddle_sms) { \
        name(::heddle::redirected<::heddle::indexing>(heddle_sms), HEDDLE_UNPACKED arguments);             \
    }

#define HEDDLE_AGENTS_ENTRY(entry, name, indexing, numbers, barrier, before_task, parameters, arguments)         \
    extern "C" __global__ void entry(HEDDLE_UNPACKED parameters, unsigned heddle_grid_x, unsigned heddle_grid_y, \
                                     unsigned heddle_sms, unsigned heddle_active, unsigned* heddle_counters) {   \
        ::heddle::walk<::heddle::indexing, ::heddle::numbers, barrier>(                                          \
            ::heddle::Agents{heddle_grid_x, heddle_grid_y, heddle_sms, heddle_active, heddle_counters},          \
            [&](::heddle::AgentsCta heddle_cta) { name(heddle_cta, HEDDLE_UNPACKED arguments); },                \
            [&](::heddle::Cta heddle_next) { before_task(heddle_next, HEDDLE_UNPACKED arguments); });            \
    }

#define HEDDLE_NO_PREFETCH(...) (void)heddle_next

#define HEDDLE_CLUSTERED(name, barrier, parameters, arguments)                                                         \
    extern "C" __global__ void name##_orig(HEDDLE_UNPACKED parameters) {                                               \
        name(::heddle::Cta{blockIdx.x, blockIdx.y, gridDim.x, gridDim.y}, HEDDLE_UNPACKED arguments);                  \
    }                                                                                                                  \
    HEDDLE_REDIRECT_ENTRY(name, row, Row, parameters, arguments)                                                       \
    HEDDLE_REDIRECT_ENTRY(name, column, Column, parameters, arguments)                                                 \
    HEDDLE_AGENTS_ENTRY(name##_agents_row, name, Row, Counted, barrier, HEDDLE_NO_PREFETCH, parameters, arguments)     \
    HEDDLE_AGENTS_ENTRY(name##_agents_column, name, Column, Counted, barrier, HEDDLE_NO_PREFETCH, parameters,          \
                        arguments)                                                                                     \
    HEDDLE_AGENTS_ENTRY(name##_slot_agents_row, name, Row, BySlot, barrier, HEDDLE_NO_PREFETCH, parameters, arguments) \
    HEDDLE_AGENTS_ENTRY(name##_slot_agents_column, name, Column, BySlot, barrier, HEDDLE_NO_PREFETCH, parameters,      \
                        arguments)

#define HEDDLE_CLUSTERED_PREFETCHING(name, barrier, parameters, arguments)                                          \
    HEDDLE_CLUSTERED(name, barrier, parameters, arguments)                                                          \
    HEDDLE_AGENTS_ENTRY(name##_prefetch_agents_row, name, Row, Counted, barrier, name##_prefetch, parameters,       \
                        arguments)                                                                                  \
    HEDDLE_AGENTS_ENTRY(name##_prefetch_agents_column, name, Column, Counted, barrier, name##_prefetch, parameters, \
                        arguments)
