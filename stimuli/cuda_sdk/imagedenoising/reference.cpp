#include <cmath>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

struct Picture {
    const float* corner;
    std::int64_t pitch;
    double at(std::int64_t x, std::int64_t y) const { return corner[y * pitch + x]; }
};

// Sum of squared differences between the patches around two pixels.
double patch_distance(const Picture& picture, std::int64_t patch, std::int64_t x0, std::int64_t y0, std::int64_t x1,
                      std::int64_t y1) {
    double sum = 0;
    for (auto dy = -patch; dy <= patch; ++dy) {
        for (auto dx = -patch; dx <= patch; ++dx) {
            sum += std::pow(picture.at(x0 + dx, y0 + dy) - picture.at(x1 + dx, y1 + dy), 2);
        }
    }
    return sum;
}

double denoised(const ReferenceMemory& memory, const Picture& picture, std::int64_t x, std::int64_t y) {
    const auto window = memory.integer("WINDOW"), patch = memory.integer("PATCH");
    const double noise = memory.real("NOISE"), share = memory.real("INVERSE_WINDOW_AREA");
    double sum = 0, weights = 0, similar = 0;
    for (auto dy = -window; dy <= window; ++dy) {
        for (auto dx = -window; dx <= window; ++dx) {
            const double distance = patch_distance(picture, patch, x, y, x + dx, y + dy);
            const double weight = std::exp(-(distance * noise + double(dx * dx + dy * dy) * share));
            sum += weight * picture.at(x + dx, y + dy);
            weights += weight;
            if (weight > memory.real("WEIGHT_THRESHOLD")) similar += share;
        }
    }
    const double mean = sum / weights, blend = memory.real("BLEND");
    const double own = similar > memory.real("COUNT_THRESHOLD") ? blend : 1 - blend;
    return mean + (picture.at(x, y) - mean) * own;
}

}  // namespace

HEDDLE_REFERENCE("cuda_sdk/imagedenoising")(ReferenceMemory& memory) {
    const auto width = memory.integer("W"), height = memory.integer("H"), border = memory.integer("BORDER");
    auto image = memory.buffer<float>("IMAGE"), result = memory.buffer<float>("RESULT");
    const Picture picture{image.data(), memory.integer("PITCH")};
    for (std::int64_t y = 0; y < height; ++y) {
        for (std::int64_t x = 0; x < width; ++x) {
            result[y * width + x] = float(denoised(memory, picture, x + border, y + border));
        }
    }
}

}  // namespace heddle
