#include "heddle/references/reference.h"

namespace heddle {

// As one product with the matrix alpha A + beta B; A x alone stands in TMP.
HEDDLE_REFERENCE("polybench/gesummv")(ReferenceMemory& memory) {
    const auto n = memory.integer("N"), columns = memory.integer("COLUMNS");
    const double alpha = memory.real("ALPHA"), beta = memory.real("BETA");
    const auto a = memory.buffer<float>("A"), b = memory.buffer<float>("B"), x = memory.buffer<float>("X");
    const auto y = memory.buffer<float>("Y"), tmp = memory.buffer<float>("TMP");
    for (std::int64_t i = 0; i < n; ++i) {
        double first = 0, both = 0;
        for (std::int64_t j = 0; j < columns; ++j) {
            first += double(a[i * n + j]) * x[j];
            both += (alpha * a[i * n + j] + beta * b[i * n + j]) * x[j];
        }
        tmp[i] = static_cast<float>(first);
        y[i] = static_cast<float>(both);
    }
}

}  // namespace heddle
