#include <vector>

#include "heddle/references/reference.h"

namespace heddle {

// The matrix is unpacked from JDS into rows; then y = A x in double.
HEDDLE_REFERENCE("parboil/spmv")(ReferenceMemory& memory) {
    struct Entry {
        std::size_t column;
        double value;
    };
    const auto length = memory.buffer<std::int32_t>("LENGTH");
    const auto data = memory.buffer<float>("DATA");
    const auto column = memory.buffer<std::int32_t>("COLUMN");
    const auto permutation = memory.buffer<std::int32_t>("PERMUTATION");
    const auto x = memory.buffer<float>("X");
    const auto y = memory.buffer<float>("Y");
    const std::size_t unit = memory.integer("UNIT");
    std::vector<std::vector<Entry>> rows(y.size());
    std::size_t at = 0;
    for (std::int32_t k = 0; k < length[0]; ++k)
        for (std::size_t sorted = 0; sorted < rows.size() && length[sorted / unit] > k; ++sorted, ++at)
            rows[permutation[sorted]].push_back({static_cast<std::size_t>(column[at]), data[at]});
    for (std::size_t r = 0; r < rows.size(); ++r) {
        double sum = 0;
        for (const Entry& entry : rows[r]) sum += entry.value * x[entry.column];
        y[r] = static_cast<float>(sum);
    }
}

}  // namespace heddle
