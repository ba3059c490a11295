// The head of a packed kernel: its shape and notes when the file is opened, its tables when it is launched.
#pragma once

#include "heddle/stimulus/trace/form_decoder.h"
#include "heddle/stimulus/trace/packed/mapped_file.h"
#include "heddle/stimulus/trace/tables.h"

namespace heddle::traces::packed {

struct PackedHead {
    KernelHeader header;
    TraceNotes notes;
    const BlockPlace* blocks = nullptr;  // by number
    // What tables are made of.
    const PackedPath* paths = nullptr;
    const std::uint32_t* path_words = nullptr;
    const LaneOffsets* patterns = nullptr;
    const PackedForm* forms = nullptr;
    KernelHead counts{};
};

// Both throw InputError.
PackedHead read_head(const MappedFile& file, std::uint32_t kernel);
void read_tables(const MappedFile& file, const PackedHead& head, DecodedTables& tables);

// Whether `words` begin with a path that can be executed; then how many words it and its addresses have.
bool is_path(const std::uint32_t* words, std::uint64_t most_words, const DecodedTables& tables, Path& path);

}  // namespace heddle::traces::packed
