#include <algorithm>
#include <cmath>
#include <vector>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

// Facility location by local search: the state of the host, in double.
struct Clustering {
    std::vector<double> cost;
    std::vector<std::size_t> slot;    // of a point: its centre's
    std::vector<std::size_t> centre;  // of a slot: the point
    std::vector<bool> open;
};

struct Trial {
    std::vector<double> cost;  // of every point, if the candidate were its centre
    std::vector<double> lower;
    double gain;
};

Trial try_candidate(const Clustering& now, std::vector<double> cost, double opening) {
    Trial trial{std::move(cost), {}, opening};
    for (const bool open : now.open) trial.lower.push_back(open ? opening : 0);
    for (std::size_t p = 0; p < now.cost.size(); ++p) {
        const double change = trial.cost[p] - now.cost[p];
        if (change < 0)
            trial.gain += change;
        else
            trial.lower[now.slot[p]] -= change;
    }
    for (const double lower : trial.lower) trial.gain -= std::max(lower, 0.0);
    return trial;
}

void open_centre(Clustering& now, const Trial& trial, std::size_t candidate) {
    for (std::size_t p = 0; p < now.cost.size(); ++p) {
        if (trial.cost[p] >= now.cost[p] && trial.lower[now.slot[p]] <= 0) continue;
        now.cost[p] = trial.cost[p];
        now.slot[p] = now.centre.size();
    }
    for (std::size_t k = 0; k < now.open.size(); ++k) now.open[k] = now.open[k] && trial.lower[k] <= 0;
    now.centre.push_back(candidate);
    now.open.push_back(true);
}

std::vector<double> squared_distances(const ReferenceBuffer<float>& coordinates, std::size_t points, std::size_t to) {
    std::vector<double> sums(points);
    for (std::size_t first = 0; first < coordinates.size(); first += points)
        for (std::size_t p = 0; p < points; ++p) {
            const double difference = double{coordinates[first + p]} - coordinates[first + to];
            sums[p] += difference * difference;
        }
    return sums;
}

// What the kernel leaves: each point's saving, or what it would lose if its centre closed.
void write_trial(ReferenceMemory& memory, const Clustering& now, const Trial& trial, std::size_t number) {
    const auto work = memory.buffer<float>("WORK");
    const auto switches = memory.buffer<std::uint8_t>("SWITCH");
    const std::size_t points = now.cost.size(), slots = now.centre.size();
    for (std::size_t p = 0; p < points; ++p) {
        const double change = trial.cost[p] - now.cost[p];
        const std::size_t row = number * points * memory.integer("STRIDE") + p * (slots + 1);
        switches[number * points + p] = change < 0;
        work[row + (change < 0 ? slots : now.slot[p])] = static_cast<float>(-std::abs(change));
    }
}

}  // namespace

HEDDLE_REFERENCE("rodinia/streamcluster")(ReferenceMemory& memory) {
    const auto coordinates = memory.buffer<float>("COORDINATE");
    const auto gain = memory.buffer<double>("GAIN");
    const std::size_t points = memory.integer("POINTS"), candidates = memory.integer("CANDIDATES");
    Clustering now{squared_distances(coordinates, points, 0), std::vector<std::size_t>(points), {0}, {true}};
    for (std::size_t c = 0; c < candidates; ++c) {
        const std::size_t candidate = (c + 1) * points / (candidates + 1);
        const Trial trial =
            try_candidate(now, squared_distances(coordinates, points, candidate), memory.real("OPENING"));
        gain[c] = trial.gain;
        write_trial(memory, now, trial, c);
        if (trial.gain < 0) open_centre(now, trial, candidate);
    }
    const auto point = memory.buffer<float>("POINT");
    const auto open = memory.buffer<std::int32_t>("OPEN");
    for (std::size_t p = 0; p < points; ++p) {
        point[8 * p + 4] = static_cast<float>(now.centre[now.slot[p]]);
        point[8 * p + 6] = static_cast<float>(now.cost[p]);
    }
    std::copy(now.open.begin(), now.open.end(), open.begin());
}

}  // namespace heddle
