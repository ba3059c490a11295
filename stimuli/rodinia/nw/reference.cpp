#include <algorithm>

#include "heddle/references/reference.h"

namespace heddle {

// The recurrence of Needleman and Wunsch: the best of a pair and of a gap in either sequence.
HEDDLE_REFERENCE("rodinia/nw")(ReferenceMemory& memory) {
    const auto pitch = memory.integer("PITCH"), penalty = memory.integer("PENALTY");
    auto similarity = memory.buffer<std::int32_t>("SIMILARITY"), score = memory.buffer<std::int32_t>("SCORE");
    for (std::int64_t row = 1; row < pitch; ++row) {
        for (std::int64_t column = 1; column < pitch; ++column) {
            const auto here = row * pitch + column;
            const std::int64_t pair = score[here - pitch - 1] + similarity[here];
            const std::int64_t gap = std::max(score[here - 1], score[here - pitch]) - penalty;
            score[here] = static_cast<std::int32_t>(std::max(pair, gap));
        }
    }
}

}  // namespace heddle
