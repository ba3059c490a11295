#include "heddle/stimulus/stim/ptx_files.h"

#include <algorithm>

#include "heddle/stimulus/stim/input_file.h"

namespace heddle::stim {

PtxFiles::PtxFiles(const Source& source, const std::vector<PtxSyntax>& files, const Buffers& buffers)
    : source_(source) {
    for (const MemoryArray& array : buffers.arrays())
        addresses_.add(array.name, array.base, array.elements * bytes_of(array.type));
    std::uint64_t next = buffers.end();
    for (const PtxSyntax& syntax : files) {
        PtxFile file;
        file.module = ptx::parse_ptx(read_file(source, syntax.at, syntax.path), beside(source, syntax.at, syntax.path));
        file.layout.global_base = next;
        file.global_image = file.module->global_image(file.layout);
        const std::uint64_t bytes = file.global_image.size();
        if (bytes > 0) addresses_.add(syntax.path, next, bytes);
        next += (bytes + Buffers::alignment_bytes - 1) / Buffers::alignment_bytes * Buffers::alignment_bytes;
        files_.push_back(std::move(file));
    }
}

void PtxFiles::initialise(HostMemory& memory) const {
    for (const PtxFile& file : files_)
        if (!file.global_image.empty())
            memory.write(file.layout.global_base, file.global_image.data(), file.global_image.size());
}

const PtxFile& PtxFiles::with_entry(const std::string& entry, Position at) const {
    const PtxFile* found = nullptr;
    std::string known;
    for (const PtxFile& file : files_) {
        for (const std::string& name : file.module->entries()) {
            known += (known.empty() ? "" : ", ") + name;
            if (name != entry) continue;
            if (found)
                source_.fail(at, "entry '" + entry + "' is in '" + found->module->file() + "' and in '" +
                                     file.module->file() + "'; expected it in one PTX file");
            found = &file;
        }
    }
    if (files_.empty()) source_.fail(at, "no PTX file is named for entry '" + entry + "'; expected 'ptx \"FILE\"'");
    if (!found) source_.fail(at, "unknown entry '" + entry + "'; expected one of " + (known.empty() ? "none" : known));
    return *found;
}

}  // namespace heddle::stim
