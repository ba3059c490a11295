#include <cmath>

#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("silicon/bsc1m")(ReferenceMemory& memory) {
    const auto n = memory.integer("N");
    const auto outputs = memory.integer("LAST") - memory.integer("FIRST") + 1;
    const auto stock = memory.buffer<float>("STOCK"), strike = memory.buffer<float>("STRIKE");
    const auto price = memory.buffer<float>("PRICE");
    for (std::int64_t i = 0; i < n; ++i) {
        const double s = stock[i], x = strike[i], d = std::log(s / x);
        const double expected = s / (1 + std::exp(-1.7 * d)) - x * std::exp(-d * d / 2);
        for (std::int64_t output = 0; output < outputs; ++output) price[output * n + i] = static_cast<float>(expected);
    }
}

}  // namespace heddle
