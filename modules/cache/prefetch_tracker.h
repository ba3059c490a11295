// Whether lines that prefetches brought into a cache were of any use. Plain C++.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>

#include "heddle/cache/line_observer.h"

namespace heddle {

// Stands between a cache's lookup and whoever else observes its lines. A line that a prefetch has asked for is useful
// with the first load that finds it there or on its way, and unused if it is gone before: displaced, dropped, or not
// installed because of a store.
class PrefetchTracker final : public LineObserver {
public:
    // The lookup reports to this one, which tells `next`, if there is one.
    LineObserver* in_front_of(LineObserver* next) {
        next_ = next;
        return this;
    }

    // A prefetch asks the next level for the line; missed() has been called for it already.
    void fetched(std::uint64_t line) { unproven_.emplace(line, false); }
    // A load finds the line; true if it is the first and a prefetch had asked for the line.
    bool found(std::uint64_t line) { return unproven_.erase(line) != 0; }
    // Unused lines since the last call.
    std::uint64_t take_unused() { return std::exchange(unused_, 0); }

    // Of a line that was not installed nobody hears until somebody asks for it again.
    void missed(std::uint64_t line) override {
        const auto at = unproven_.find(line);
        if (at != unproven_.end() && !at->second) lose(line);
        if (next_) next_->missed(line);
    }
    void installed(std::uint64_t line) override {
        const auto at = unproven_.find(line);
        if (at != unproven_.end()) at->second = true;
        if (next_) next_->installed(line);
    }
    void dropped(std::uint64_t line) override {
        lose(line);
        if (next_) next_->dropped(line);
    }
    void dropped_all() override {
        unused_ += unproven_.size();
        unproven_.clear();
        if (next_) next_->dropped_all();
    }

private:
    void lose(std::uint64_t line) { unused_ += unproven_.erase(line); }

    LineObserver* next_ = nullptr;
    std::unordered_map<std::uint64_t, bool> unproven_;  // whether the line is in the cache by now
    std::uint64_t unused_ = 0;
};

}  // namespace heddle
