// The blocks of a packed kernel, used where they lie in the file.
#pragma once

#include <atomic>

#include "heddle/stimulus/trace/block_source.h"
#include "heddle/stimulus/trace/packed/head_reader.h"

namespace heddle::traces::packed {

class PackedBlocks final : public BlockSource {
public:
    // Both outlive it. Throws InputError.
    PackedBlocks(const MappedFile& file, const PackedHead& head) : file_(file), head_(head) {
        read_tables(file, head, tables_);
    }

    const DecodedTables& tables() const override { return tables_; }
    // Checks that the block is whole.
    ResidentBlock take(std::uint32_t cta) override;
    void give_back(ResidentBlock) override {}

private:
    // Between two times at which the host may take back the memory of what was read.
    static constexpr std::uint64_t kept_bytes = std::uint64_t{16} << 20;

    bool is_good(const BlockWarp& warp, const std::uint32_t* words, std::uint64_t count) const;

    const MappedFile& file_;
    const PackedHead& head_;
    DecodedTables tables_;
    std::atomic<std::uint64_t> taken_bytes_{0};
};

}  // namespace heddle::traces::packed
