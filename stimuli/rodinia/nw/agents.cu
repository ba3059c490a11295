// nw by agents that prefetch: each is bound to its SM, runs tiles of its share of the anti-diagonal, and asks for the
// rows of the next tile's similarities and for the row above it when it begins one.
#include "../../cta_clustering.h"
#include "tile.h"

// Tile `cta.x` of an anti-diagonal that begins at column first_x and row first_y of the tiles and goes up.
__device__ inline void tiles(heddle::Cta cta, const int* similarity, int* score, int pitch, int penalty, int first_x,
                             int first_y) {
    fill_tile(similarity, score, pitch, penalty, first_x + cta.x, first_y - cta.x);
}

__device__ inline void tiles_prefetch(heddle::Cta cta, const int* similarity, int* score, int pitch, int, int first_x,
                                      int first_y) {
    const int corner = pitch * edge * (first_y - cta.x) + edge * (first_x + cta.x);
    heddle::prefetch_l1(similarity + corner + pitch * (threadIdx.x + 1) + 1);
    if (threadIdx.x == 0) heddle::prefetch_l1(score + corner);
}

HEDDLE_AGENTS_ENTRY(tiles_prefetch_agents, tiles, Column, Counted, heddle::barrier_between_tasks, tiles_prefetch,
                    (const int* similarity, int* score, int pitch, int penalty, int first_x, int first_y),
                    (similarity, score, pitch, penalty, first_x, first_y))
