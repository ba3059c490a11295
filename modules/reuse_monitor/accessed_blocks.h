// Plain C++: which CTA accessed each block of memory last.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/cache/line_index.h"

namespace heddle {

enum class Reuse : std::uint8_t { first_access, same_cta, other_cta };

class AccessedBlocks {
public:
    // Says whether the block was accessed before and by whom, and notes the CTA as its last accessor.
    Reuse access(std::uint64_t block, std::uint32_t cta);
    void clear();
    std::size_t blocks() const { return entries_.size(); }

private:
    struct Entry {
        std::uint64_t block;
        std::uint32_t cta;
    };
    static constexpr unsigned first_room = 1024;

    void add(const Entry& entry);

    std::vector<Entry> entries_;
    unsigned room_ = first_room;  // entries that the index has room for
    LineIndex index_{first_room, 2};
};

}  // namespace heddle
