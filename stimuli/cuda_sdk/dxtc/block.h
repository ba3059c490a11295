// What a CTA of dxtc does: compresses a block of 4 x 4 pixels.
#pragma once

#include "../../cuda.h"

constexpr int pixels = 16, threads = 64;

struct Colour {
    int r, g, b;
};

struct alignas(8) Block {
    unsigned ends, indices;
};

// A colour's bits as one of 0 to 255.
__device__ static inline int expand(int value, int bits) {
    return value << (8 - bits) | value >> (2 * bits - 8);
}

// value / divisor, a brightness that may lie outside of 0 to 255, as the nearest of 2^bits steps.
__device__ static inline int nearest(int value, int divisor, int bits) {
    const int limit = 255 * divisor;
    const int inside = value < 0 ? 0 : value > limit ? limit : value;
    return (2 * inside * ((1 << bits) - 1) + limit) / (2 * limit);
}

// Sums over the pixels of a split. Group g has 3 - g thirds of the start colour and g thirds of the end colour.
struct Sums {
    int start2, end2, both;  // squares and products of these weights
    Colour start, end;       // colours times weight
};

__device__ static inline Sums add_up(const Colour* ordered, unsigned split) {
    Sums sums = {};
    for (int i = 0; i < pixels; ++i) {
        const int end = split >> 2 * i & 3, start = 3 - end;
        const Colour colour = ordered[i];
        sums.start2 += start * start;
        sums.end2 += end * end;
        sums.both += start * end;
        sums.start.r += start * colour.r, sums.start.g += start * colour.g, sums.start.b += start * colour.b;
        sums.end.r += end * colour.r, sums.end.g += end * colour.g, sums.end.b += end * colour.b;
    }
    return sums;
}

// Least squares for one channel, whose end colours join `first` and `last`; returns nine times the sum of squared
// errors, less the part that is the same for all splits.
__device__ static inline int fit(const Sums& sums, int start, int end, int bits, unsigned& first, unsigned& last) {
    const int determinant = sums.start2 * sums.end2 - sums.both * sums.both;
    const int a = nearest(3 * (start * sums.end2 - end * sums.both), determinant, bits);
    const int b = nearest(3 * (end * sums.start2 - start * sums.both), determinant, bits);
    first = first << bits | a;
    last = last << bits | b;
    const int s = expand(a, bits), e = expand(b, bits);
    return s * s * sums.start2 + e * e * sums.end2 + 2 * (s * e * sums.both - 3 * (s * start + e * end));
}

// The longest row of the covariance matrix, scaled to keep products below 2^31.
__device__ static inline Colour direction(const Colour* colours) {
    Colour sum = {};
    for (int i = 0; i < pixels; ++i) sum.r += colours[i].r, sum.g += colours[i].g, sum.b += colours[i].b;
    int rr = 0, rg = 0, rb = 0, gg = 0, gb = 0, bb = 0;
    for (int i = 0; i < pixels; ++i) {
        const int r = 16 * colours[i].r - sum.r, g = 16 * colours[i].g - sum.g, b = 16 * colours[i].b - sum.b;
        rr += r * r >> 8, rg += r * g >> 8, rb += r * b >> 8;
        gg += g * g >> 8, gb += g * b >> 8, bb += b * b >> 8;
    }
    if (rr >= gg && rr >= bb) return {rr >> 4, rg >> 4, rb >> 4};
    if (gg >= bb) return {rg >> 4, gg >> 4, gb >> 4};
    return {rb >> 4, gb >> 4, bb >> 4};
}

// The block as the format wants it: of the two colours the larger one first, and 2 bits for every pixel.
__device__ static inline Block encode(unsigned first, unsigned last, unsigned split, const int* places) {
    if (first == last) return {first | last << 16, 0};
    const bool swap = first < last;
    // Groups 0, 1, 2, 3 are the format's colours 0, 2, 3, 1; from the other end 1, 3, 2, 0.
    const unsigned codes = swap ? 0x2d : 0x78;
    unsigned indices = 0;
    for (int i = 0; i < pixels; ++i) {
        const unsigned group = split >> 2 * places[i] & 3;
        indices |= (codes >> 2 * group & 3) << 2 * i;
    }
    return {swap ? last | first << 16 : first | last << 16, indices};
}

__device__ inline void compress_of(unsigned cta_x, Block* blocks, const unsigned* image, const unsigned* splits,
                                   int count) {
    __shared__ Colour colours[pixels], ordered[pixels];
    __shared__ int keys[pixels], places[pixels];
    __shared__ int errors[threads], numbers[threads];
    const int thread = threadIdx.x;
    if (thread < pixels) {
        const unsigned pixel = image[cta_x * pixels + thread];
        colours[thread] = {static_cast<int>(pixel & 255), static_cast<int>(pixel >> 8 & 255),
                           static_cast<int>(pixel >> 16 & 255)};
    }
    __syncthreads();
    if (thread < pixels) {
        const Colour axis = direction(colours), mine = colours[thread];
        keys[thread] = axis.r * mine.r + axis.g * mine.g + axis.b * mine.b;
    }
    __syncthreads();
    if (thread < pixels) {
        int place = 0;  // of pixels that lie equally far, the first comes first
        for (int i = 0; i < pixels; ++i) place += keys[i] < keys[thread] || (keys[i] == keys[thread] && i < thread);
        places[thread] = place;
        ordered[place] = colours[thread];
    }
    __syncthreads();

    int best = 0x7fffffff, best_number = count;
    unsigned best_first = 0, best_last = 0, best_split = 0;
    for (int number = thread; number < count; number += threads) {
        const unsigned split = splits[number];
        const Sums sums = add_up(ordered, split);
        unsigned first = 0, last = 0;
        int error = fit(sums, sums.start.r, sums.end.r, 5, first, last);
        error += fit(sums, sums.start.g, sums.end.g, 6, first, last);
        error += fit(sums, sums.start.b, sums.end.b, 5, first, last);
        if (error < best) best = error, best_number = number, best_first = first, best_last = last, best_split = split;
    }
    errors[thread] = best;
    numbers[thread] = best_number;
    for (int stride = threads / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (thread < stride) {
            const int other = errors[thread + stride], number = numbers[thread + stride];
            if (other < errors[thread] || (other == errors[thread] && number < numbers[thread])) {
                errors[thread] = other;
                numbers[thread] = number;
            }
        }
    }
    __syncthreads();
    if (best_number == numbers[0]) blocks[cta_x] = encode(best_first, best_last, best_split, places);
}
