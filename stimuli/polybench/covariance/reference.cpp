#include <vector>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

// Takes the column's mean off it and returns that mean. Rows and columns are numbered from 1.
float centre(const ReferenceBuffer<float>& data, std::size_t width, std::size_t rows, std::size_t column) {
    double sum = 0;
    for (std::size_t i = 1; i <= rows; ++i) sum += data[i * width + column];
    const double mean = sum / double(rows);
    for (std::size_t i = 1; i <= rows; ++i)
        data[i * width + column] = static_cast<float>(data[i * width + column] - mean);
    return static_cast<float>(mean);
}

}  // namespace

// Row by row of the data, which add to all covariances at once.
HEDDLE_REFERENCE("polybench/covariance")(ReferenceMemory& memory) {
    const std::size_t m = memory.integer("M"), n = memory.integer("N"), step = memory.integer("STEP"), width = m + 1;
    const auto data = memory.buffer<float>("DATA"), means = memory.buffer<float>("MEAN");
    const auto matrix = memory.buffer<float>("MATRIX");
    for (std::size_t j = 1; j <= m; ++j) means[j] = centre(data, width, n, j);
    for (std::size_t distance = 0; distance < m; distance += step) {
        std::vector<double> sums(m - distance);  // of columns j + 1 and j + 1 + distance
        for (std::size_t i = 1; i <= n; ++i)
            for (std::size_t j = 0; j < sums.size(); ++j)
                sums[j] += double(data[i * width + j + 1]) * data[i * width + j + 1 + distance];
        for (std::size_t j = 0; j < sums.size(); ++j) {
            const std::size_t row = j + 1, column = row + distance;
            matrix[row * width + column] = matrix[column * width + row] = static_cast<float>(sums[j]);
        }
    }
}

}  // namespace heddle
