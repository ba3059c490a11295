// When the SMs have the parameters of a kernel: a warp notes when it begins and when its first load, whose address is a parameter, has issued. All constants are new to an SM in each launch.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o first_parameter first_parameter.cu && ./first_parameter
//
// Prints rows of h200.csv: cycles from the start of the first warp of a GPC to the first parameter of its first SM, of the middle one and of the last, the median of five GPCs of 16 SMs and of
// nine launches. Clocks of a GPC's SMs are equal within some ten cycles.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "h200_gpcs.h"
#include "sm_clock.h"

constexpr unsigned sms = h200_sms, launches = 9, words = 3;

__global__ void first_parameter(const unsigned* in, unsigned* out) {
    const unsigned begin = now();
    if (threadIdx.x % 32 == 0) {
        unsigned value;
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(in) : "memory");
        const unsigned issued = now();
        unsigned* mine = out + (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * words;
        mine[0] = begin, mine[1] = issued + value, mine[2] = my_sm();
    }
    while (now() - begin < 20000) {
    }
}

int main() {
    unsigned *in, *out;
    cudaMalloc(&in, 4096), cudaMalloc(&out, 1 << 20), cudaMemset(in, 0, 4096);
    struct Shape {
        unsigned ctas, warps;
    };
    for (const Shape shape : {Shape{1, 1}, {1, 8}, {4, 8}, {7, 8}, {1, 32}}) {
        std::vector<unsigned> first, middle, last;
        for (unsigned launch = 0; launch <= launches; ++launch) {
            const unsigned warps = sms * shape.ctas * shape.warps;
            first_parameter<<<sms * shape.ctas, shape.warps * 32>>>(in, out);
            std::vector<unsigned> noted(warps * words);
            cudaMemcpy(noted.data(), out, noted.size() * 4, cudaMemcpyDeviceToHost);
            if (launch == 0) continue;  // its code comes from memory
            for (unsigned gpc = 1; gpc <= 5; ++gpc) {
                unsigned begin = ~0u;
                std::vector<unsigned> of_sm(sms, ~0u), times;
                for (unsigned warp = 0; warp < warps; ++warp) {
                    const unsigned* mine = &noted[warp * words];
                    if (gpc_of(mine[2]) != gpc) continue;
                    begin = std::min(begin, mine[0]);
                    of_sm[mine[2]] = std::min(of_sm[mine[2]], mine[1]);
                }
                for (const unsigned time : of_sm)
                    if (time != ~0u) times.push_back(time - begin);
                std::sort(times.begin(), times.end());
                first.push_back(times.front()), middle.push_back(times[times.size() / 2]), last.push_back(times.back());
            }
        }
        const auto print = [&](const char* which, std::vector<unsigned>& cycles) {
            std::sort(cycles.begin(), cycles.end());
            printf("first_parameter,\"%u CTAs of %u warps, %s SM of a GPC\",cycles,%u\n", shape.ctas, shape.warps, which, cycles[cycles.size() / 2]);
        };
        print("first", first), print("middle", middle), print("last", last);
    }
    std::vector<unsigned> alone;
    for (unsigned launch = 0; launch <= launches; ++launch) {
        unsigned noted[words];
        first_parameter<<<1, 32>>>(in, out);
        cudaMemcpy(noted, out, sizeof noted, cudaMemcpyDeviceToHost);
        if (launch) alone.push_back(noted[1] - noted[0]);
    }
    std::sort(alone.begin(), alone.end());
    printf("first_parameter,one warp on the GPU,cycles,%u\n", alone[launches / 2]);
    return cudaDeviceSynchronize() != cudaSuccess;
}
