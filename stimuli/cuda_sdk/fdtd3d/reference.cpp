#include <cstdint>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

constexpr int radius = 4;
constexpr double coefficient = 0.1;  // the same for the centre and every distance, as in the SDK

struct Volume {
    std::int64_t nx, ny, nz, lead;  // inner points in each direction; words in front of the volume
    std::int64_t row() const { return nx + 2 * radius; }
    std::int64_t plane() const { return row() * (ny + 2 * radius); }
    std::int64_t index(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return lead + (z + radius) * plane() + (y + radius) * row() + x + radius;
    }
};

double star(const Volume& volume, const float* centre) {
    double sum = *centre;
    for (const std::int64_t stride : {std::int64_t{1}, volume.row(), volume.plane()}) {
        for (int i = 1; i <= radius; ++i) sum += double(centre[i * stride]) + centre[-i * stride];
    }
    return coefficient * sum;
}

void step(const Volume& volume, const float* in, float* out) {
    for (std::int64_t z = 0; z < volume.nz; ++z) {
        for (std::int64_t y = 0; y < volume.ny; ++y) {
            for (std::int64_t x = 0; x < volume.nx; ++x) {
                const auto i = volume.index(x, y, z);
                out[i] = static_cast<float>(star(volume, in + i));
            }
        }
    }
}

}  // namespace

HEDDLE_REFERENCE("cuda_sdk/fdtd3d")(ReferenceMemory& memory) {
    const Volume volume{memory.integer("NX"), memory.integer("NY"), memory.integer("NZ"), memory.integer("LEAD")};
    auto a = memory.buffer<float>("A"), b = memory.buffer<float>("B");
    for (std::int64_t pair = 0; pair < memory.integer("STEP_PAIRS"); ++pair) {
        step(volume, a.data(), b.data());
        step(volume, b.data(), a.data());
    }
}

}  // namespace heddle
