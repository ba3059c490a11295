// Which lines are in the same slice of the L2. A slice performs one atomic after the other: while 37 SMs send it many
// of one line, an atomic of any other of its lines waits, and those of other slices do not. Copies in the other half of
// the L2 take no part, since atomics are performed where a line belongs.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o slices slices.cu && ./slices [TABLE]
//
// Prints rows of h200.csv; writes the slices of the first lines into TABLE, numbered in the order in which they appear.
// Two lines are in one slice if each waits for the other. One direction is not enough: each slice of one half waits for
// one of the other half, too, which does not wait for it. And one SM is not enough, because how long it waits depends
// on who shares its way: what counts is the median of 95 SMs, and the senders are spread over all GPCs.
#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include "h200_slices.h"
#include "sm_clock.h"

constexpr unsigned sms = 132, most_slices = 2 * slices_of_half, warps = 16, sent_of_warp = 5, timed = 3, nothing = ~0u;
constexpr unsigned lines = 1 << 17, first_lines = 4096, most_steps = lines;
constexpr int least_wait = 450;  // cycles of three atomics: on the GPU they wait 900 and more, or at most 150

constexpr unsigned senders_before(unsigned block) {
    return block / 7 * 2 + (block % 7 == 6);
}
constexpr unsigned timers = sms - senders_before(sms);
static_assert(timers >= most_slices, "every slice's line needs an SM that times it");

__device__ bool atomic(unsigned* word) {
    unsigned before;
    asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(before) : "l"(word) : "memory");
    return before != nothing;  // always: whoever asks waits for the result
}

// In every step two SMs of seven send atomics of one line, and each of the others times three atomics: all of them of
// the line that the step names, or, if there are no such lines, each of its own.
__global__ void time_steps(unsigned* words, const unsigned* sent, const unsigned* timed_in_step,
                           const unsigned* timed_by, unsigned steps, volatile unsigned* arrived, unsigned short* took) {
    const bool sends = blockIdx.x % 7 >= 5;
    const unsigned timer = blockIdx.x / 7 * 5 + blockIdx.x % 7;
    for (unsigned i = 0; i < steps; ++i) {
        __syncthreads();
        if (threadIdx.x == 0) {
            atomicAdd(const_cast<unsigned*>(arrived), 1);
            while (*arrived < (i + 1) * gridDim.x) {
            }
        }
        __syncthreads();
        if (sends) {
            for (unsigned k = 0; k < sent_of_warp && threadIdx.x % 32 == 0 && sent[i] != nothing; ++k)
                if (!atomic(words + sent[i] * 32)) return;
        } else if (threadIdx.x == 0) {
            const unsigned line = timed_in_step ? timed_in_step[i] : timed_by[timer];
            for (const unsigned start = now(); now() - start < 1500;) {
            }
            const unsigned begin = now();
            for (unsigned k = 0; k < timed; ++k)
                if (!atomic(words + line * 32 + 8)) return;
            took[i * size_t{timers} + timer] = static_cast<unsigned short>(min(now() - begin, 65535u));
        }
    }
}

class Device {
public:
    Device() {
        cudaMalloc(&words, lines * 128), cudaMemset(words, 0, lines * 128);
        cudaMalloc(&sent, most_steps * 4), cudaMalloc(&timed_in_step, most_steps * 4),
            cudaMalloc(&timed_by, timers * 4);
        cudaMalloc(&arrived, 4), cudaMalloc(&took, size_t{most_steps} * timers * 2);
        cudaFuncSetAttribute(time_steps, cudaFuncAttributeMaxDynamicSharedMemorySize, alone_on_its_sm);
        std::vector<unsigned> all(lines);
        for (unsigned i = 0; i < lines; ++i) all[i] = i;
        alone = medians(std::vector<unsigned>(lines, nothing), all);
    }
    // How much longer the median SM waits for atomics of `of` while others send atomics of `other`, pair by pair.
    std::vector<int> waits(const std::vector<unsigned>& of, const std::vector<unsigned>& other) {
        std::vector<int> result = medians(other, of);
        for (size_t i = 0; i < of.size(); ++i) result[i] -= alone[of[i]];
        return result;
    }
    // Which of the lines `of`, each timed by one SM, wait while others send atomics of each of `others`.
    std::vector<std::vector<unsigned>> waiting(const std::vector<unsigned>& of, const std::vector<unsigned>& others) {
        std::vector<unsigned> by(timers);
        for (unsigned i = 0; i < timers; ++i) by[i] = of[i % of.size()];
        cudaMemcpy(timed_by, by.data(), timers * 4, cudaMemcpyHostToDevice);
        const std::vector<unsigned short> quiet = run(std::vector<unsigned>(8, nothing), nullptr),
                                          times = run(others, nullptr);
        std::vector<std::vector<unsigned>> result(others.size());
        for (size_t i = 0; i < others.size(); ++i)
            for (size_t k = 0; k < of.size(); ++k)
                if (times[i * timers + k] - quiet[7 * timers + k] >= least_wait / 2) result[i].push_back(of[k]);
        return result;
    }

private:
    static constexpr unsigned alone_on_its_sm = 120 << 10;  // bytes of shared memory
    unsigned *words, *sent, *timed_in_step, *timed_by, *arrived;
    unsigned short* took;
    std::vector<int> alone;

    std::vector<unsigned short> run(const std::vector<unsigned>& lines_sent, const unsigned* lines_timed) {
        std::vector<unsigned short> result(lines_sent.size() * timers);
        cudaMemcpy(sent, lines_sent.data(), lines_sent.size() * 4, cudaMemcpyHostToDevice);
        cudaMemset(arrived, 0, 4);
        time_steps<<<sms, warps * 32, alone_on_its_sm>>>(words, sent, lines_timed, timed_by, lines_sent.size(), arrived,
                                                         took);
        cudaMemcpy(result.data(), took, result.size() * 2, cudaMemcpyDeviceToHost);
        return result;
    }
    std::vector<int> medians(const std::vector<unsigned>& lines_sent, const std::vector<unsigned>& lines_timed) {
        std::vector<int> result;
        for (size_t done = 0; done < lines_sent.size(); done += most_steps) {
            const size_t end = std::min(lines_sent.size(), done + most_steps);
            cudaMemcpy(timed_in_step, lines_timed.data() + done, (end - done) * 4, cudaMemcpyHostToDevice);
            std::vector<unsigned short> times =
                run({lines_sent.begin() + done, lines_sent.begin() + end}, timed_in_step);
            for (auto first = times.begin(); first != times.end(); first += timers) {
                std::nth_element(first, first + timers / 2, first + timers);
                result.push_back(first[timers / 2]);
            }
        }
        return result;
    }
};

// One line of each slice. Two lines are in different slices if one of them does not wait for the other.
std::vector<unsigned> line_of_each_slice(Device& device) {
    std::vector<unsigned> left(first_lines), found;
    for (unsigned i = 0; i < first_lines; ++i) left[i] = i;
    while (!left.empty() && found.size() < most_slices) {
        const std::vector<unsigned> same(left.size(), left.front());
        const std::vector<int> to = device.waits(left, same), from = device.waits(same, left);
        found.push_back(left.front());
        std::vector<unsigned> others;
        for (size_t i = 1; i < left.size(); ++i)
            if (std::min(to[i], from[i]) < least_wait) others.push_back(left[i]);
        left = others;
    }
    return found;
}

// The slice of each line, or `nothing` if the line and those of no slice, or of several, wait for each other. Whom it
// may wait for is looked up with one SM for each slice, twice, before all of them time it.
std::vector<unsigned> slices_of_lines(Device& device, const std::vector<unsigned>& known) {
    std::vector<unsigned> all(lines), rotated = known, line, candidate, slice(lines, nothing);
    for (unsigned i = 0; i < lines; ++i) all[i] = i;
    std::rotate(rotated.begin(), rotated.begin() + rotated.size() / 2, rotated.end());
    std::vector<std::vector<unsigned>> candidates = device.waiting(known, all), again = device.waiting(rotated, all);
    for (unsigned i = 0; i < lines; ++i) {
        candidates[i].insert(candidates[i].end(), again[i].begin(), again[i].end());
        std::sort(candidates[i].begin(), candidates[i].end());
        candidates[i].erase(std::unique(candidates[i].begin(), candidates[i].end()), candidates[i].end());
        for (const unsigned one : candidates[i]) line.push_back(i), candidate.push_back(one);
    }
    const std::vector<int> to = device.waits(line, candidate), from = device.waits(candidate, line);
    std::vector<unsigned> times_found(lines);
    for (size_t i = 0; i < line.size(); ++i)
        if (std::min(to[i], from[i]) >= least_wait) ++times_found[line[i]], slice[line[i]] = candidate[i];
    for (unsigned i = 0; i < lines; ++i)
        if (times_found[i] != 1) slice[i] = nothing;
    return slice;
}

// Of how many of the lines an atomic waits for atomics of exactly one other of them that do not wait for it.
unsigned one_sided_waits(Device& device, const std::vector<unsigned>& known) {
    unsigned result = 0;
    for (const unsigned line : known) {
        const std::vector<unsigned> same(known.size(), line);
        const std::vector<int> to = device.waits(same, known), from = device.waits(known, same);
        unsigned others = 0;
        for (size_t i = 0; i < known.size(); ++i) others += to[i] >= least_wait && from[i] < least_wait;
        result += others == 1;
    }
    return result;
}

// How many lines are in the slice that the rule says, each of those measured having the one of most of its lines; and
// how many of those there are. Which bits of the number are inverted is found, too.
std::pair<unsigned, unsigned> told_right(const std::vector<unsigned>& slice) {
    std::pair<unsigned, unsigned> best;
    for (unsigned inverted = 0; inverted < number_inversions; ++inverted) {
        std::map<unsigned, std::map<unsigned, unsigned>> counts;
        for (unsigned i = 0; i < lines; ++i)
            if (slice[i] != nothing) ++counts[slice[i]][slice_of(std::uint64_t{i} * 128, inverted)];
        std::map<unsigned, unsigned> taken;
        unsigned right = 0;
        for (const auto& [measured, by_rule] : counts) {
            const auto most =
                std::max_element(by_rule.begin(), by_rule.end(), [](auto& a, auto& b) { return a.second < b.second; });
            right += most->second, ++taken[most->first];
        }
        best = std::max(best, {right, static_cast<unsigned>(taken.size())});
    }
    return best;
}

int main(int count, char** arguments) {
    Device device;
    const std::vector<unsigned> known = line_of_each_slice(device), slice = slices_of_lines(device, known);
    const unsigned clear = lines - static_cast<unsigned>(std::count(slice.begin(), slice.end(), nothing));
    const auto [right, found] = told_right(slice);
    printf("slices,lines of %u whose slice is clear,,%u\n", lines, clear);
    printf("slices,lines that the rule tells right,,%u\n", right);
    printf("slices,slices of these lines,,%u\n", found);
    printf("slices,slices that wait for one other that does not wait for them,,%u\n", one_sided_waits(device, known));
    if (FILE* file = count > 1 ? fopen(arguments[1], "w") : nullptr) {
        std::map<unsigned, unsigned> numbers;
        fputs("line,slice\n", file);
        for (unsigned i = 0; i < first_lines; ++i)
            if (slice[i] != nothing)
                fprintf(file, "%u,%u\n", i,
                        numbers.insert({slice[i], static_cast<unsigned>(numbers.size())}).first->second);
        fclose(file);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
