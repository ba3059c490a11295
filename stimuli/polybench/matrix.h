// What the references of this suite share: matrices in buffers, and their product.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "heddle/references/reference.h"

namespace heddle::polybench {

// A matrix that lies row by row in a buffer, or its transpose. A column vector has one column.
class Matrix {
public:
    Matrix(const ReferenceBuffer<float>& values, std::size_t rows, std::size_t columns)
        : values_(values), rows_(rows), columns_(columns), row_step_(columns), column_step_(1) {}

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    double at(std::size_t row, std::size_t column) const { return values_[row * row_step_ + column * column_step_]; }

    Matrix transposed() const {
        Matrix other = *this;
        std::swap(other.rows_, other.columns_);
        std::swap(other.row_step_, other.column_step_);
        return other;
    }

private:
    ReferenceBuffer<float> values_;
    std::size_t rows_, columns_;
    std::size_t row_step_, column_step_;
};

// left * right, row by row. In doubles: closer to the exact result than a kernel's sums, in whatever order it adds.
inline std::vector<double> product(const Matrix& left, const Matrix& right) {
    std::vector<double> result(left.rows() * right.columns());
    for (std::size_t i = 0; i < left.rows(); ++i) {
        double* row = &result[i * right.columns()];
        for (std::size_t k = 0; k < left.columns(); ++k)
            for (std::size_t j = 0; j < right.columns(); ++j) row[j] += left.at(i, k) * right.at(k, j);
    }
    return result;
}

// values = alpha * sums + beta * values, the last step of the BLAS-like kernels.
inline void update(const ReferenceBuffer<float>& values, double alpha, const std::vector<double>& sums, double beta) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(alpha * sums[i] + beta * values[i]);
}

inline void assign(const ReferenceBuffer<float>& values, const std::vector<double>& sums) {
    update(values, 1, sums, 0);
}

}  // namespace heddle::polybench
