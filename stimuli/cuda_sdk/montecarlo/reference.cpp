#include <algorithm>
#include <cmath>

#include "heddle/references/reference.h"

namespace heddle {

// Mean of the discounted pay-off over all paths, and half the width of its interval of 95 %.
HEDDLE_REFERENCE("cuda_sdk/montecarlo")(ReferenceMemory& memory) {
    const double rate = memory.real("RATE"), volatility = memory.real("VOLATILITY");
    auto samples = memory.buffer<float>("SAMPLES"), stock = memory.buffer<float>("STOCK");
    auto strike = memory.buffer<float>("STRIKE"), price = memory.buffer<float>("PRICE");
    auto confidence = memory.buffer<float>("CONFIDENCE");
    auto years = memory.buffer<double>("YEARS");
    const double paths = double(samples.size());
    for (std::size_t option = 0; option < price.size(); ++option) {
        const double drift = (rate - volatility * volatility / 2) * years[option];
        const double deviation = volatility * std::sqrt(years[option]);
        double sum = 0, squares = 0;
        for (const float sample : samples) {
            const double value = std::max(stock[option] * std::exp(drift + deviation * sample) - strike[option], 0.0);
            sum += value;
            squares += value * value;
        }
        const double mean = sum / paths, variance = (squares - sum * mean) / (paths - 1);
        const double discount = std::exp(-rate * years[option]);
        price[option] = float(discount * mean);
        confidence[option] = float(discount * 1.96 * std::sqrt(variance / paths));
    }
}

}  // namespace heddle
