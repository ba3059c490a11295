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

std::vector<std::size_t> indices_of(const std::vector<std::string>& names, const std::vector<NamedCounter>& counters) {
    std::vector<std::size_t> indices;
    for (std::size_t index = 0; index < counters.size(); ++index)
        if (std::find(names.begin(), names.end(), counters[index].name()) != names.end()) indices.push_back(index);
    return indices;
}

}  // namespace

double BlockFigures::own_cycles(const Block& block) const {
    const auto* ticked = dynamic_cast<const Ticked*>(&block);
    return ticked ? end_.time / ticked->domain().period() : 0;
}

// Neighbours of one kind have the same counters, which are looked for once.
template <class Visit>
void BlockFigures::for_each_sum(const BlockFilter& blocks, const std::vector<std::string>& counters,
                                Visit visit) const {
    std::vector<std::size_t> wanted;
    std::string kind;
    std::size_t first = 0, size = 0;  // of the block's counters, in the snapshot
    for (const Block* block : statistics_.blocks()) {
        first += size;
        size = block->counters().size();
        if (!size || !blocks.matches(*block)) continue;
        if (kind != block->kind()) wanted = indices_of(counters, block->counters());
        kind = block->kind();
        std::uint64_t sum = 0;
        for (const std::size_t index : wanted) sum += end_.values[first + index];
        if (!wanted.empty()) visit(*block, sum);
    }
}

std::vector<double> BlockFigures::counts(const BlockFilter& blocks, const std::vector<std::string>& counters) const {
    std::vector<double> values;
    for_each_sum(blocks, counters,
                 [&](const Block&, std::uint64_t sum) { values.push_back(static_cast<double>(sum)); });
    return values;
}

double BlockFigures::imbalance(const BlockFilter& blocks, const std::vector<std::string>& counters) const {
    const Use counted = use_of(counts(blocks, counters));
    return ratio(counted.busiest, counted.mean);
}

std::vector<double> BlockFigures::per_cycle(const BlockFilter& blocks, const std::vector<std::string>& counters) const {
    std::vector<double> values;
    for_each_sum(blocks, counters,
                 [&](const Block& block, std::uint64_t sum) { values.push_back(ratio(sum, own_cycles(block))); });
    return values;
}

Use BlockFigures::use(const BlockFilter& blocks, const std::vector<std::string>& counters, double capacity,
                      CyclesOf each) const {
    std::vector<double> values;
    for_each_sum(blocks, counters, [&](const Block& block, std::uint64_t sum) {
        values.push_back(ratio(sum, own_cycles(block) * capacity * parts(block, each)));
    });
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

Use BlockFigures::ports(const BlockFilter& blocks, const std::string& histogram, CyclesOf which) const {
    double count = 0;
    for (const Block* block : statistics_.blocks())
        if (blocks.matches(*block)) count += parts(*block, which);
    const Use all = buckets(blocks, histogram);
    return {all.busiest, ratio(all.mean * all.instances, count), static_cast<unsigned>(count)};
}

}  // namespace heddle
