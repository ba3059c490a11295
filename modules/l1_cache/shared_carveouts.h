// Plain C++: how much of its storage an L1 can give to shared memory. Since Volta both share one storage, and shared
// memory takes one of a few sizes of it, the carve-outs (CUDA C Programming Guide, "Compute Capabilities").
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "heddle/base/parameters.h"
#include "heddle/base/word_list.h"

namespace heddle {

class SharedCarveouts {
public:
    // `list` has sizes in KB with commas between them, or is "none"; `key` is for the message if it is neither.
    SharedCarveouts(const std::string& list, const std::string& key) {
        if (list == "none") return;
        for (const std::string& word : words_of(list)) {
            require(
                is_number(word, 5), key,
                "is '" + list + "', expected sizes in KB with commas between them, such as 0,8,16,32,64,96, or none");
            bytes_.push_back(static_cast<unsigned>(std::stoul(word)) * 1024);
        }
        std::sort(bytes_.begin(), bytes_.end());
    }

    bool none() const { return bytes_.empty(); }
    unsigned largest() const { return bytes_.back(); }
    // The smallest carve-out of at least so many bytes.
    std::optional<unsigned> least(unsigned bytes) const {
        const auto found = std::lower_bound(bytes_.begin(), bytes_.end(), bytes);
        return found == bytes_.end() ? std::nullopt : std::optional(*found);
    }

    // Each has to leave an L1 of at least one way in each set, and whole ways: `way_bytes` is one way of all sets.
    void validate(unsigned size_bytes, unsigned way_bytes, const std::string& key) const {
        for (unsigned bytes : bytes_)
            require(bytes < size_bytes && (size_bytes - bytes) % way_bytes == 0, key,
                    "has " + std::to_string(bytes / 1024) + " KB, which leaves no L1 of whole ways: of " +
                        std::to_string(size_bytes) + " bytes a multiple of " + std::to_string(way_bytes) +
                        " (one way of all sets) has to be left; none: the L1 has storage of its own");
    }

private:
    std::vector<unsigned> bytes_;  // ascending
};

}  // namespace heddle
