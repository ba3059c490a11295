#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

constexpr double pi = 3.14159265358979323846;

// The linear congruential generator of the benchmark, with its 32-bit overflow.
double uniform(std::int32_t& seed) {
    const auto product = static_cast<std::uint32_t>(seed) * 1103515245u + 12345u;
    seed = static_cast<std::int32_t>(product) % 0x7fffffff;
    return std::abs(seed / 2147483647.0);
}

// Box and Muller.
double normal(std::int32_t& seed) {
    const double radius = std::sqrt(-2 * std::log(uniform(seed)));
    return radius * std::cos(2 * pi * uniform(seed));
}

struct Film {
    ReferenceBuffer<std::uint8_t> pixels;
    ReferenceBuffer<std::int32_t> object;
    std::int64_t size, frames;

    // The element of a pixel of the object around (x, y); a number beyond the film means its first pixel.
    std::int64_t element(double x, double y, std::int64_t frame, std::size_t pixel) const {
        const auto column = static_cast<std::int64_t>(x) + object[2 * pixel + 1];
        const auto row = static_cast<std::int64_t>(y) + object[2 * pixel];
        const auto result = std::abs((column * size + row) * frames + frame);
        return result < static_cast<std::int64_t>(pixels.size()) ? result : 0;
    }
};

// The logarithm of how much likelier the pixels are those of the object than those of the background.
double log_likelihood(const Film& film, const std::int32_t* elements, std::size_t count) {
    double sum = 0;
    for (std::size_t p = 0; p < count; ++p) {
        const double pixel = film.pixels[elements[p]];
        sum += ((pixel - 100) * (pixel - 100) - (pixel - 228) * (pixel - 228)) / 50;
    }
    return sum / static_cast<double>(count);
}

// Each of the evenly spaced u takes the first particle at which the distribution function reaches it.
std::vector<std::size_t> draw(const ReferenceBuffer<double>& distribution, double first_u) {
    const std::size_t count = distribution.size();
    std::vector<std::size_t> drawn;
    for (std::size_t i = 0; i < count; ++i) {
        const double u = first_u + static_cast<double>(i) / static_cast<double>(count);
        const std::size_t found = std::lower_bound(distribution.begin(), distribution.end(), u) - distribution.begin();
        drawn.push_back(std::min(found, count - 1));
    }
    return drawn;
}

void track(ReferenceMemory& memory, const Film& film, std::int64_t frame) {
    const auto seed = memory.buffer<std::int32_t>("SEED"), index = memory.buffer<std::int32_t>("INDEX");
    const auto x = memory.buffer<double>("XJ"), y = memory.buffer<double>("YJ");
    const auto weight = memory.buffer<double>("WEIGHT"), distribution = memory.buffer<double>("CDF");
    const auto likelihood = memory.buffer<double>("LIKELIHOOD");
    const std::size_t particles = x.size(), object_pixels = film.object.size() / 2;
    std::vector<double> moved_x, moved_y;
    for (std::size_t i = 0; i < particles; ++i) {
        moved_x.push_back(x[i] + 1 + 5 * normal(seed[i]));
        moved_y.push_back(y[i] - 2 + 2 * normal(seed[i]));
        std::int32_t* const elements = &index[i * object_pixels];
        for (std::size_t p = 0; p < object_pixels; ++p)
            elements[p] = static_cast<std::int32_t>(film.element(moved_x[i], moved_y[i], frame, p));
        likelihood[i] = log_likelihood(film, elements, object_pixels);
        weight[i] = std::exp(likelihood[i]);
    }
    const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
    for (double& w : weight) w /= sum;
    std::partial_sum(weight.begin(), weight.end(), distribution.begin());
    std::int32_t first_seed = seed[0];  // drawing does not advance it
    const auto drawn = draw(distribution, uniform(first_seed) / static_cast<double>(particles));
    for (std::size_t i = 0; i < particles; ++i) {
        x[i] = moved_x[drawn[i]];
        y[i] = moved_y[drawn[i]];
    }
}

}  // namespace

HEDDLE_REFERENCE("rodinia/particlefilter")(ReferenceMemory& memory) {
    const Film film{memory.buffer<std::uint8_t>("FILM"), memory.buffer<std::int32_t>("OBJECT"), memory.integer("SIZE"),
                    memory.integer("FRAMES")};
    for (std::int64_t frame = 1; frame < film.frames; ++frame) track(memory, film, frame);
}

}  // namespace heddle
