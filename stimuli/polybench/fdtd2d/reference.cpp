#include <vector>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

// A field in doubles, so that errors of rounding do not grow with time, and as it lies in its buffer.
class Field {
public:
    Field(const ReferenceBuffer<float>& values, std::int64_t columns)
        : buffer_(values), values_(values.begin(), values.end()), columns_(columns) {}

    double& at(std::int64_t row, std::int64_t column) { return values_[row * columns_ + column]; }
    void store() const {
        for (std::size_t i = 0; i < values_.size(); ++i) buffer_[i] = static_cast<float>(values_[i]);
    }

private:
    ReferenceBuffer<float> buffer_;
    std::vector<double> values_;
    std::int64_t columns_;
};

}  // namespace

// Both electric fields change by the differences of the magnetic field, then this one by their rotation.
HEDDLE_REFERENCE("polybench/fdtd2d")(ReferenceMemory& memory) {
    const auto nx = memory.integer("NX"), ny = memory.integer("NY"), steps = memory.integer("STEPS");
    const auto source = memory.buffer<float>("SOURCE");
    Field ex(memory.buffer<float>("EX"), ny + 1), ey(memory.buffer<float>("EY"), ny),
        hz(memory.buffer<float>("HZ"), ny);
    for (std::int64_t t = 0; t < steps; ++t) {
        for (std::int64_t i = 0; i < nx; ++i)
            for (std::int64_t j = 0; j < ny; ++j) {
                if (j > 0) ex.at(i, j) -= (hz.at(i, j) - hz.at(i, j - 1)) / 2;
                ey.at(i, j) = i == 0 ? source[t] : ey.at(i, j) - (hz.at(i, j) - hz.at(i - 1, j)) / 2;
            }
        for (std::int64_t i = 0; i < nx; ++i)
            for (std::int64_t j = 0; j < ny; ++j)
                hz.at(i, j) -= 0.7 * ((ex.at(i, j + 1) - ex.at(i, j)) + (ey.at(i + 1, j) - ey.at(i, j)));
    }
    ex.store();
    ey.store();
    hz.store();
}

}  // namespace heddle
