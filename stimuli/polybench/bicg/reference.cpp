#include "../matrix.h"

namespace heddle {

HEDDLE_REFERENCE("polybench/bicg")(ReferenceMemory& memory) {
    using namespace polybench;
    const auto nx = memory.integer("NX"), ny = memory.integer("NY");
    const Matrix a(memory.buffer<float>("A"), nx, ny);
    const Matrix r(memory.buffer<float>("R"), nx, 1), p(memory.buffer<float>("P"), ny, 1);
    // (A^T r)^T = r^T A goes through A row by row.
    assign(memory.buffer<float>("S"), product(r.transposed(), a));
    assign(memory.buffer<float>("Q"), product(a, p));
}

}  // namespace heddle
