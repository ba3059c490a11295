#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("silicon/cv2048")(ReferenceMemory& memory) {
    const auto n = memory.integer("N");
    const auto outputs = memory.integer("LAST") - memory.integer("FIRST") + 1;
    const auto image = memory.buffer<float>("A"), result = memory.buffer<float>("B");
    constexpr double weights[3][3] = {{0.2, 0.5, -0.8}, {-0.3, 0.6, -0.9}, {0.4, 0.7, 0.1}};
    for (std::int64_t i = 1; i < n - 1; ++i)
        for (std::int64_t j = 1; j < n - 1; ++j) {
            double sum = 0;
            for (int di = -1; di <= 1; ++di)
                for (int dj = -1; dj <= 1; ++dj) sum += weights[di + 1][dj + 1] * image[(i + di) * n + j + dj];
            for (std::int64_t output = 0; output < outputs; ++output)
                result[(output * n + i) * n + j] = static_cast<float>(sum);
        }
}

}  // namespace heddle
