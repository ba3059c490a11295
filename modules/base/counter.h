// A statistic is a member with name, unit and description. Counts are stored; ratios are derived when written.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/block.h"

namespace heddle {

// What is said about a statistic apart from its value. It stands elsewhere, so that a module's counters lie close
// together: the host's caches are what limits the simulator.
struct StatisticText {
    const char *name, *unit, *description;
};

class Counter {
public:
    Counter(Block& owner, const char* name, const char* unit, const char* description)
        : text_(new StatisticText{name, unit, description}) {
        owner.counters_.push_back(this);
    }
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;

    void operator++() { ++value_; }
    void operator+=(std::uint64_t amount) { value_ += amount; }
    std::uint64_t value() const { return value_; }
    const char* name() const { return text_->name; }
    const char* unit() const { return text_->unit; }
    const char* description() const { return text_->description; }

private:
    std::uint64_t value_ = 0;
    std::unique_ptr<const StatisticText> text_;
};

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
