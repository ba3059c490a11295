#include "../matrix.h"

namespace heddle {

HEDDLE_REFERENCE("polybench/2mm")(ReferenceMemory& memory) {
    using namespace polybench;
    const auto ni = memory.integer("NI"), nj = memory.integer("NJ"), nk = memory.integer("NK"),
               nl = memory.integer("NL");
    const Matrix a(memory.buffer<float>("A"), ni, nk), b(memory.buffer<float>("B"), nk, nj);
    const Matrix c(memory.buffer<float>("C"), ni, nj), d(memory.buffer<float>("D"), nj, nl);
    assign(memory.buffer<float>("C"), product(a, b));
    assign(memory.buffer<float>("E"), product(c, d));
}

}  // namespace heddle
