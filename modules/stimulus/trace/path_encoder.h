// Finds out which warps take the same path.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "heddle/base/host_line.h"
#include "heddle/stimulus/trace/tables.h"

namespace heddle::traces {

class PathEncoder {
public:
    explicit PathEncoder(Paths& paths) : paths_(paths) {}

    // True, and the path's number, if warps share it. A path is shared from its second warp on, as long as there is
    // room: a trace in which every warp goes its own way must not fill memory with paths.
    bool find(const std::vector<std::uint32_t>& path, std::uint32_t address_words, std::uint32_t& number);

private:
    bool add(const std::vector<std::uint32_t>& path, std::uint32_t address_words, std::uint32_t& number);

    Paths& paths_;
    std::unordered_map<std::uint64_t, std::uint32_t> known_;  // by hash
    std::unordered_set<std::uint64_t> seen_once_;             // hashes
    std::vector<HostLineArray<std::uint32_t>> storage_;
    std::size_t stored_words_ = 0;
};

}  // namespace heddle::traces
