#include <algorithm>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

struct Image {
    ReferenceBuffer<float> pixels;
    std::int64_t rows, columns;

    // Beyond the edge the image continues with its edge pixels.
    float& at(std::int64_t row, std::int64_t column) const {
        return pixels[std::clamp<std::int64_t>(row, 0, rows - 1) * columns +
                      std::clamp<std::int64_t>(column, 0, columns - 1)];
    }
};

// Variance over squared mean of the region that is taken to be of one brightness.
double speckle(const Image& image, std::int64_t region) {
    double sum = 0, squares = 0;
    for (std::int64_t row = 0; row < region; ++row)
        for (std::int64_t column = 0; column < region; ++column) {
            const double value = image.at(row, column);
            sum += value;
            squares += value * value;
        }
    const double count = double(region) * region, mean = sum / count;
    return (squares / count - mean * mean) / (mean * mean);
}

// Yu and Acton: the coefficient falls from 1 in flat regions to 0 at edges, by the instantaneous coefficient of
// variation.
double coefficient(double here, double n, double s, double w, double e, double q0_squared) {
    const double gradient = (n * n + s * s + w * w + e * e) / (here * here);
    const double laplacian = (n + s + w + e) / here;
    const double q_squared = (gradient / 2 - laplacian * laplacian / 16) / ((1 + laplacian / 4) * (1 + laplacian / 4));
    const double c = 1 / (1 + (q_squared - q0_squared) / (q0_squared * (1 + q0_squared)));
    return std::clamp(c, 0.0, 1.0);
}

}  // namespace

HEDDLE_REFERENCE("rodinia/srad")(ReferenceMemory& memory) {
    const auto rows = memory.integer("ROWS"), columns = memory.integer("COLUMNS");
    const auto image = [&](const char* name) { return Image{memory.buffer<float>(name), rows, columns}; };
    const Image j = image("J"), c = image("C");
    const Image north = image("NORTH"), south = image("SOUTH"), west = image("WEST"), east = image("EAST");
    for (auto left = memory.integer("ITERATIONS"); left > 0; --left) {
        const float q0_squared = float(speckle(j, memory.integer("REGION")));
        for (std::int64_t y = 0; y < rows; ++y)
            for (std::int64_t x = 0; x < columns; ++x) {
                const float here = j.at(y, x);
                const float n = north.at(y, x) = j.at(y - 1, x) - here, s = south.at(y, x) = j.at(y + 1, x) - here;
                const float w = west.at(y, x) = j.at(y, x - 1) - here, e = east.at(y, x) = j.at(y, x + 1) - here;
                c.at(y, x) = float(coefficient(here, n, s, w, e, q0_squared));
            }
        for (std::int64_t y = 0; y < rows; ++y)
            for (std::int64_t x = 0; x < columns; ++x) {
                const double divergence = double(c.at(y, x)) * (double(north.at(y, x)) + west.at(y, x)) +
                                          double(c.at(y + 1, x)) * south.at(y, x) +
                                          double(c.at(y, x + 1)) * east.at(y, x);
                j.at(y, x) = float(j.at(y, x) + memory.real("LAMBDA") / 4 * divergence);
            }
    }
}

}  // namespace heddle
