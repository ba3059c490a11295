#include "heddle/energy/cache_cost.h"

#include <cmath>
#include <iterator>

#include "heddle/base/ratio.h"

namespace heddle {
namespace {

struct CactiResult {
    double bytes;
    double read_nj, write_nj;
    double leakage_mw;
};

constexpr CactiResult cacti[] = {
    {8192, 0.02843, 0.03131, 3.527},   {16384, 0.02961, 0.03616, 6.051},  {32768, 0.03109, 0.04629, 10.988},
    {65536, 0.03507, 0.06595, 20.920}, {131072, 0.04293, 0.10512, 40.74}, {262144, 0.08408, 0.14562, 81.09},
};

// Null outside of the table.
const CactiResult* below(double bytes) {
    for (const CactiResult* result = cacti; result + 1 != std::end(cacti); ++result)
        if (bytes >= result[0].bytes && bytes <= result[1].bytes) return result;
    return nullptr;
}

double between(const CactiResult* result, double CactiResult::*value, double bytes) {
    const double part = std::log(bytes / result[0].bytes) / std::log(result[1].bytes / result[0].bytes);
    return result[0].*value + part * (result[1].*value - result[0].*value);
}

}  // namespace

double queue_overhead(const NodeQueues& queues, double reference_cache_bytes) {
    return ratio(queues.bytes(), reference_cache_bytes);
}

std::optional<double> bank_area_ratio(double bytes, double reference_bytes) {
    constexpr double twice_the_size = 1.84, most_doublings = 3;
    if (bytes <= 0 || reference_bytes <= 0) return std::nullopt;
    const double doublings = std::log2(bytes / reference_bytes);
    if (std::abs(doublings) > most_doublings) return std::nullopt;
    return std::pow(twice_the_size, doublings);
}

std::optional<double> cache_area_ratio(const CacheShape& caches, const CacheShape& reference) {
    const std::optional<double> bank = bank_area_ratio(caches.bytes, reference.bytes);
    if (!bank || !reference.count) return std::nullopt;
    return *bank * caches.count / reference.count;
}

std::optional<AccessEnergy> cache_access_energy(double bytes) {
    const CactiResult* result = below(bytes);
    if (!result) return std::nullopt;
    return AccessEnergy{between(result, &CactiResult::read_nj, bytes) * 1e-9,
                        between(result, &CactiResult::write_nj, bytes) * 1e-9};
}

std::optional<double> cache_leakage_watts(double bytes) {
    const CactiResult* result = below(bytes);
    if (!result) return std::nullopt;
    return between(result, &CactiResult::leakage_mw, bytes) * 1e-3;
}

}  // namespace heddle
