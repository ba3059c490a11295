// The checksums of a changed packed trace.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "heddle/stimulus/trace/block.h"
#include "heddle/stimulus/trace/packed/format.h"

namespace heddle::fuzz {

// Gives the parts of a changed file the checksums of what they hold now, as far as they can still be found.
class Resealer {
public:
    explicit Resealer(std::string& bytes) : bytes_(bytes) {}

    void run() {
        traces::packed::FileHead head;
        if (!get(0, head)) return;
        traces::packed::DirectoryHead directory;
        if (get(head.directory_offset, directory))
            for (std::uint64_t i = 0; i < std::min<std::uint64_t>(directory.kernels, 16); ++i)
                seal_kernel(head.directory_offset + sizeof directory + i * sizeof(traces::packed::KernelPlace));
        sum(head.directory_offset, head.directory_bytes, head.directory_checksum);
        head.checksum = traces::packed::checksum(&head, offsetof(traces::packed::FileHead, checksum));
        put(0, head);
    }

private:
    template <class T>
    bool get(std::uint64_t offset, T& to) const {
        if (offset > bytes_.size() || bytes_.size() - offset < sizeof to) return false;
        std::memcpy(&to, bytes_.data() + offset, sizeof to);
        return true;
    }
    template <class T>
    void put(std::uint64_t offset, const T& from) {
        std::memcpy(bytes_.data() + offset, &from, sizeof from);
    }
    void sum(std::uint64_t offset, std::uint64_t bytes, std::uint64_t& to) const {
        if (bytes % 8 == 0 && offset <= bytes_.size() && bytes <= bytes_.size() - offset)
            to = traces::packed::checksum(bytes_.data() + offset, bytes);
    }
    void seal_kernel(std::uint64_t at) {
        traces::packed::KernelPlace place;
        traces::packed::KernelHead head;
        if (!get(at, place) || !get(place.offset, head)) return;
        const std::uint64_t warps = (std::uint64_t{head.block[0]} * head.block[1] * head.block[2] + 31) / 32;
        const std::uint64_t blocks = std::uint64_t{head.grid[0]} * head.grid[1] * head.grid[2];
        for (std::uint64_t i = 0; i < std::min<std::uint64_t>(blocks, 16); ++i) {
            const std::uint64_t block_at = place.offset + sizeof head + i * sizeof(traces::packed::BlockPlace);
            traces::packed::BlockPlace block;
            if (!get(block_at, block)) break;
            sum(block.offset, traces::packed::padded(warps * sizeof(traces::BlockWarp) + block.words * 4),
                block.checksum);
            put(block_at, block);
        }
        sum(place.offset, place.bytes, place.checksum);
        put(at, place);
    }

    std::string& bytes_;
};

}  // namespace heddle::fuzz
