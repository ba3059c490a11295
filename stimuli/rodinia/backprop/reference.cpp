#include "heddle/references/reference.h"

namespace heddle {
namespace {

constexpr std::int64_t tile = 16;

// A sum over 16 inputs is a binary tree: row y of a tile ends with the sum of the rows from y on that were added to it,
// as many as the largest power of two that divides y; row 0 with all.
std::int64_t rows_summed(std::int64_t y) {
    return y == 0 ? tile : y & -y;
}

void forward(ReferenceMemory& memory) {
    const auto inputs = memory.integer("INPUTS"), hidden = memory.integer("HIDDEN");
    const auto input = memory.buffer<float>("INPUT"), weight = memory.buffer<float>("WEIGHT");
    const auto product = memory.buffer<float>("PRODUCT"), partial = memory.buffer<float>("PARTIAL");
    for (std::int64_t unit = 0; unit < inputs; ++unit)
        for (std::int64_t h = 0; h < hidden; ++h) {
            double sum = 0;
            for (std::int64_t k = unit; k < unit + rows_summed(unit % tile); ++k)
                sum += double(input[k + 1]) * weight[(k + 1) * (hidden + 1) + h + 1];
            product[(unit + 1) * (hidden + 1) + h + 1] = float(sum);
            if (unit % tile == 0) partial[unit / tile * hidden + h] = float(sum);
        }
}

void adjust(ReferenceMemory& memory) {
    constexpr double learning_rate = 0.3, momentum = 0.3;
    const auto inputs = memory.integer("INPUTS"), hidden = memory.integer("HIDDEN");
    const auto input = memory.buffer<float>("INPUT"), delta = memory.buffer<float>("DELTA");
    const auto weight = memory.buffer<float>("WEIGHT"), change = memory.buffer<float>("CHANGE");
    for (std::int64_t unit = 0; unit <= inputs; ++unit)
        for (std::int64_t h = 1; h <= hidden; ++h) {
            const auto index = unit * (hidden + 1) + h;
            const double value = unit == 0 ? 1.0 : input[unit];  // the bias unit is always on
            const double step = learning_rate * delta[h] * value + momentum * change[index];
            weight[index] = float(weight[index] + step);
            change[index] = float(step);
        }
}

}  // namespace

HEDDLE_REFERENCE("rodinia/backprop")(ReferenceMemory& memory) {
    forward(memory);
    adjust(memory);
}

}  // namespace heddle
