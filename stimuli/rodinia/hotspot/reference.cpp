#include <algorithm>
#include <vector>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

// Heat flows between neighbouring cells, into the surroundings at 80 degrees, and from the power spent in the cell. No
// heat passes the edge of the chip: there a cell meets a neighbour as warm as itself.
std::vector<float> time_step(const std::vector<float>& old, const ReferenceMemory& memory,
                             const ReferenceBuffer<float>& power) {
    const auto side = memory.integer("SIDE");
    const double rx = memory.real("RX"), ry = memory.real("RY"), rz = memory.real("RZ");
    const double step_per_capacity = memory.real("STEP_SECONDS") / memory.real("CAPACITY");
    const auto at = [&](std::int64_t row, std::int64_t column) -> double {
        return old[std::clamp<std::int64_t>(row, 0, side - 1) * side + std::clamp<std::int64_t>(column, 0, side - 1)];
    };
    std::vector<float> now(old.size());
    for (std::int64_t row = 0; row < side; ++row)
        for (std::int64_t column = 0; column < side; ++column) {
            const double here = at(row, column);
            const double flow = (at(row - 1, column) - here) / ry + (at(row + 1, column) - here) / ry +
                                (at(row, column - 1) - here) / rx + (at(row, column + 1) - here) / rx +
                                (80.0 - here) / rz;
            now[row * side + column] = float(here + step_per_capacity * (power[row * side + column] + flow));
        }
    return now;
}

}  // namespace

HEDDLE_REFERENCE("rodinia/hotspot")(ReferenceMemory& memory) {
    const auto power = memory.buffer<float>("POWER"), temperature = memory.buffer<float>("TEMPERATURE");
    const auto steps = memory.integer("STEPS"), pyramid = memory.integer("PYRAMID");
    std::vector<float> now(temperature.begin(), temperature.begin() + power.size());
    for (std::int64_t step = 1; step <= steps; ++step) {
        now = time_step(now, memory, power);
        // Each launch leaves its last step in the half that the launch before did not write.
        const auto launch = (step - 1) / pyramid;
        if (step % pyramid == 0 || step == steps)
            std::copy(now.begin(), now.end(), temperature.begin() + (launch + 1) % 2 * memory.integer("PLANE"));
    }
}

}  // namespace heddle
