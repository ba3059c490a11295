#include <string>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

// The first `chains` values are the chains' own, each thread's result is the sum of its chains.
template <class Value>
void sums(ReferenceMemory& memory, const std::string& kind) {
    for (const unsigned chains : {1u, 4u}) {
        auto values = memory.buffer<Value>(kind + "_" + std::to_string(chains));
        for (std::size_t i = chains; i < values.size(); ++i) values[i] = static_cast<Value>(chains);
    }
}

}  // namespace

HEDDLE_REFERENCE("micro_silicon/chains")(ReferenceMemory& memory) {
    for (const char* kind : {"FMA", "ADD", "RSQRT", "FDIV", "FROOT"}) sums<float>(memory, kind);
    for (const char* kind : {"MAD", "ADD_XOR", "SDIV"}) sums<std::int32_t>(memory, kind);
    sums<std::uint32_t>(memory, "UDIV");
    sums<double>(memory, "DFMA");
    auto mixed = memory.buffer<std::int32_t>("MIXED");  // four integer chains and four of reals
    for (std::size_t i = 4; i < mixed.size(); ++i) mixed[i] = 8;
    auto cells = memory.buffer<std::uint32_t>("SHARED");  // a lane stays in the word that it begins with
    for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i] = static_cast<std::uint32_t>(i % 32 * static_cast<std::size_t>(memory.integer("STRIDE")));
}

}  // namespace heddle
