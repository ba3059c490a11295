// The layout of a packed trace: what stands in the file, in the byte order of the machine that wrote it.
//
//   FileHead
//   for each kernel: its blocks (BlockWarp for each warp, then the block's words), in the order of the text
//                    its head (KernelHead and what follows that, see there)
//   directory (DirectoryHead, KernelPlace for each kernel, PackedCopy for each copy)
//
// Everything begins at a multiple of 8 bytes; what is left over is zero. Blocks and paths are used where they lie
// (block.h says what their words mean), so a change of either, or of what the decoder makes of a line, is a new
// version.
#pragma once

#include <cstddef>
#include <cstdint>

#include "heddle/stimulus/kernel.h"

namespace heddle::traces::packed {

constexpr char magic[8] = {'H', 'e', 'd', 'd', 'l', 'e', '\x1a', '\n'};
constexpr std::uint32_t byte_order_mark = 0x01020304;
constexpr std::uint32_t format_version = 1;
constexpr const char* file_ending = ".htrace";

struct FileHead {
    char magic[8];
    std::uint32_t byte_order;
    std::uint32_t version;
    std::uint64_t opcodes_checksum;  // of the table of opcodes that the text was decoded with
    std::uint64_t file_bytes;
    std::uint64_t directory_offset;
    std::uint64_t directory_bytes;
    std::uint64_t directory_checksum;
    std::uint64_t checksum;  // of all above
};

struct DirectoryHead {
    std::uint32_t kernels;
    std::uint32_t copies;
    std::uint64_t ignored_lines;
    std::uint64_t first_ignored_line;
};

struct KernelPlace {
    std::uint64_t offset, bytes, checksum;  // of its head
};

struct PackedCopy {
    std::uint64_t address, bytes, before_kernel;
};

// Behind it: BlockPlace for each block of the grid, by number; PackedPath for each path; the words of all paths;
// LaneOffsets for each pattern; PackedForm for each form; PackedOpcode and its name for each unknown opcode; the
// kernel's name.
struct KernelHead {
    std::uint32_t grid[3], block[3];
    std::uint32_t registers, shared_bytes, binary_version, tracer_version;
    std::uint32_t paths, patterns, forms, unknown_opcodes, name_bytes, zero;
    std::uint64_t path_words, misaligned_accesses, wrapped_shared_accesses;
};

struct BlockPlace {
    std::uint64_t offset, words, checksum;  // words without those of BlockWarp
};

struct PackedPath {
    std::uint32_t words, address_words;
};

struct PackedForm {
    std::uint8_t operation, unit, space, source_count, destination_count, read_only, prefetch, zero;
    std::uint16_t sources[WarpInstruction::max_operands], destinations[WarpInstruction::max_operands];
    std::uint32_t pc, line;
    std::uint8_t access_bytes, bypass_l1, atomic_op, atomic_type, zeros[4];
};

struct PackedOpcode {
    std::uint64_t count, name_bytes;
};

static_assert(sizeof(FileHead) == 64 && sizeof(KernelHead) == 88 && sizeof(PackedForm) == 56,
              "a compiler that pads differently cannot read the file");

constexpr std::uint64_t padded(std::uint64_t bytes) {
    return (bytes + 7) / 8 * 8;
}

// Of whole 8-byte words. Every step can be undone, so that a change of one word is never missed.
inline std::uint64_t checksum(const void* data, std::uint64_t bytes) {
    const auto* at = static_cast<const char*>(data);
    std::uint64_t sum = bytes;
    for (std::uint64_t done = 0; done < bytes; done += 8) {
        std::uint64_t word;
        __builtin_memcpy(&word, at + done, 8);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15;
        sum ^= sum >> 32;
    }
    return sum;
}

// Of the table of opcodes in this program.
std::uint64_t opcodes_checksum();

}  // namespace heddle::traces::packed
