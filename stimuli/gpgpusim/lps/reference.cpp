#include <cstdint>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

struct Box {
    std::int64_t nx, ny, nz, pitch;
    std::int64_t index(std::int64_t x, std::int64_t y, std::int64_t z) const { return (z * ny + y) * pitch + x; }
    bool inside(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1;
    }
};

// Inner points become the mean of their six neighbours, points of the border stay.
void jacobi(const Box& box, const float* old, float* now) {
    for (std::int64_t x = 0; x < box.nx; ++x) {
        for (std::int64_t y = 0; y < box.ny; ++y) {
            for (std::int64_t z = 0; z < box.nz; ++z) {
                const auto at = box.index(x, y, z);
                now[at] = old[at];
                if (!box.inside(x, y, z)) continue;
                double sum = 0;
                for (const std::int64_t step : {std::int64_t{1}, box.pitch, box.pitch * box.ny}) {
                    sum += double(old[at - step]) + old[at + step];
                }
                now[at] = static_cast<float>(sum / 6);
            }
        }
    }
}

}  // namespace

HEDDLE_REFERENCE("gpgpusim/lps")(ReferenceMemory& memory) {
    const Box box{memory.integer("NX"), memory.integer("NY"), memory.integer("NZ"), memory.integer("PITCH")};
    const auto a = memory.buffer<float>("A"), b = memory.buffer<float>("B");
    for (std::int64_t pair = 0; pair < memory.integer("STEP_PAIRS"); ++pair) {
        jacobi(box, a.data(), b.data());
        jacobi(box, b.data(), a.data());
    }
    for (std::int64_t step = 0; step < memory.integer("ODD_STEPS"); ++step) jacobi(box, a.data(), b.data());
}

}  // namespace heddle
