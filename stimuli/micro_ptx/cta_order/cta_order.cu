// Where and when CTAs run: every CTA counts itself, notes its SM and takes a number in the order in which CTAs begin.
// In the launch styles of CTA clustering it shows what redirection and agents do, and what they cost: the CTAs do
// nothing else.
#include "../../cta_clustering.h"

__device__ inline void cta_order(heddle::Cta cta, unsigned* runs, unsigned* sms, unsigned* order, unsigned* next,
                                 unsigned columns) {
    if (threadIdx.x != 0) return;
    const unsigned original = cta.y * columns + cta.x;
    sms[original] = heddle::sm_number();
    order[original] = heddle::increment(next);
    runs[original] += 1;
}

HEDDLE_CLUSTERED(cta_order, heddle::tasks_without_barrier,
                 (unsigned* runs, unsigned* sms, unsigned* order, unsigned* next, unsigned columns),
                 (runs, sms, order, next, columns))
