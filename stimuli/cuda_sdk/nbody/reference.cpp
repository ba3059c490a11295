#include <cmath>

#include "heddle/references/reference.h"

namespace heddle {

// Newton's law with softening for every pair; bodies beyond the first SOURCES have no mass and attract nothing.
HEDDLE_REFERENCE("cuda_sdk/nbody")(ReferenceMemory& memory) {
    const double seconds = memory.real("SECONDS"), damping = memory.real("DAMPING");
    const auto bodies = memory.integer("BODIES");
    auto old = memory.buffer<float>("OLD"), moved = memory.buffer<float>("NEW");
    auto velocity = memory.buffer<float>("VELOCITY");
    for (std::int64_t body = 0; body < bodies; ++body) {
        double force[3] = {};
        for (std::int64_t other = 0; other < bodies; ++other) {
            const double mass = old[4 * other + 3];
            if (mass == 0) continue;
            double apart[3], square = memory.real("SOFTENING");
            for (int axis = 0; axis < 3; ++axis) {
                apart[axis] = double(old[4 * other + axis]) - old[4 * body + axis];
                square += apart[axis] * apart[axis];
            }
            for (int axis = 0; axis < 3; ++axis) force[axis] += mass * apart[axis] / (square * std::sqrt(square));
        }
        for (int axis = 0; axis < 3; ++axis) {
            const double speed = (velocity[4 * body + axis] + force[axis] * seconds) * damping;
            velocity[4 * body + axis] = float(speed);
            moved[4 * body + axis] = float(old[4 * body + axis] + speed * seconds);
        }
        moved[4 * body + 3] = old[4 * body + 3];
    }
}

}  // namespace heddle
