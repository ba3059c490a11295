#include <deque>

#include "heddle/references/reference.h"

namespace heddle {

// A search with a queue.
HEDDLE_REFERENCE("rodinia/bfs")(ReferenceMemory& memory) {
    const auto nodes = memory.buffer<std::int32_t>("NODE");
    const auto targets = memory.buffer<std::int32_t>("TARGET");
    const auto cost = memory.buffer<std::int32_t>("COST");
    const auto visited = memory.buffer<std::uint8_t>("VISITED");
    memory.buffer<std::uint8_t>("MASK")[0] = 0;
    std::deque<std::int32_t> queue{0};
    while (!queue.empty()) {
        const std::int32_t v = queue.front();
        queue.pop_front();
        const std::int32_t first = nodes[2 * v], end = first + nodes[2 * v + 1];
        for (std::int32_t e = first; e < end; ++e) {
            const std::int32_t w = targets[e];
            if (visited[w]) continue;
            visited[w] = 1;
            cost[w] = cost[v] + 1;
            queue.push_back(w);
        }
    }
}

}  // namespace heddle
