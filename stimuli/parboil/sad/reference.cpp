#include <cstdlib>

#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("parboil/sad")(ReferenceMemory& memory) {
    const auto width = memory.integer("W"), height = memory.integer("H"), range = memory.integer("RANGE");
    const auto reach = memory.integer("REACH"), padded = memory.integer("PADDED"), pitch = memory.integer("PITCH");
    auto current = memory.buffer<std::uint8_t>("CURRENT"), other = memory.buffer<std::uint8_t>("OTHER");
    auto sads = memory.buffer<std::uint32_t>("SADS");
    for (auto& pair : sads) pair = 0;
    for (std::int64_t y = 0; y < height; ++y) {
        for (std::int64_t x = 0; x < width; ++x) {
            const auto in_macroblock = y % 16 / 4 * 4 + x % 16 / 4;
            const auto block = (y / 16 * (width / 16) + x / 16) * 16 + in_macroblock;
            for (std::int64_t dy = -range; dy <= range; ++dy) {
                for (std::int64_t dx = -range; dx <= range; ++dx) {
                    const int there = other[(y + dy + range) * pitch + x + dx + range];
                    const auto place = block * padded + (dy + range) * reach + dx + range;
                    const auto difference = static_cast<std::uint32_t>(std::abs(current[y * width + x] - there));
                    sads[place / 2] += difference << (place % 2 * 16);
                }
            }
        }
    }
}

}  // namespace heddle
