// What redirection and agents cost by themselves: CTAs of one warp compute and touch no memory, but for one word of CTA
// (0, 0). In the launch styles of CTA clustering; the difference in time is the overhead.
#include "../../cta_clustering.h"

__device__ inline void cta_overhead(heddle::Cta cta, unsigned* out, unsigned loops) {
    unsigned x = cta.x + 7 * cta.y + threadIdx.x;
    for (unsigned i = 0; i < loops; ++i) x = x * 5 + i;
    if (cta.x == 0 && cta.y == 0 && threadIdx.x == 0) out[0] = x;
}

HEDDLE_CLUSTERED(cta_overhead, heddle::tasks_without_barrier, (unsigned* out, unsigned loops), (out, loops))
