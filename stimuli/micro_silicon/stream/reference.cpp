#include <algorithm>

#include "heddle/references/reference.h"

namespace heddle {

// Every word is 1 and every thread reads as many as any other.
HEDDLE_REFERENCE("micro_silicon/stream")(ReferenceMemory& memory) {
    auto sums = memory.buffer<std::uint32_t>("SUMS");
    const std::int64_t read = memory.integer("WORDS") * memory.integer("PASSES");
    std::fill(sums.begin(), sums.end(), static_cast<std::uint32_t>(read / static_cast<std::int64_t>(sums.size())));
    auto written = memory.buffer<std::uint32_t>("TO");
    for (std::size_t i = 0; i < written.size(); ++i) written[i] = static_cast<std::uint32_t>(i);
    auto copy = memory.buffer<std::uint32_t>("COPY");
    std::fill(copy.begin(), copy.end(), 1u);
}

}  // namespace heddle
