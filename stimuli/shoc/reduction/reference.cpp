#include <vector>

#include "heddle/references/reference.h"

namespace heddle {

// Block b has the elements of every CTAS-th piece of 512, from piece b on.
HEDDLE_REFERENCE("shoc/reduction")(ReferenceMemory& memory) {
    const auto values = memory.buffer<float>("VALUES"), sums = memory.buffer<float>("SUMS");
    std::vector<double> exact(sums.size());
    double total = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        exact[i / 512 % exact.size()] += values[i];
        total += values[i];
    }
    for (std::size_t block = 0; block < exact.size(); ++block) sums[block] = static_cast<float>(exact[block]);
    memory.buffer<float>("TOTAL")[0] = static_cast<float>(total);
}

}  // namespace heddle
