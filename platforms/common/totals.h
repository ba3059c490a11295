// The chip's figures: which counters of which kinds of block make which total. The one place to change when a block is
// added or renames a counter.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/statistics.h"

namespace heddle {

class Totals {
public:
    Totals(const Statistics& statistics, const Snapshot& snapshot);

    // 0 for a total that no block of this platform feeds. Throws std::logic_error for a name that is not in the table.
    std::uint64_t operator[](const std::string& name) const;
    const std::vector<std::pair<std::string, std::uint64_t>>& all() const { return values_; }

    double ipc() const { return ratio("thread_instructions", "cycles"); }
    // 0 when the denominator is 0.
    double ratio(const std::string& numerator, const std::string& denominator) const;
    double seconds() const { return seconds_; }
    // The part of the time in which a resource was busy: the sum of its busy cycles over what its blocks had.
    double noc_request_utilisation() const { return noc_request_utilisation_; }
    double noc_reply_utilisation() const { return noc_reply_utilisation_; }
    double dram_utilisation() const { return dram_utilisation_; }

private:
    std::vector<std::pair<std::string, std::uint64_t>> values_;
    double seconds_, noc_request_utilisation_, noc_reply_utilisation_, dram_utilisation_;
};

}  // namespace heddle
