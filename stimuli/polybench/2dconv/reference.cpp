#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("polybench/2dconv")(ReferenceMemory& memory) {
    const auto rows = memory.integer("NI"), columns = memory.integer("NJ");
    const auto image = memory.buffer<float>("A");
    const auto result = memory.buffer<float>("B");
    constexpr double weights[3][3] = {{0.2, 0.5, -0.8}, {-0.3, 0.6, -0.9}, {0.4, 0.7, 0.1}};
    for (std::int64_t i = 1; i < rows - 1; ++i)
        for (std::int64_t j = 1; j < columns - 1; ++j) {
            double sum = 0;
            for (int di = -1; di <= 1; ++di)
                for (int dj = -1; dj <= 1; ++dj) sum += weights[di + 1][dj + 1] * image[(i + di) * columns + j + dj];
            result[i * columns + j] = static_cast<float>(sum);
        }
}

}  // namespace heddle
