// How many bytes per cycle SMs read from the L2 and write to it: one SM, the two of a TPC, one of each GPC, those of a GPC, of each GPC in turn, all; each SM its own lines, or
// all the same ones, so that reads merge. Prints rows of h200.csv.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o port_widths port_widths.cu && ./port_widths
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
#include "h200_gpcs.h"
constexpr int sms = h200_sms, threads = 1024, under_way = 8;
constexpr unsigned bytes_of_sm = 64 << 10;  // of all SMs together 8 MB, which the L2 holds
struct Chosen {
    bool sm[sms];
};
__device__ unsigned first_of(unsigned word) { return word; }
__device__ unsigned first_of(uint4 words) { return words.x; }
enum class Access { read, read_same, write, write_sector };
// Every chosen SM goes `passes` times over bytes of its own, `under_way` accesses of a thread at a time; read_same reads the same bytes on all SMs, write_sector stores one sector of
// each line.
template <class Word, Access access>
__global__ void __launch_bounds__(threads) go(Word* words, unsigned passes, Chosen chosen, long long* ticks, unsigned* sums) {
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (!chosen.sm[sm]) return;
    constexpr unsigned count = bytes_of_sm / sizeof(Word), at_once = under_way * threads < count ? under_way : count / threads;
    Word* mine = words + (access == Access::read_same ? 0 : sm * count);
    unsigned sum = 0;
    __syncthreads();
    const long long begin = clock64();
    for (unsigned pass = 0; pass < passes; ++pass)
        for (unsigned i = threadIdx.x; i < count; i += at_once * threads) {
            Word value[at_once];
#pragma unroll
            for (unsigned k = 0; k < at_once; ++k) {
                if constexpr (access == Access::read || access == Access::read_same) value[k] = __ldcg(mine + i + k * threads);
                else if (access == Access::write || threadIdx.x % 32 < 8) mine[i + k * threads] = Word{pass};
            }
            if constexpr (access == Access::read || access == Access::read_same)
#pragma unroll
                for (unsigned k = 0; k < at_once; ++k) sum ^= first_of(value[k]);
        }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) ticks[sm] = clock64() - begin;
    sums[sm * threads + threadIdx.x] = sum;
}
template <class Word, Access access>
void measure(const char* what, double share) {
    Word* words;
    unsigned* sums;
    long long* ticks;
    cudaMalloc(&words, sms * bytes_of_sm), cudaMalloc(&sums, sms * threads * sizeof *sums), cudaMalloc(&ticks, sms * sizeof *ticks);
    std::vector<int> all, of_each_tpc, of_each_gpc, of_its_tpcs;
    for (int sm = 0; sm < sms; ++sm) all.push_back(sm);
    for (int sm = 0; sm < sms; sm += 2) of_each_tpc.push_back(sm);
    for (int sm = 0; sm < 16; sm += 2) of_each_gpc.push_back(sm);
    for (int sm : sms_of(0)) if (sm % 2 == 0) of_its_tpcs.push_back(sm);
    std::vector<std::pair<std::string, std::vector<int>>> sets{{"one SM", {2}}, {"the SMs of a TPC", {2, 3}}, {"one SM of each GPC", of_each_gpc}, {"8 SMs of a GPC", of_its_tpcs}, {"one SM of each TPC", of_each_tpc}, {"all SMs", all}};
    for (unsigned gpc = 0; gpc < 8; ++gpc) sets.push_back({"SMs of GPC " + std::to_string(gpc), sms_of(gpc)});
    for (const auto& [name, set] : sets) {
        Chosen chosen{};
        for (int sm : set) chosen.sm[sm] = true;
        double mean[2] = {1e30, 1e30};  // of short and long runs, each the best of four
        for (int run = 0; run < 8; ++run) {
            go<Word, access><<<sms, threads>>>(words, run % 2 ? 72 : 8, chosen, ticks, sums);
            long long got[sms];
            cudaMemcpy(got, ticks, sizeof got, cudaMemcpyDeviceToHost);
            double sum = 0;
            for (int sm : set) sum += static_cast<double>(got[sm]);
            mean[run % 2] = std::min(mean[run % 2], sum / static_cast<double>(set.size()));
        }
        printf("port_widths,\"%s, %s\",bytes per cycle,%.1f\n", what, name.c_str(), 64.0 * bytes_of_sm * share * static_cast<double>(set.size()) / (mean[1] - mean[0]));
    }
    cudaFree(words), cudaFree(sums), cudaFree(ticks);
}
int main() {
    measure<unsigned, Access::read>("reads of 4 bytes", 1);
    measure<uint4, Access::read>("reads of 16 bytes", 1);
    measure<unsigned, Access::read_same>("reads of 4 bytes that all SMs read", 1);
    measure<unsigned, Access::write>("writes of 4 bytes", 1);
    measure<uint4, Access::write>("writes of 16 bytes", 1);
    measure<unsigned, Access::write_sector>("writes of a sector of each line", 0.25);
    return cudaDeviceSynchronize() != cudaSuccess;
}
