#include <cmath>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

constexpr int window = 5;

float activation(double x) {
    return static_cast<float>(1.7159 * std::tanh(2.0 / 3.0 * x));
}

struct Maps {
    float* values;
    int count, edge;  // square maps
    std::int64_t size() const { return std::int64_t{count} * edge * edge; }
    float& at(int map, int x, int y) const { return values[(map * edge + y) * edge + x]; }
};

// Each map of `to` looks at all maps of `from` through windows in steps of two. Its weights: a bias, then for each
// place of the window the weights of all maps.
void convolve(const Maps& from, const Maps& to, const float* weights) {
    const int weights_per_map = from.count * (window * window + 1);
    for (int map = 0; map < to.count; ++map) {
        const float* weight = weights + map * weights_per_map;
        for (int place = 0; place < to.edge * to.edge; ++place) {
            const int x = place % to.edge, y = place / to.edge;
            double sum = weight[0];
            for (int i = 0; i < window * window * from.count; ++i) {
                const int cell = i / from.count;
                sum += double(weight[1 + i]) * from.at(i % from.count, 2 * x + cell % window, 2 * y + cell / window);
            }
            to.at(map, x, y) = activation(sum);
        }
    }
}

void connect(const float* from, std::int64_t inputs, float* to, std::int64_t outputs, const float* weights) {
    for (std::int64_t neuron = 0; neuron < outputs; ++neuron, weights += inputs + 1) {
        double sum = weights[0];
        for (std::int64_t i = 0; i < inputs; ++i) sum += double(weights[1 + i]) * from[i];
        to[neuron] = activation(sum);
    }
}

}  // namespace

HEDDLE_REFERENCE("gpgpusim/nn")(ReferenceMemory& memory) {
    const auto hidden = memory.integer("HIDDEN");
    float* third = memory.buffer<float>("THIRD").data();
    float* digits = memory.buffer<float>("DIGITS").data();
    Maps pixels{memory.buffer<float>("PIXELS").data(), 1, 29};
    Maps first{memory.buffer<float>("FIRST").data(), 6, 13};
    Maps second{memory.buffer<float>("SECOND").data(), 50, 5};
    for (std::int64_t image = 0; image < memory.integer("IMAGES"); ++image) {
        convolve(pixels, first, memory.buffer<float>("WEIGHTS1").data());
        convolve(first, second, memory.buffer<float>("WEIGHTS2").data());
        connect(second.values, second.size(), third, hidden, memory.buffer<float>("WEIGHTS3").data());
        connect(third, hidden, digits, 10, memory.buffer<float>("WEIGHTS4").data());
        pixels.values += pixels.size();
        first.values += first.size();
        second.values += second.size();
        third += hidden;
        digits += 10;
    }
}

}  // namespace heddle
