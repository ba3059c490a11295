#include "heddle/references/reference.h"

namespace heddle {
namespace {

struct Term {
    int plane, row, column;  // where, from the point
    double weight;
};

// The sum as PolyBench-GPU has it: the three terms of either neighbouring plane at column -1 read the same point.
constexpr Term terms[] = {
    {-1, -1, -1, 2}, {1, -1, -1, 4}, {-1, -1, -1, 5}, {1, -1, -1, 7}, {-1, -1, -1, -8}, {1, -1, -1, 10},
    {0, -1, 0, -3},  {0, 0, 0, 6},   {0, 1, 0, -9},  //
    {-1, -1, 1, 2},  {1, -1, 1, 4},  {-1, 0, 1, 5},   {1, 0, 1, 7},   {-1, 1, 1, -8},   {1, 1, 1, 10},
};

}  // namespace

HEDDLE_REFERENCE("polybench/3dconv")(ReferenceMemory& memory) {
    const auto planes = memory.integer("NI"), rows = memory.integer("NJ"), columns = memory.integer("NK");
    const auto from = memory.buffer<float>("A"), to = memory.buffer<float>("B");
    const auto index = [&](std::int64_t i, std::int64_t j, std::int64_t k) { return (i * rows + j) * columns + k; };
    for (std::int64_t i = 1; i < planes - 1; ++i)
        for (std::int64_t j = 1; j < rows - 1; ++j)
            for (std::int64_t k = 1; k < columns - 1; ++k) {
                double sum = 0;
                for (const Term& term : terms)
                    sum += term.weight * from[index(i + term.plane, j + term.row, k + term.column)];
                to[index(i, j, k)] = static_cast<float>(sum);
            }
}

}  // namespace heddle
