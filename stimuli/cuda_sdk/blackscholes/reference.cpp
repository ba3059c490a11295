#include <cmath>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

double normal_distribution(double d) {
    return 0.5 * std::erfc(-d / std::sqrt(2.0));
}

}  // namespace

HEDDLE_REFERENCE("cuda_sdk/blackscholes")(ReferenceMemory& memory) {
    const double rate = memory.real("RATE"), volatility = memory.real("VOLATILITY");
    auto stock = memory.buffer<float>("STOCK"), strike = memory.buffer<float>("STRIKE");
    auto years = memory.buffer<float>("YEARS"), call = memory.buffer<float>("CALL"), put = memory.buffer<float>("PUT");
    for (std::int64_t i = 0; i < memory.integer("OPTIONS"); ++i) {
        const double s = stock[i], x = strike[i], t = years[i];
        const double deviation = volatility * std::sqrt(t);
        const double d1 = (std::log(s / x) + (rate + volatility * volatility / 2) * t) / deviation;
        const double d2 = d1 - deviation;
        const double present_strike = x * std::exp(-rate * t);
        call[i] = static_cast<float>(s * normal_distribution(d1) - present_strike * normal_distribution(d2));
        put[i] = static_cast<float>(present_strike * normal_distribution(-d2) - s * normal_distribution(-d1));
    }
}

}  // namespace heddle
