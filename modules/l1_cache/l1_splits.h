// Loads that wait for several blocks, and so in several MSHR entries: each gets its response with the last block.
#pragma once

#include <vector>

namespace heddle {

class L1Splits {
public:
    static constexpr unsigned none = ~0u;  // of a load that waits for one block

    unsigned open(unsigned blocks) {
        if (free_.empty()) {
            free_.push_back(static_cast<unsigned>(splits_.size()));
            splits_.emplace_back();
        }
        const unsigned split = free_.back();
        free_.pop_back();
        splits_[split] = {blocks, false, 0};
        return split;
    }

    // A block has arrived with a response status. True with the last block, and `status` is then that of the load: if a
    // block failed, so does the load.
    [[nodiscard]] bool block_arrived(unsigned split, int& status, bool failed) {
        if (split == none) return true;
        Split& load = splits_[split];
        if (failed) {
            load.failed = true;
            load.status = status;
        }
        if (--load.outstanding) return false;
        if (load.failed) status = load.status;
        free_.push_back(split);
        return true;
    }

private:
    struct Split {
        unsigned outstanding;
        bool failed;
        int status;  // of the block that failed last
    };
    std::vector<Split> splits_;
    std::vector<unsigned> free_;
};

}  // namespace heddle
