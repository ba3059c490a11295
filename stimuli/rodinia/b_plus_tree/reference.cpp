#include <iterator>
#include <map>

#include "heddle/references/reference.h"

namespace heddle {

// A map from key to record, filled from the leaves, answers the searches.
HEDDLE_REFERENCE("rodinia/b_plus_tree")(ReferenceMemory& memory) {
    const auto nodes = memory.buffer<std::int32_t>("NODE");
    const auto records = memory.buffer<std::int32_t>("RECORD");
    const std::size_t words = memory.integer("NODE_WORDS"), order = memory.integer("ORDER");
    std::map<std::int32_t, std::int32_t> record_of;
    for (std::size_t node = memory.integer("FIRST_LEAF") * words; node < nodes.size(); node += words)
        for (std::int32_t k = 0; k < nodes[node + words - 1]; ++k)
            record_of.emplace_hint(record_of.end(), nodes[node + order + 2 + k], nodes[node + 1 + k]);

    const auto keys = memory.buffer<std::int32_t>("K_KEY");
    const auto answers = memory.buffer<std::int32_t>("K_ANSWER");
    for (std::size_t q = 0; q < keys.size(); ++q) {
        const auto found = record_of.find(keys[q]);
        if (found != record_of.end()) answers[q] = records[found->second];
    }
    const auto first = memory.buffer<std::int32_t>("RANGE_FIRST");
    const auto last = memory.buffer<std::int32_t>("RANGE_LAST");
    const auto start = memory.buffer<std::int32_t>("RANGE_START");
    const auto length = memory.buffer<std::int32_t>("RANGE_LENGTH");
    for (std::size_t q = 0; q < first.size(); ++q) {
        const auto begin = record_of.find(first[q]), end = record_of.upper_bound(last[q]);
        start[q] = begin->second;
        length[q] = static_cast<std::int32_t>(std::distance(begin, end));
    }
}

}  // namespace heddle
