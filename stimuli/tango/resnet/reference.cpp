#include "../layer.h"

namespace heddle {

HEDDLE_REFERENCE("tango/resnet")(ReferenceMemory& memory) {
    using namespace tango;
    const auto unchanged = [](std::int64_t, double sum) { return sum; };
    const auto edge = memory.integer("EDGE"), split = memory.integer("SPLIT");
    convolve(
        {memory.integer("CHANNELS1"), edge, memory.integer("MAPS1"), 1, 1, 0, edge, split * memory.integer("THREADS1")},
        memory.buffer<float>("POOL"), Planes{edge}, memory.buffer<float>("WEIGHTS1"), memory.buffer<float>("BRANCH1"),
        edge, 0, unchanged);
    convolve(
        {memory.integer("CHANNELS2"), edge, memory.integer("MAPS2"), 3, 1, 1, edge, split * memory.integer("THREADS2")},
        memory.buffer<float>("BRANCH2A"), Planes{edge}, memory.buffer<float>("WEIGHTS2"),
        memory.buffer<float>("BRANCH2B"), edge, 0, unchanged);
}

}  // namespace heddle
