// The thread blocks of a kernel's trace, one after another.
#pragma once

#include "heddle/stimulus/trace/instruction_decoder.h"
#include "heddle/stimulus/trace/path_encoder.h"

namespace heddle::traces {

class BlockReader {
public:
    // `lines` is at the first line after the header. All must outlive the reader.
    BlockReader(const KernelHeader& header, LineReader& lines, DecodedTables& tables, TraceNotes& notes);

    // False after the last block of the file. Throws InputError.
    bool next(Block& block);

private:
    bool next_line(std::string_view& line);
    std::string_view expect_line(const char* what);
    void read_warp(std::string_view line, Block& block);
    void finish_warp(BlockWarp& warp, Block& block);
    std::uint64_t read_count(std::string_view line, const char* name);
    std::uint32_t read_place(std::string_view line);
    void check_end();

    const KernelHeader& header_;
    LineReader& lines_;
    InstructionDecoder decoder_;
    PathEncoder paths_;
    std::vector<bool> seen_;  // by block
    std::uint64_t blocks_ = 0;
};

}  // namespace heddle::traces
