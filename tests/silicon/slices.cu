// Which lines are in the same slice of the L2. A slice performs one atomic after the other: while 38 SMs send it many of
// one line, an atomic of any other of its lines waits, and those of most other slices do not. Copies in the other half of
// the L2 take no part, since atomics are performed where a line belongs.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o slices slices.cu && ./slices [TABLE]
//
// Prints rows of h200.csv; writes the slices of the first lines into TABLE, numbered in the order in which they appear.
// Not all lines become clear. Some wait little for others of their slice, probably where the SM that asks has a GPC to
// itself, because a slice serves the GPCs in turn; and lines of two slices can wait for each other, probably because the
// slices share the way to them. Only lines that are told alike with 5 and with 10 atomics of every sender are kept.
#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include "h200_slices.h"
#include "sm_clock.h"

constexpr unsigned sms = 132, most_slices = 2 * slices_of_half, warps = 16, timed = 3, least_wait = 250;
constexpr unsigned lines = 1 << 17, first_lines = 4096, nothing = ~0u;

__device__ bool atomic(unsigned* word) {
    unsigned before;
    asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(before) : "l"(word) : "memory");
    return before != nothing;  // always: whoever asks waits for the result
}

// For every one of `sent_to`: how long three atomics take each of the lines `known`, one of them per SM.
__global__ void time_known(unsigned* words, const unsigned* sent_to, unsigned count, const unsigned* known,
                           unsigned known_count, unsigned sent, volatile unsigned* arrived, unsigned short* took) {
    const unsigned block = blockIdx.x, lane = threadIdx.x % 32;
    for (unsigned i = 0; i < count; ++i) {
        __syncthreads();
        if (threadIdx.x == 0) {
            atomicAdd(const_cast<unsigned*>(arrived), 1);
            while (*arrived < (i + 1) * gridDim.x) {}
        }
        __syncthreads();
        const unsigned line = sent_to[i];
        if (block >= most_slices) {
            for (unsigned k = 0; k < sent && lane == 0 && line != nothing; ++k)
                if (!atomic(words + line * 32)) return;
        } else if (block < known_count && threadIdx.x == 0) {
            for (const unsigned start = now(); now() - start < 1500;) {}
            const unsigned begin = now();
            for (unsigned k = 0; k < timed; ++k)
                if (!atomic(words + known[block] * 32 + 8)) return;
            took[i * size_t{known_count} + block] = static_cast<unsigned short>(min(now() - begin, 65535u));
        }
    }
}

struct Device {
    unsigned *words, *sent_to, *known, *arrived, sent;
    unsigned short* took;

    std::vector<unsigned short> time(const std::vector<unsigned>& to, const std::vector<unsigned>& reference) const {
        std::vector<unsigned short> result(to.size() * reference.size());
        cudaMemcpy(sent_to, to.data(), to.size() * 4, cudaMemcpyHostToDevice);
        cudaMemcpy(known, reference.data(), reference.size() * 4, cudaMemcpyHostToDevice);
        cudaMemset(arrived, 0, 4);
        const unsigned alone_on_its_sm = 120 << 10;  // bytes of shared memory
        cudaFuncSetAttribute(time_known, cudaFuncAttributeMaxDynamicSharedMemorySize, alone_on_its_sm);
        time_known<<<sms, warps * 32, alone_on_its_sm>>>(words, sent_to, to.size(), known, reference.size(), sent, arrived,
                                                         took);
        cudaMemcpy(result.data(), took, result.size() * 2, cudaMemcpyDeviceToHost);
        return result;
    }
    // For each line the one of `reference` that waits for it longest, or `nothing`; what two runs do not agree on is not
    // believed.
    std::vector<unsigned> waiting(const std::vector<unsigned>& to, const std::vector<unsigned>& reference) const {
        const std::vector<unsigned short> alone = time(std::vector<unsigned>(8, nothing), reference);
        std::vector<unsigned> result(to.size(), nothing);
        for (unsigned run = 0; run < 2; ++run) {
            const std::vector<unsigned short> here = time(to, reference);
            for (size_t i = 0; i < to.size(); ++i) {
                unsigned found = nothing;
                int most = 0, second = 0;
                for (size_t k = 0; k < reference.size(); ++k) {
                    const int waited = (here[i * reference.size() + k] - alone[7 * reference.size() + k]) / int{timed};
                    if (waited > most)
                        second = most, most = waited, found = k;
                    else
                        second = std::max(second, waited);
                }
                if (most < int{least_wait} || second > most * 3 / 4) found = nothing;
                result[i] = run == 0 || result[i] == found ? found : nothing;
            }
        }
        return result;
    }
    // The slice of each line, numbered in the order in which they appear.
    std::vector<unsigned> slices() const {
        // One line of each slice: what waits for none of those found so far is in another slice.
        std::vector<unsigned> left(first_lines), known, all(lines);
        for (unsigned i = 0; i < first_lines; ++i) left[i] = i;
        while (!left.empty() && known.size() < most_slices) {
            known.push_back(left.front());
            const std::vector<unsigned> waits = waiting(left, {left.front()});
            std::vector<unsigned> others;
            for (size_t i = 1; i < left.size(); ++i)
                if (waits[i] == nothing) others.push_back(left[i]);
            left = others;
        }
        for (unsigned i = 0; i < lines; ++i) all[i] = i;
        return waiting(all, known);
    }
};

// How many lines are in the slice that the rule says, each of those measured having the one of most of its lines; and how
// many of those there are. Which bits of the number are inverted is found, too.
std::pair<unsigned, unsigned> told_right(const std::vector<unsigned>& slice) {
    std::pair<unsigned, unsigned> best;
    for (unsigned inverted = 0; inverted < number_inversions; ++inverted) {
        std::map<unsigned, std::map<unsigned, unsigned>> counts;
        for (unsigned i = 0; i < lines; ++i)
            if (slice[i] != nothing) ++counts[slice[i]][slice_of(std::uint64_t{i} * 128, inverted)];
        std::map<unsigned, unsigned> taken;
        unsigned right = 0;
        for (const auto& [measured, by_rule] : counts) {
            const auto most = std::max_element(by_rule.begin(), by_rule.end(), [](auto& a, auto& b) { return a.second < b.second; });
            right += most->second, ++taken[most->first];
        }
        best = std::max(best, {right, static_cast<unsigned>(taken.size())});
    }
    return best;
}

int main(int count, char** arguments) {
    Device device;
    cudaMalloc(&device.words, lines * 128), cudaMemset(device.words, 0, lines * 128);
    cudaMalloc(&device.sent_to, lines * 4), cudaMalloc(&device.known, most_slices * 4);
    cudaMalloc(&device.arrived, 4), cudaMalloc(&device.took, size_t{lines} * most_slices * 2);

    device.sent = 5;
    const std::vector<unsigned> few = device.slices();
    device.sent = 10;
    const std::vector<unsigned> many = device.slices();
    std::map<std::pair<unsigned, unsigned>, unsigned> names;
    std::vector<unsigned> slice(lines, nothing);
    unsigned clear = 0;
    for (unsigned i = 0; i < lines; ++i) {
        if (few[i] == nothing || many[i] == nothing) continue;
        slice[i] = names.insert({{few[i], many[i]}, static_cast<unsigned>(names.size())}).first->second, ++clear;
    }
    const auto [right, found] = told_right(slice);
    printf("slices,lines of %u whose slice is clear,,%u\n", lines, clear);
    printf("slices,lines that the rule tells right,,%u\n", right);
    printf("slices,slices of these lines,,%u\n", found);
    if (FILE* file = count > 1 ? fopen(arguments[1], "w") : nullptr) {
        fputs("line,slice\n", file);
        for (unsigned i = 0; i < first_lines; ++i)
            if (slice[i] != nothing) fprintf(file, "%u,%u\n", i, slice[i]);
        fclose(file);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
