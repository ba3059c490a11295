#include "../matrix.h"

namespace heddle {

HEDDLE_REFERENCE("polybench/syr2k")(ReferenceMemory& memory) {
    using namespace polybench;
    const auto n = memory.integer("N"), m = memory.integer("M");
    const Matrix a(memory.buffer<float>("A"), n, m), b(memory.buffer<float>("B"), n, m);
    auto sums = product(a, b.transposed());
    const auto mirrored = product(b, a.transposed());
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += mirrored[i];
    update(memory.buffer<float>("C"), memory.real("ALPHA"), sums, memory.real("BETA"));
}

}  // namespace heddle
