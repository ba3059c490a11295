// Where executors take a kernel's blocks from: a text that is decoded ahead, or a packed file.
#pragma once

#include "heddle/stimulus/trace/tables.h"

namespace heddle::traces {

// A block while its warps run.
struct ResidentBlock {
    const BlockWarp* warps = nullptr;
    const std::uint32_t* words = nullptr;
    std::unique_ptr<Block> storage;  // null if the words lie in a mapped file
};

class BlockSource {
public:
    virtual ~BlockSource() = default;

    virtual const DecodedTables& tables() const = 0;
    // May be called by several threads, in any order of blocks. Throws InputError if the block cannot be had.
    virtual ResidentBlock take(std::uint32_t cta) = 0;
    virtual void give_back(ResidentBlock block) = 0;
};

}  // namespace heddle::traces
