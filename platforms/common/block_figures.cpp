#include "heddle/platforms/common/block_figures.h"

#include <algorithm>
#include <numeric>

#include "heddle/base/ratio.h"
#include "heddle/base/ticked.h"

namespace heddle {
namespace {

Use use_of(const std::vector<double>& values) {
    if (values.empty()) return {};
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return {*std::max_element(values.begin(), values.end()), sum / static_cast<double>(values.size()),
            static_cast<unsigned>(values.size())};
}

}  // namespace

double BlockFigures::own_cycles(const Block& block) const {
    const auto* ticked = dynamic_cast<const Ticked*>(&block);
    return ticked ? end_.time / ticked->domain().period() : 0;
}

std::vector<double> BlockFigures::per_cycle(const BlockFilter& blocks, const std::vector<std::string>& counters) const {
    std::vector<double> values;
    std::size_t first = 0;  // of the block's counters, in the snapshot
    for (const Block* block : statistics_.blocks()) {
        const std::vector<NamedCounter>& named = block->counters();
        if (!named.empty() && blocks.matches(*block)) {
            bool any = false;
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i < named.size(); ++i) {
                if (std::find(counters.begin(), counters.end(), named[i].name()) == counters.end()) continue;
                any = true;
                sum += end_.values[first + i];
            }
            if (any) values.push_back(ratio(sum, own_cycles(*block)));
        }
        first += named.size();
    }
    return values;
}

Use BlockFigures::use(const BlockFilter& blocks, const std::vector<std::string>& counters, double capacity) const {
    std::vector<double> values = per_cycle(blocks, counters);
    for (double& value : values) value /= capacity;
    return use_of(values);
}

Use BlockFigures::buckets(const BlockFilter& blocks, const std::string& histogram, double cycles_each) const {
    std::vector<double> values;
    for (const Block* block : statistics_.blocks()) {
        if (!blocks.matches(*block)) continue;
        for (const Histogram* candidate : block->histograms())
            if (histogram == candidate->name())
                for (const std::uint64_t count : candidate->counts())
                    values.push_back(ratio(static_cast<double>(count) * cycles_each, own_cycles(*block)));
    }
    return use_of(values);
}

}  // namespace heddle
