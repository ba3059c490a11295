#include <algorithm>
#include <vector>

#include "heddle/references/reference.h"

namespace heddle {

// Gauss elimination column by column in f64; the factors of the rows stay where they made zeros.
HEDDLE_REFERENCE("rodinia/lud")(ReferenceMemory& memory) {
    const auto side = memory.integer("SIDE");
    const auto m = memory.buffer<float>("M");
    std::vector<double> a(m.begin(), m.end());
    for (std::int64_t k = 0; k < side; ++k)
        for (std::int64_t row = k + 1; row < side; ++row) {
            const double factor = a[row * side + k] /= a[k * side + k];
            for (std::int64_t column = k + 1; column < side; ++column)
                a[row * side + column] -= factor * a[k * side + column];
        }
    std::transform(a.begin(), a.end(), m.begin(), [](double value) { return float(value); });
}

}  // namespace heddle
