#include "../layer.h"

namespace heddle {

HEDDLE_REFERENCE("tango/alexnet")(ReferenceMemory& memory) {
    using namespace tango;
    const auto biased_relu = [](const ReferenceBuffer<float>& bias) {
        return [bias](std::int64_t map, double sum) { return std::max(0.0, sum + bias[map]); };
    };
    const auto edge1 = memory.integer("EDGE1"), edge3 = memory.integer("EDGE3");
    const Layer conv1{3,
                      edge1,
                      memory.integer("MAPS1"),
                      memory.integer("WINDOW1"),
                      memory.integer("STRIDE1"),
                      0,
                      memory.integer("ROWS1"),
                      memory.integer("COLUMNS1")};
    convolve(conv1, memory.buffer<float>("PIXELS"), Pixels{edge1, 3}, memory.buffer<float>("WEIGHTS1"),
             memory.buffer<float>("CONV1"), memory.integer("OUT1"), 0, biased_relu(memory.buffer<float>("BIAS1")));
    const Layer conv3{memory.integer("CHANNELS3"), edge3, memory.integer("MAPS3"), 3, 1, 1, edge3, edge3};
    convolve(conv3, memory.buffer<float>("PLANES3"), Planes{edge3}, memory.buffer<float>("WEIGHTS3"),
             memory.buffer<float>("CONV3"), edge3, 0, biased_relu(memory.buffer<float>("BIAS3")));
}

}  // namespace heddle
