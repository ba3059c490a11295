#include "../layer.h"

namespace heddle {

HEDDLE_REFERENCE("tango/squeezenet")(ReferenceMemory& memory) {
    using namespace tango;
    const auto relu = [](std::int64_t, double sum) { return std::max(0.0, sum); };
    const auto edge = memory.integer("EDGE"), channels = memory.integer("CHANNELS");
    const auto squeeze = memory.integer("SQUEEZE"), expand = memory.integer("EXPAND");
    const auto squeezed = memory.buffer<float>("SQUEEZED"), fire = memory.buffer<float>("FIRE");
    const Planes planes{edge};
    convolve({channels, edge, squeeze, 1, 1, 0, edge, edge}, memory.buffer<float>("POOL"), planes,
             memory.buffer<float>("WEIGHTS_SQUEEZE"), squeezed, edge, 0, relu);
    convolve({squeeze, edge, expand, 1, 1, 0, edge, edge}, squeezed, planes, memory.buffer<float>("WEIGHTS_EXPAND1"),
             fire, edge, 0, relu);
    convolve({squeeze, edge, expand, 3, 1, 1, edge, edge}, squeezed, planes, memory.buffer<float>("WEIGHTS_EXPAND3"),
             fire, edge, expand, relu);
}

}  // namespace heddle
