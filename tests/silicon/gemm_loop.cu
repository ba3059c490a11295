// How long an SM takes for GEMM512's loop if all words are in the L1: one to four CTAs of 8 warps on each SM run it twice, and the second time counts. The warps have one row of B and, of A, one row
// or one for each warp. With the pitch of B known the compiler needs no sum of 64 bits for the address of a load; without loads of A the sum of the products is multiplied instead.
//
//   nvcc -O3 -arch=sm_90 -o gemm_loop gemm_loop.cu && ./gemm_loop; cuobjdump -sass gemm_loop
//
// Prints rows of h200.csv: the median of those SMs that have as many CTAs.
#include <algorithm>
#include <cstdio>
#include <vector>
#include "sm_clock.h"
constexpr int steps = 512, sms = 132, warps = 8;
template <int known_pitch, bool with_a>
__device__ __forceinline__ float loop(const float* __restrict__ a, const float* __restrict__ column, int n, int row, int pitch, float sum) {
    for (int k = 0; k < n; ++k) sum += (with_a ? a[row + k] : sum) * column[k * (known_pitch ? known_pitch : pitch)];
    return sum;
}
// notes: the clock before, between and behind the two times, and the SM, for each warp.
template <int known_pitch, bool with_a>
__global__ void gemm_loop(const float* __restrict__ a, const float* __restrict__ b, float* c, int n, int pitch_a, int pitch_b, int mask, unsigned* notes) {
    const int column = blockIdx.x % 16 * 32 + threadIdx.x, row = blockIdx.x / 16 * warps + threadIdx.y, warp = blockIdx.x * warps + threadIdx.y;
    float sum = 0;
    unsigned clocks[3];
    clocks[0] = now();
    sum = loop<known_pitch, with_a>(a, b + (column & mask), n, row * pitch_a, pitch_b, sum);
    __syncthreads();
    clocks[1] = now();
    sum = loop<known_pitch, with_a>(a, b + (column & mask), n, row * pitch_a, pitch_b, sum);
    clocks[2] = now();
    c[warp * 32 + threadIdx.x] = sum;
    if (threadIdx.x) return;
    for (int i = 0; i < 3; ++i) notes[warp * 4 + i] = clocks[i];
    notes[warp * 4 + 3] = my_sm();
}
template <int known_pitch, bool with_a> void measure(const char* name) {
    float *a, *b, *c; unsigned* notes;
    cudaMalloc(&a, 64 << 20); cudaMalloc(&b, 64 << 20); cudaMalloc(&c, 64 << 20); cudaMalloc(&notes, 1 << 20);
    cudaMemset(a, 0, 64 << 20); cudaMemset(b, 0, 64 << 20);
    for (int pitch_a : {0, 512})
        for (int ctas = 1; ctas <= 4 && (with_a || !pitch_a); ++ctas) {
            for (int run = 0; run < 2; ++run)  // the first is for the code to be there
                gemm_loop<known_pitch, with_a><<<sms * ctas, dim3(32, warps)>>>(a, b, c, steps, pitch_a, 32, 31, notes);
            std::vector<unsigned> noted(sms * ctas * warps * 4), took;
            cudaMemcpy(noted.data(), notes, noted.size() * 4, cudaMemcpyDeviceToHost);
            for (unsigned sm = 0; sm < sms; ++sm) {
                unsigned begin = ~0u, end = 0;
                int found = 0;
                for (const unsigned* note = noted.data(); note != noted.data() + noted.size(); note += 4)
                    if (note[3] == sm) ++found, begin = std::min(begin, note[1]), end = std::max(end, note[2]);
                if (found == ctas * warps) took.push_back(end - begin);
            }
            if (took.empty()) continue;
            std::nth_element(took.begin(), took.begin() + took.size() / 2, took.end());
            printf("gemm_loop,\"%s, %s of A, %d CTAs\",cycles,%u\n", name, !with_a ? "none" : pitch_a ? "a row for each warp" : "one row", ctas, took[took.size() / 2]);
        }
}
int main() {
    measure<0, true>("pitch of B an argument");
    measure<32, true>("pitch of B known");
    measure<0, false>("pitch of B an argument");
    measure<32, false>("pitch of B known");
    return cudaDeviceSynchronize() != cudaSuccess;
}
