#include "../matrix.h"

namespace heddle {

HEDDLE_REFERENCE("polybench/syrk")(ReferenceMemory& memory) {
    using namespace polybench;
    const auto n = memory.integer("N"), m = memory.integer("M");
    const Matrix a(memory.buffer<float>("A"), n, m);
    update(memory.buffer<float>("C"), memory.real("ALPHA"), product(a, a.transposed()), memory.real("BETA"));
}

}  // namespace heddle
