#include <cmath>

#include "heddle/references/reference.h"

namespace heddle {

// Coulomb's law: each point of the plane z = 0 has the sum of charge / distance over all atoms, in double.
HEDDLE_REFERENCE("parboil/cp")(ReferenceMemory& memory) {
    struct Atom {
        float x, y, z, charge;
    };
    const auto atoms = memory.buffer<float>("ATOM"), energy = memory.buffer<float>("ENERGY");
    const std::size_t width = memory.integer("WIDTH");
    const double spacing = memory.real("SPACING");
    for (std::size_t point = 0; point < energy.size(); ++point) {
        const std::size_t row = point / width, column = point % width;
        const double x = spacing * static_cast<double>(column), y = spacing * static_cast<double>(row);
        double sum = energy[point];
        for (std::size_t a = 0; a < atoms.size(); a += 4) {
            const Atom atom{atoms[a], atoms[a + 1], atoms[a + 2], atoms[a + 3]};
            sum += atom.charge / std::hypot(x - atom.x, y - atom.y, atom.z);
        }
        energy[point] = static_cast<float>(sum);
    }
}

}  // namespace heddle
