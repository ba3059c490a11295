// How far every SM is from every line in the L2, and how that can be said with few numbers: lists for crossbar.distance of the preset h200.
//
//   nvcc -O3 -arch=sm_90 -o distances distances.cu && ./distances [TABLE]
//
// TABLE keeps what was measured (16 bits for each SM and line); if the file is there already, it is read and nothing is measured.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>
#include "../../stimuli/micro_silicon/chosen_sm.h"
#include "../../stimuli/micro_silicon/clock.h"
#include "h200_gpcs.h"
#include "h200_slices.h"
constexpr unsigned sms = 132, gpcs = 8, lines = 8192, rounds = 16, kinds = 24, slices = 2 * slices_of_half;
using Vector = std::vector<double>;
using Vectors = std::vector<Vector>;

// The shortest of `rounds` loads of each line by one SM; two rounds before bring the lines into its half of the L2.
__global__ void shortest(const unsigned* words, unsigned sm, unsigned short* cycles) {
    __shared__ unsigned short least[lines];
    if (!runs_on(sm) || threadIdx.x) return;
    for (unsigned i = 0; i < lines; ++i) least[i] = 65535;
    unsigned zero = 0;
    for (unsigned round = 0; round < rounds + 2; ++round)
        for (unsigned i = 0; i < lines; ++i) {
            const unsigned begin = clock_now();
            zero += load_word_from_l2(words + (i + zero) * 32);
            if (zero == ~0u) return;  // never: the clock is read when the load has come back
            const unsigned took = clock_now() - begin;
            if (round > 1 && took < least[i]) least[i] = took;
        }
    for (unsigned i = 0; i < lines; ++i) cycles[sm * lines + i] = least[i];
}
std::vector<unsigned short> measured() {
    unsigned* words; unsigned short* cycles; std::vector<unsigned short> table(sms * lines);
    cudaMalloc(&words, lines * 128); cudaMemset(words, 0, lines * 128); cudaMalloc(&cycles, table.size() * 2);
    for (unsigned sm = 0; sm < sms; ++sm) shortest<<<sms, 32>>>(words, sm, cycles);
    cudaMemcpy(table.data(), cycles, table.size() * 2, cudaMemcpyDeviceToHost);
    return table;
}
// stimuli/micro_silicon/chase by each SM: a ring of 1 MB.
__global__ void chase(const unsigned* next, unsigned* ticks, unsigned sm) {
    if (!runs_on(sm) || threadIdx.x) return;
    unsigned at = 0;
    for (unsigned step = 0; step < lines; ++step) at = load_word(next + at);
    if (at == ~0u) return;  // never: the clock is read when the last load has come back
    const unsigned begin = clock_now();
    for (unsigned step = 0; step < lines; ++step) at = load_word(next + at);
    if (at == ~0u) return;
    ticks[sm] = clock_now() - begin;
}
void print_chase() {
    std::vector<unsigned> ring(lines * 32), ticks(sms); unsigned *next, *out;
    for (unsigned i = 0; i < lines; ++i) ring[i * 32] = (i + 3129) % lines * 32;
    cudaMalloc(&next, ring.size() * 4); cudaMemcpy(next, ring.data(), ring.size() * 4, cudaMemcpyHostToDevice); cudaMalloc(&out, sms * 4);
    for (unsigned sm = 0; sm < sms; ++sm) chase<<<sms, 32>>>(next, out, sm);
    cudaMemcpy(ticks.data(), out, sms * 4, cudaMemcpyDeviceToHost);
    for (unsigned sm : {0u, 124u}) printf("chase,\"1024 KiB, SM %u, GPU of distances\",cycles per load,%.1f\n", sm, ticks[sm] / double(lines));
    printf("chase,\"1024 KiB, mean of all SMs, GPU of distances\",cycles per load,%.1f\n", std::accumulate(ticks.begin(), ticks.end(), 0.0) / sms / lines);
}
double squares(const Vector& a, const Vector& b) {
    double sum = 0; for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}
// The group of each vector (k-means, the best of some beginnings).
std::vector<unsigned> groups(const Vectors& v, unsigned count, unsigned tries) {
    std::mt19937 random(1); std::vector<unsigned> best, group(v.size()); double least = 1e300;
    for (; tries; --tries) {
        Vectors centre{v[random() % v.size()]}; Vector nearest(v.size(), 1e300);
        while (centre.size() < count) {  // the next one far from those before
            for (size_t i = 0; i < v.size(); ++i) nearest[i] = std::min(nearest[i], squares(v[i], centre.back()));
            centre.push_back(v[std::discrete_distribution<size_t>(nearest.begin(), nearest.end())(random)]);
        }
        double all = 0;
        for (int turn = 0; turn < 25; ++turn) {
            all = 0;
            for (size_t i = 0; i < v.size(); ++i) {
                double to = 1e300;
                for (unsigned k = 0; k < count; ++k) if (const double d = squares(v[i], centre[k]); d < to) to = d, group[i] = k;
                all += to;
            }
            Vectors sum(count, Vector(v[0].size())); std::vector<unsigned> size(count);
            for (size_t i = 0; i < v.size(); ++i) { ++size[group[i]]; for (size_t j = 0; j < v[i].size(); ++j) sum[group[i]][j] += v[i][j]; }
            for (unsigned k = 0; k < count; ++k) for (double& x : sum[k]) x /= std::max(1u, size[k]);
            centre = sum;
        }
        if (all < least) least = all, best = group;
    }
    return best;
}
double correlation(const Vector& a, const Vector& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0) / std::sqrt(std::inner_product(a.begin(), a.end(), a.begin(), 0.0) * std::inner_product(b.begin(), b.end(), b.begin(), 0.0)); }

int main(int count, char** arguments) {
    std::vector<unsigned short> table(sms * lines);
    FILE* file = count > 1 ? fopen(arguments[1], "rb") : nullptr;
    if (!file || fread(table.data(), 2, table.size(), file) != table.size()) {
        table = measured();
        print_chase();
        if (count > 1 && (file = fopen(arguments[1], "wb"))) fwrite(table.data(), 2, table.size(), file), fclose(file);
    }
    std::vector<unsigned short> sorted = table; std::sort(sorted.begin(), sorted.end());
    for (int percent : {1, 10, 25, 50, 75, 90, 99}) printf("distances,%d %%,cycles,%u\n", percent, sorted[sorted.size() * percent / 100]);
    // What an SM takes in the mean, and by line what is left.
    Vector mean(sms); Vectors by_sm(sms, Vector(lines)), by_line(lines, Vector(sms)), by_gpc(gpcs, Vector(lines));
    for (unsigned sm = 0; sm < sms; ++sm) {
        mean[sm] = std::accumulate(&table[sm * lines], &table[sm * lines] + lines, 0.0) / lines;
        for (unsigned i = 0; i < lines; ++i) {
            by_sm[sm][i] = by_line[i][sm] = table[sm * lines + i] - mean[sm];
            by_gpc[gpc_of(sm)][i] += by_sm[sm][i];
        }
    }
    // GPCs stand in four corners, two in each: those of a corner have the same distances. A corner's mirror image in the other half of the L2 has similar ones, the
    // two others the opposite; of these the one of the same half less so. Corners here: that of GPC 0, its mirror image, the other one of that half, the other one of its own.
    int corner[gpcs] = {0};
    for (unsigned gpc = 1; gpc < gpcs; ++gpc) {
        const double like = correlation(by_gpc[0], by_gpc[gpc]);
        corner[gpc] = like > 0.95 ? 0 : like > 0 ? 1 : like < -0.84 ? 2 : 3;
    }
    for (unsigned gpc = 0; gpc < gpcs; ++gpc) printf("distances,corner of GPC %u,,%d\n", gpc, corner[gpc]);
    // Which GPC is in which corner differs from GPU to GPU; these have the halves that the preset has.
    constexpr unsigned preset_corner[gpcs] = {0, 1, 1, 2, 2, 3, 0, 3};
    // In a GPC the TPCs stand in three columns; column 0 is the nearest to the middle, so that its distances differ least.
    std::vector<unsigned> column(sms);
    for (int at = 0; at < 4; ++at) {
        Vectors here; std::vector<unsigned> number; double spread[3] = {}; unsigned size[3] = {};
        for (unsigned sm = 0; sm < sms; ++sm) if (corner[gpc_of(sm)] == at) here.push_back(by_sm[sm]), number.push_back(sm);
        const std::vector<unsigned> group = groups(here, 3, 8);
        for (size_t i = 0; i < here.size(); ++i) spread[group[i]] += squares(here[i], Vector(lines)), ++size[group[i]];
        for (size_t i = 0; i < here.size(); ++i)
            for (unsigned k = 0; k < 3; ++k) column[number[i]] += spread[k] / size[k] < spread[group[i]] / size[group[i]];
    }
    // The slice of each line: which bits of its number are inverted shows in the distances, which are those of the slice.
    std::vector<unsigned> slice(lines); Vectors of_slice; Vector remaining(number_inversions);
    const auto group_lines = [&](unsigned inverted) {
        of_slice.assign(slices, Vector(sms)); std::vector<unsigned> size(slices); double all = 0;
        for (unsigned i = 0; i < lines; ++i) { ++size[slice[i] = slice_of(i * 128, inverted)]; for (unsigned sm = 0; sm < sms; ++sm) of_slice[slice[i]][sm] += by_line[i][sm]; }
        for (unsigned k = 0; k < slices; ++k) for (double& x : of_slice[k]) x /= size[k];
        for (unsigned i = 0; i < lines; ++i) all += squares(by_line[i], of_slice[slice[i]]);
        return std::sqrt(all / lines / sms);
    };
    for (unsigned inverted = 0; inverted < number_inversions; ++inverted) remaining[inverted] = group_lines(inverted);
    const unsigned inverted = std::min_element(remaining.begin(), remaining.end()) - remaining.begin();
    group_lines(inverted);
    Vector ordered = remaining; std::sort(ordered.begin(), ordered.end());
    double all = 0; for (const Vector& line : by_line) all += squares(line, Vector(sms));
    printf("distances,standard deviation,cycles,%.2f\n", std::sqrt(all / lines / sms));
    printf("distances,not explained by SM and slice,cycles,%.2f\n", ordered[0]);
    printf("distances,not explained by SM and slice with other bits of the number inverted (the best of 63),cycles,%.2f\n", ordered[1]);
    const std::vector<unsigned> kind_of_slice = groups(of_slice, kinds, 100);
    std::vector<unsigned> kind(lines); for (unsigned i = 0; i < lines; ++i) kind[i] = kind_of_slice[slice[i]];
    Vectors sum(12, Vector(kinds)), size(12, Vector(kinds)); Vector share(kinds);
    for (unsigned sm = 0; sm < sms; ++sm)
        for (unsigned i = 0; i < lines; ++i) { const int place = corner[gpc_of(sm)] * 3 + column[sm]; sum[place][kind[i]] += by_sm[sm][i], ++size[place][kind[i]]; }
    double lowest = 0, error = 0;
    for (int place = 0; place < 12; ++place) for (unsigned k = 0; k < kinds; ++k) lowest = std::min(lowest, sum[place][k] /= size[place][k]);
    for (unsigned sm = 0; sm < sms; ++sm) for (unsigned i = 0; i < lines; ++i) error += std::pow(by_sm[sm][i] - sum[corner[gpc_of(sm)] * 3 + column[sm]][kind[i]], 2);
    printf("distances,not explained by 12 places and %u kinds of slices,cycles,%.2f\n", kinds, std::sqrt(error / sms / lines));
    std::vector<unsigned> order(kinds), rank(kinds); for (unsigned k = 0; k < kinds; ++k) order[k] = k;
    std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return sum[0][a] < sum[0][b]; });
    for (unsigned k = 0; k < kinds; ++k) rank[order[k]] = k;
    const double first = *std::min_element(mean.begin(), mean.end());
    const auto print = [](const char* name, unsigned entries, auto entry) { printf("distance.%s = ", name); for (unsigned i = 0; i < entries; ++i) printf("%s%.0f", i ? "," : "", double(entry(i))); puts(""); };
    print("inputs", sms, [&](unsigned sm) { return preset_corner[gpc_of(sm)] * 3 + column[sm]; });
    print("input_cycles", sms, [&](unsigned sm) { return mean[sm] - first; });
    print("outputs", slices, [&](unsigned i) { return rank[kind_of_slice[i]]; });
    printf("distance.cycles = ");
    for (int place = 0; place < 12; ++place) for (unsigned k = 0; k < kinds; ++k) printf("%s%.0f", k ? "," : place ? "/" : "", sum[place][order[k]] - lowest);
    puts("");
    return cudaDeviceSynchronize() != cudaSuccess;
}
