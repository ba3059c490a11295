// A nameless temporary file for decoded blocks that the simulation does not need yet.
#pragma once

#include <cstdint>

#include "heddle/stimulus/trace/block.h"

namespace heddle::traces {

class SpillFile {
public:
    struct Place {
        std::uint64_t offset = 0;
        std::uint64_t words = 0;
    };

    SpillFile() = default;
    SpillFile(const SpillFile&) = delete;
    SpillFile& operator=(const SpillFile&) = delete;
    ~SpillFile();

    // Throw InputError if the folder for temporary files cannot take it.
    Place write(const Block& block);
    // `block` has as many warps already.
    void read(const Place& place, Block& block) const;

private:
    void open();

    int descriptor_ = -1;
    std::uint64_t end_ = 0;
};

}  // namespace heddle::traces
