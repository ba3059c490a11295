// Static warp limiting: only the oldest warps of a scheduler may issue (MECHANISMS 2.4). Warps that wait at a barrier
// do not count, because the warps they wait for could otherwise never issue. Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle {

class WarpLimiter {
public:
    explicit WarpLimiter(unsigned limit) : limit_(limit) {}

    std::uint64_t allowed() const { return allowed_; }
    void add(unsigned slot) {
        by_age_.push_back(slot);
        choose();
    }
    void remove(unsigned slot) {
        by_age_.erase(std::remove(by_age_.begin(), by_age_.end(), slot), by_age_.end());
        paused_ &= ~(std::uint64_t{1} << slot);
        choose();
    }
    void pause(unsigned slot) {
        paused_ |= std::uint64_t{1} << slot;
        choose();
    }
    void resume(unsigned slot) {
        paused_ &= ~(std::uint64_t{1} << slot);
        choose();
    }

private:
    void choose() {
        allowed_ = 0;
        unsigned count = 0;
        for (unsigned slot : by_age_) {
            if (count == limit_) break;
            if (paused_ >> slot & 1) continue;
            allowed_ |= std::uint64_t{1} << slot;
            ++count;
        }
    }
    const unsigned limit_;
    std::vector<unsigned> by_age_;
    std::uint64_t paused_ = 0, allowed_ = 0;
};

}  // namespace heddle
