#include "../matrix.h"

namespace heddle {

HEDDLE_REFERENCE("polybench/3mm")(ReferenceMemory& memory) {
    using namespace polybench;
    const auto ni = memory.integer("NI"), nj = memory.integer("NJ"), nk = memory.integer("NK"),
               nl = memory.integer("NL"), nm = memory.integer("NM");
    const Matrix a(memory.buffer<float>("A"), ni, nk), b(memory.buffer<float>("B"), nk, nj);
    const Matrix c(memory.buffer<float>("C"), nj, nm), d(memory.buffer<float>("D"), nm, nl);
    const Matrix e(memory.buffer<float>("E"), ni, nj), f(memory.buffer<float>("F"), nj, nl);
    assign(memory.buffer<float>("E"), product(a, b));
    assign(memory.buffer<float>("F"), product(c, d));
    assign(memory.buffer<float>("G"), product(e, f));
}

}  // namespace heddle
