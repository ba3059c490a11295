#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("rodinia/kmeans")(ReferenceMemory& memory) {
    const auto points = memory.integer("POINTS"), features = memory.integer("FEATURES");
    const auto clusters = memory.integer("CLUSTERS");
    const auto feature = memory.buffer<float>("FEATURE"), by_feature = memory.buffer<float>("BY_FEATURE");
    const auto centroid = memory.buffer<float>("CENTROID");
    const auto membership = memory.buffer<std::int32_t>("MEMBERSHIP");
    for (std::int64_t p = 0; p < points; ++p) {
        double least = 0;
        for (std::int64_t c = 0; c < clusters; ++c) {
            double squared_distance = 0;
            for (std::int64_t f = 0; f < features; ++f) {
                const double difference = double(feature[p * features + f]) - centroid[c * features + f];
                squared_distance += difference * difference;
            }
            // Of centroids equally near, the first.
            if (c > 0 && squared_distance >= least) continue;
            least = squared_distance;
            membership[p] = std::int32_t(c);
        }
        for (std::int64_t f = 0; f < features; ++f) by_feature[f * points + p] = feature[p * features + f];
    }
}

}  // namespace heddle
