#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("cuda_sdk/histogram")(ReferenceMemory& memory) {
    auto data = memory.buffer<std::uint32_t>("DATA"), histogram = memory.buffer<std::uint32_t>("HISTOGRAM");
    for (const std::uint32_t word : data) {
        for (int shift = 0; shift < 32; shift += 8) ++histogram[word >> shift & 255];
    }
}

}  // namespace heddle
