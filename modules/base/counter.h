// A statistic is a member with name, unit and description. Counts are stored; ratios are derived when written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/base/block.h"

namespace heddle {

class Counter {
public:
    Counter(Block& owner, const char* name, const char* unit, const char* description) {
        owner.counters_.emplace_back(*this, name, unit, description);
    }
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;

    void operator++() { ++value_; }
    void operator+=(std::uint64_t amount) { value_ += amount; }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0;
};

inline std::uint64_t NamedCounter::value() const {
    return counter_->value();
}

// Counts by value 0 .. buckets-1; larger values go to the last bucket.
class Histogram {
public:
    Histogram(Block& owner, const char* name, const char* unit, const char* description, unsigned buckets)
        : counts_(buckets, 0), name_(name), unit_(unit), description_(description) {
        owner.histograms_.push_back(this);
    }
    Histogram(const Histogram&) = delete;
    Histogram& operator=(const Histogram&) = delete;

    void add(std::uint64_t value, std::uint64_t amount = 1) {
        counts_[value < counts_.size() ? value : counts_.size() - 1] += amount;
    }
    const std::vector<std::uint64_t>& counts() const { return counts_; }
    const char* name() const { return name_; }
    const char* unit() const { return unit_; }
    const char* description() const { return description_; }

private:
    std::vector<std::uint64_t> counts_;
    const char *name_, *unit_, *description_;
};

}  // namespace heddle
