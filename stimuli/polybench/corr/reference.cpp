#include <cmath>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

// A column of a table whose rows are numbered from 1.
struct Column {
    ReferenceBuffer<float> table;
    std::size_t width, rows, number;

    float& at(std::size_t row) const { return table[row * width + number]; }
    double mean() const {
        double sum = 0;
        for (std::size_t i = 1; i <= rows; ++i) sum += at(i);
        return sum / rows;
    }
    double deviation(double mean) const {
        double sum = 0;
        for (std::size_t i = 1; i <= rows; ++i) sum += (at(i) - mean) * (at(i) - mean);
        return std::sqrt(sum / rows);
    }
    // Afterwards the product of two columns is their correlation.
    void normalise(double mean, double deviation) const {
        for (std::size_t i = 1; i <= rows; ++i)
            at(i) = static_cast<float>((at(i) - mean) / (deviation * std::sqrt(rows)));
    }
    double correlation(const Column& other) const {
        double sum = 0;
        for (std::size_t i = 1; i <= rows; ++i) sum += double(at(i)) * other.at(i);
        return sum;
    }
};

}  // namespace

HEDDLE_REFERENCE("polybench/corr")(ReferenceMemory& memory) {
    const std::size_t m = memory.integer("M"), n = memory.integer("N");
    const auto means = memory.buffer<float>("MEAN"), deviations = memory.buffer<float>("DEVIATION");
    const auto matrix = memory.buffer<float>("MATRIX");
    const auto column = [&, data = memory.buffer<float>("DATA")](std::size_t j) { return Column{data, m + 1, n, j}; };
    for (std::size_t j = 1; j <= m; ++j) {
        const double mean = column(j).mean();
        double deviation = column(j).deviation(mean);
        if (deviation <= memory.real("EPSILON")) deviation = 1;
        column(j).normalise(mean, deviation);
        means[j] = static_cast<float>(mean);
        deviations[j] = static_cast<float>(deviation);
    }
    for (std::size_t j1 = 1; j1 <= m; ++j1) {
        const Column left = column(j1);
        matrix[j1 * (m + 1) + j1] = 1;
        for (std::size_t j2 = 1; j2 < j1; ++j2)
            matrix[j1 * (m + 1) + j2] = matrix[j2 * (m + 1) + j1] = static_cast<float>(left.correlation(column(j2)));
    }
}

}  // namespace heddle
