// When reads of the same line by SMs of a GPC merge on their way to the L2.
//
//   nvcc -O3 -arch=sm_90 -o merge_window merge_window.cu
//   ./merge_window trace            pairs of SMs, one a random time after the other: begin and end of every load, in cycles of the SM
//   ncu --csv --page raw --cache-control none --clock-control none -k regex:timed --metrics lts__t_sectors_srcunit_tex_op_read.sum ./merge_window counted
//
// A load that merges with an earlier one ends with it. The SMs of a GPC have one clock; those of others have their own, which drift.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "sm_clock.h"

constexpr int sms = 132, gpcs = 8, absent = 1 << 30, max_rounds = 2048;
constexpr unsigned lines = 1 << 17;  // 16 MB

__device__ unsigned load(const unsigned* p) {
    unsigned v;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ unsigned load_past_l1(const unsigned* p) {
    unsigned v;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
// SM numbers go round the GPCs, a TPC of two at a time; the first GPC has four TPCs in this order, and SMs 124 to 131.
__host__ __device__ int gpc_of(int sm) {
    if (sm >= 124) return 0;
    if (sm >= 120) return 6 + (sm - 120) / 2;
    return sm < 64 ? sm / 2 % 8 : 1 + (sm - 64) / 2 % 7;
}

struct Sync {
    unsigned arrived[gpcs], start[gpcs], is_set[gpcs], all;
};
struct Job {
    int delay[sms];       // after the round's time; absent: takes no part
    unsigned first[sms];  // line: which SMs read the same
    int sector[sms];      // -1: the whole line
    int spread;           // not 0: SM `trailing` comes from -spread to spread cycles later, another number each round
    int trailing;
    int background[sms];  // warps of this SM that read other lines all the time
    unsigned rounds, period;
};

// All CTAs are resident. The first thread to come in a GPC gives the start to its SMs, when all SMs have come.
__device__ unsigned common_start(Sync* sync, int gpc) {
    const unsigned place = atomicAdd(&sync->arrived[gpc], 1);
    atomicAdd(&sync->all, 1);
    if (place == 0) {
        while (atomicAdd(&sync->all, 0) < gridDim.x) {
        }
        atomicExch(&sync->start[gpc], now() + 20000);
        __threadfence();
        atomicExch(&sync->is_set[gpc], 1);
    }
    while (atomicAdd(&sync->is_set[gpc], 0) == 0) {
    }
    return atomicAdd(&sync->start[gpc], 0);
}

template <int per_warp>
__global__ void timed(const unsigned* data, const Job* job, Sync* sync, unsigned* begins, unsigned* ends) {
    const unsigned sm = my_sm(), warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    __shared__ unsigned start, begin_of[max_rounds], end_of[max_rounds];
    __shared__ int delay, sector, spread, background;
    __shared__ unsigned first, rounds, period;
    if (threadIdx.x == 0) {
        delay = job->delay[sm], sector = job->sector[sm], background = job->background[sm], first = job->first[sm];
        rounds = job->rounds, period = job->period, spread = static_cast<int>(sm) == job->trailing ? job->spread : 0;
        start = common_start(sync, gpc_of(sm));
    }
    __syncthreads();
    unsigned sum = 0;
    if (delay == absent) {
        if (static_cast<int>(warp) >= background) return;
        for (unsigned i = warp; static_cast<int>(now() - start) < static_cast<int>(rounds * period); i += background * 8)
            for (int k = 0; k < 8; ++k) sum += load_past_l1(data + ((first + (i + k * background) * 33) % lines) * 32 + lane);
        if (sum == 12345) begins[0] = sum;
        return;
    }
    if (static_cast<int>(warp) >= static_cast<int>(blockDim.x / 32)) return;
    const unsigned word = sector < 0 ? lane : sector * 8 + lane % 8, warps = spread || job->spread ? 1 : blockDim.x / 32;
    if (warp >= warps) return;
    for (unsigned round = 0; round < rounds; ++round) {
        const unsigned random = (round * 2654435761u) >> 8;
        const unsigned target = start + round * period + delay + (spread ? random % (2 * spread + 1) - spread : 0);
        unsigned v[per_warp], begin;
        const unsigned* p[per_warp];
#pragma unroll
        for (int i = 0; i < per_warp; ++i) p[i] = data + ((first + ((round * warps + warp) * per_warp + i) * 33) % lines) * 32 + word;
        while (static_cast<int>((begin = now()) - target) < 0) {
        }
        begin = now();
#pragma unroll
        for (int i = 0; i < per_warp; ++i) v[i] = load(p[i]);
        unsigned all = 0;
#pragma unroll
        for (int i = 0; i < per_warp; ++i) all += v[i];
        if (all == 0x12345) ++sum;  // waits for the values
        const unsigned end = now();
        if (threadIdx.x == 0 && round < max_rounds) begin_of[round] = begin - start, end_of[round] = end - start + sum;
    }
    if (threadIdx.x < 32)
        for (unsigned i = lane; i < rounds && i < max_rounds; i += 32) begins[sm * max_rounds + i] = begin_of[i], ends[sm * max_rounds + i] = end_of[i];
}

__global__ void touch(const unsigned* data, size_t words, unsigned* out) {
    unsigned sum = 0;
    for (size_t i = threadIdx.x; i < words; i += blockDim.x) sum += data[i];  // every SM all of it: both halves have it
    if (sum == 12345) *out = sum;
}
__global__ void sweep(const unsigned* data, size_t words, unsigned* out) {
    unsigned sum = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) sum += data[i];
    if (sum == 12345) *out = sum;
}

unsigned *data, *big, *begins, *ends, *mail;
constexpr size_t big_words = size_t{64} << 20;
Job* job;
Sync* sync_;
int number = 0;

void check(const char* what) {
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        printf("%s: %s\n", what, cudaGetErrorString(error));
        exit(1);
    }
}

struct Part {
    int sm, delay;
    unsigned first = 0;
    int sector = -1;
};
struct Options {
    bool cold = false;
    int warps = 1, per_warp = 1;
    unsigned rounds = 512, period = 3000;
    int spread = 0;
    int background = 0;  // warps
    int where = 0;       // 0: nowhere, 1: the other SMs of GPC 1, 2: the other GPCs
};

void run(const std::string& text, const std::vector<Part>& parts, const Options& o, bool trace) {
    Job j{};
    for (int sm = 0; sm < sms; ++sm) {
        j.delay[sm] = absent, j.first[sm] = 7 + 900 * sm, j.sector[sm] = -1;
        if (o.where && (gpc_of(sm) == 1) == (o.where == 1)) j.background[sm] = o.background;
    }
    for (const Part& part : parts) j.delay[part.sm] = part.delay + 1000, j.first[part.sm] = part.first, j.sector[part.sm] = part.sector;
    j.rounds = o.rounds, j.period = o.period, j.spread = o.spread, j.trailing = parts.size() > 1 ? parts[1].sm : -1;
    cudaMemcpy(job, &j, sizeof j, cudaMemcpyHostToDevice);
    cudaMemset(sync_, 0, sizeof(Sync));
    if (o.cold) sweep<<<528, 512>>>(big, big_words, mail);
    check("sweep");
    const int threads = 32 * (o.background > o.warps ? o.background : o.warps);
    if (o.per_warp == 8)
        timed<8><<<sms, threads, 100 * 1024>>>(data, job, sync_, begins, ends);
    else
        timed<1><<<sms, threads, 100 * 1024>>>(data, job, sync_, begins, ends);
    check(text.c_str());
    printf("timed,%d,%s,%u,%d\n", number++, text.c_str(), o.rounds, o.warps * o.per_warp);
    if (trace) {
        std::vector<unsigned> begin(sms * max_rounds), end(sms * max_rounds);
        cudaMemcpy(begin.data(), begins, 4 * begin.size(), cudaMemcpyDeviceToHost);
        cudaMemcpy(end.data(), ends, 4 * end.size(), cudaMemcpyDeviceToHost);
        const int a = parts[0].sm * max_rounds, b = parts[1].sm * max_rounds;
        // When the second begins after the first, and how long each took.
        for (unsigned i = 0; i < o.rounds; ++i)
            printf("%d %u %u\n", int(begin[b + i] - begin[a + i]), end[a + i] - begin[a + i], end[b + i] - begin[b + i]);
    }
    fflush(stdout);
}

std::string name(const char* format, int a, int b = 0, int c = 0) {
    char buffer[200];
    snprintf(buffer, sizeof buffer, format, a, b, c);
    return buffer;
}

// The SMs of the second GPC, first those of one after the other TPC.
const std::vector<int> gpc = {2, 18, 34, 50, 64, 78, 92, 106, 3, 19, 35, 51, 65, 79, 93, 107};

std::vector<Part> some(int k) {
    std::vector<Part> parts;
    for (int i = 0; i < k; ++i) parts.push_back({gpc[i], 0});
    return parts;
}

void traced() {
    Options o;
    o.rounds = 2048, o.period = 3000, o.spread = 250;
    for (const int other : {3, 18, 50, 93, 106}) run(name("pair 2 %d", other), {{2, 0}, {other, 0}}, o, true);
    run("pair 34 79", {{34, 0}, {79, 0}}, o, true);
    run("line then sector", {{2, 0}, {18, 0, 0, 1}}, o, true);
    run("sector then sector", {{2, 0, 0, 1}, {18, 0, 0, 1}}, o, true);
    run("two sectors", {{2, 0, 0, 0}, {18, 0, 0, 1}}, o, true);
    for (const int where : {1, 2})
        for (const int warps : {1, 4, 16}) {
            o.where = where, o.background = warps;
            run(name("pair 2 18 while %d warps of each SM read, %d", warps, where), {{2, 0}, {18, 0}}, o, true);
        }
    o = {};
    o.rounds = 2048, o.period = 6000, o.spread = 900, o.cold = true;
    run("cold pair 2 18", {{2, 0}, {18, 0}}, o, true);
}

void counted() {
    Options o;
    for (const int k : {1, 2, 3, 4, 5, 8, 12, 16}) run(name("k %d", k), some(k), o, false);
    o.per_warp = 8, o.rounds = 128, o.period = 6000;
    for (const int warps : {1, 8, 32}) {
        o.warps = warps;
        for (const int k : {1, 2, 4, 8, 16}) run(name("k %d, 8 lines of %d warps", k, warps), some(k), o, false);
        for (const int d : {20, 40, 60, 80, 100, 150, 200, 300}) run(name("pair 2 18 apart %d, 8 lines of %d warps", d, warps), {{2, 0}, {18, d}}, o, false);
    }
    // Without a pause.
    o.warps = 32, o.period = 0, o.rounds = 64;
    for (const int k : {1, 2, 4, 8, 16}) run(name("stream k %d", k), some(k), o, false);
    for (const int d : {20, 40, 60, 80, 100, 150, 200, 300, 500}) run(name("stream pair 2 18 apart %d", d), {{2, 0}, {18, d}}, o, false);
    for (const int d : {20, 40, 60, 80, 100, 150, 200, 300, 500}) run(name("stream pair 2 3 apart %d", d), {{2, 0}, {3, d}}, o, false);
    for (const unsigned period : {0u, 20000u})
        for (const int warps : {1, 8, 32})
            for (const int size : {1, 2, 4, 132}) {
                o.warps = warps, o.period = period;
                std::vector<Part> parts;
                for (int sm = 0; sm < sms; ++sm) parts.push_back({sm, 0, unsigned(sm / size) * 901});
                run(name(period ? "all SMs, groups of %d, 8 lines of %d warps" : "stream all SMs, groups of %d, %d warps", size, warps), parts, o, false);
            }
}

int main(int count, char** arguments) {
    cudaMalloc(&data, size_t{lines} * 128);
    cudaMemset(data, 0, size_t{lines} * 128);
    cudaMalloc(&big, big_words * 4);
    cudaMemset(big, 0, big_words * 4);
    cudaMalloc(&job, sizeof(Job));
    cudaMalloc(&sync_, sizeof(Sync));
    cudaMalloc(&begins, 4 * sms * max_rounds);
    cudaMalloc(&ends, 4 * sms * max_rounds);
    cudaMalloc(&mail, 4);
    cudaFuncSetAttribute(timed<1>, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024);
    cudaFuncSetAttribute(timed<8>, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024);
    touch<<<sms, 1024>>>(data, size_t{lines} * 32, mail);
    check("touch");
    if (count > 1 && !strcmp(arguments[1], "counted"))
        counted();
    else
        traced();
    return 0;
}
