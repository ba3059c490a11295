#include "../matrix.h"

namespace heddle {

HEDDLE_REFERENCE("polybench/gemm")(ReferenceMemory& memory) {
    using namespace polybench;
    const auto ni = memory.integer("NI"), nj = memory.integer("NJ"), nk = memory.integer("NK");
    const Matrix a(memory.buffer<float>("A"), ni, nk), b(memory.buffer<float>("B"), nk, nj);
    update(memory.buffer<float>("C"), memory.real("ALPHA"), product(a, b), memory.real("BETA"));
}

}  // namespace heddle
