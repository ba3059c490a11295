#include "../matrix.h"

namespace heddle {

HEDDLE_REFERENCE("polybench/atax")(ReferenceMemory& memory) {
    using namespace polybench;
    const auto nx = memory.integer("NX"), ny = memory.integer("NY");
    const Matrix a(memory.buffer<float>("A"), nx, ny), x(memory.buffer<float>("X"), ny, 1);
    assign(memory.buffer<float>("TMP"), product(a, x));
    // (A^T tmp)^T = tmp^T A goes through A row by row.
    const Matrix tmp(memory.buffer<float>("TMP"), nx, 1);
    assign(memory.buffer<float>("Y"), product(tmp.transposed(), a));
}

}  // namespace heddle
