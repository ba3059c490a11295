#include "heddle/platforms/common/statistics.h"

#include <algorithm>

#include "heddle/base/ticked.h"

namespace heddle {

namespace {

double own_cycles(const Block& block, const Snapshot& snapshot) {
    const auto* ticked = dynamic_cast<const Ticked*>(&block);
    return ticked ? snapshot.time / ticked->domain().period() : 0;
}

double ports(const Block& block, const std::string& kind) {
    double count = 0;
    for (const sc_core::sc_object* child : block.get_child_objects())
        if (kind == child->kind()) ++count;
    return count;
}

}  // namespace

double parts(const Block& block, CyclesOf of) {
    if (of == CyclesOf::blocks) return 1;
    const double inputs = ports(block, "heddle::AtIn"), outputs = ports(block, "heddle::AtOut");
    return of == CyclesOf::inputs ? inputs : of == CyclesOf::outputs ? outputs : std::min(inputs, outputs);
}

// A level is a module right below the machine: its name is the second part of a block's full name.
bool BlockFilter::matches(const Block& block) const {
    if (!kind.empty() && kind != block.kind()) return false;
    if (level.empty()) return true;
    const std::string name = block.name();
    const std::size_t first = name.find('.') + 1, end = first + level.size();
    return first != 0 && name.compare(first, level.size(), level) == 0 && (end == name.size() || name[end] == '.');
}

std::uint64_t largest_counter(const BlockFilter& filter, const std::string& counter) {
    std::uint64_t largest = 0;
    for_each_block(nullptr, [&](const Block& block) {
        if (!filter.matches(block)) return;
        for (const NamedCounter& named : block.counters())
            if (counter == named.name()) largest = std::max(largest, named.value());
    });
    return largest;
}

Statistics::Statistics(sc_core::sc_object* root) {
    for_each_block(root, [&](Block& block) { blocks_.push_back(&block); });
}

Snapshot Statistics::take(Cycle cycle) const {
    Snapshot snapshot{cycle, sc_core::sc_time_stamp(), {}};
    for (Block* block : blocks_) block->settle_counters();
    for (const Block* block : blocks_)
        for (const NamedCounter& counter : block->counters()) snapshot.values.push_back(counter.value());
    return snapshot;
}

Snapshot Statistics::difference(const Snapshot& later, const Snapshot& earlier) {
    Snapshot result{later.cycle - earlier.cycle, later.time - earlier.time, later.values, false};
    for (std::size_t i = 0; i < result.values.size(); ++i) result.values[i] -= earlier.values[i];
    return result;
}

std::vector<std::size_t> Statistics::places(const BlockFilter& filter, const std::string& counter) const {
    std::vector<std::size_t> found;
    std::size_t index = 0;
    for (const Block* block : blocks_) {
        if (filter.matches(*block))
            for (std::size_t i = 0; i < block->counters().size(); ++i)
                if (counter == block->counters()[i].name()) found.push_back(index + i);
        index += block->counters().size();
    }
    return found;
}

std::uint64_t Statistics::sum(const Snapshot& snapshot, const BlockFilter& filter, const std::string& counter) const {
    std::uint64_t total = 0;
    for (const std::size_t place : places(filter, counter)) total += snapshot.values[place];
    return total;
}

const NamedCounter* Statistics::find(const BlockFilter& filter, const std::string& counter) const {
    for (const Block* block : blocks_)
        if (filter.matches(*block))
            for (const NamedCounter& named : block->counters())
                if (counter == named.name()) return &named;
    return nullptr;
}

double Statistics::available_cycles(const Snapshot& snapshot, const BlockFilter& filter, CyclesOf of) const {
    double cycles = 0;
    for (const Block* block : blocks_)
        if (filter.matches(*block)) cycles += parts(*block, of) * own_cycles(*block, snapshot);
    return cycles;
}

}  // namespace heddle
