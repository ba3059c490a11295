#include "../matrix.h"

namespace heddle {

HEDDLE_REFERENCE("polybench/mvt")(ReferenceMemory& memory) {
    using namespace polybench;
    const auto n = memory.integer("N");
    const Matrix a(memory.buffer<float>("A"), n, n);
    const Matrix y1(memory.buffer<float>("Y1"), n, 1), y2(memory.buffer<float>("Y2"), n, 1);
    update(memory.buffer<float>("X1"), 1, product(a, y1), 1);
    // (A^T y2)^T = y2^T A goes through A row by row.
    update(memory.buffer<float>("X2"), 1, product(y2.transposed(), a), 1);
}

}  // namespace heddle
