#include "heddle/stimulus/trace/packed/packer.h"

#include <filesystem>
#include <optional>

#include "heddle/base/error.h"
#include "heddle/stimulus/trace/block_reader.h"
#include "heddle/stimulus/trace/kernels_list.h"
#include "heddle/stimulus/trace/packed/part_writer.h"

namespace heddle::traces::packed {
namespace {

PackedForm packed_form(const Form& form) {
    const WarpInstruction& from = form.instruction;
    PackedForm to{};
    to.operation = static_cast<std::uint8_t>(from.operation);
    to.unit = static_cast<std::uint8_t>(from.unit);
    to.space = static_cast<std::uint8_t>(from.space);
    to.source_count = from.source_count;
    to.destination_count = from.destination_count;
    to.read_only = from.read_only;
    to.prefetch = from.prefetch;
    std::copy(from.sources.begin(), from.sources.end(), to.sources);
    std::copy(from.destinations.begin(), from.destinations.end(), to.destinations);
    to.pc = from.pc;
    to.line = from.line;
    to.access_bytes = form.opcode.access_bytes;
    to.bypass_l1 = form.opcode.bypass_l1;
    to.atomic_op = static_cast<std::uint8_t>(form.opcode.atomic_op);
    to.atomic_type = static_cast<std::uint8_t>(form.opcode.atomic_type);
    return to;
}

KernelHead head_of(const KernelHeader& header, const DecodedTables& tables, const TraceNotes& notes) {
    const KernelShape& shape = header.shape;
    KernelHead head{};
    const std::uint32_t grid[] = {shape.grid.x, shape.grid.y, shape.grid.z},
                        block[] = {shape.block.x, shape.block.y, shape.block.z};
    std::copy_n(grid, 3, head.grid);
    std::copy_n(block, 3, head.block);
    head.registers = shape.registers_per_thread;
    head.shared_bytes = shape.shared_bytes;
    head.binary_version = header.binary_version;
    head.tracer_version = header.tracer_version;
    head.paths = tables.paths.count();
    head.patterns = tables.patterns.count();
    head.forms = tables.forms.count();
    head.unknown_opcodes = static_cast<std::uint32_t>(notes.unknown_opcodes.size());
    head.name_bytes = static_cast<std::uint32_t>(shape.name.size());
    for (std::uint32_t i = 0; i < head.paths; ++i) head.path_words += tables.paths[i].count;
    head.misaligned_accesses = notes.misaligned_accesses;
    head.wrapped_shared_accesses = notes.wrapped_shared_accesses;
    return head;
}

// What follows KernelHead, in the order that is said there.
KernelPlace put_head(const KernelHeader& header, const DecodedTables& tables, const TraceNotes& notes,
                     const std::vector<BlockPlace>& blocks, PartWriter& writer) {
    const KernelHead head = head_of(header, tables, notes);
    Part part;
    part.put(&head, 1);
    part.put(blocks.data(), blocks.size());
    for (std::uint32_t i = 0; i < head.paths; ++i) {
        const PackedPath path{tables.paths[i].count, tables.paths[i].address_words};
        part.put(&path, 1);
    }
    for (std::uint32_t i = 0; i < head.paths; ++i) part.append(tables.paths[i].words, tables.paths[i].count);
    part.pad();
    for (std::uint32_t i = 0; i < head.patterns; ++i) part.put(&tables.patterns[i], 1);
    for (std::uint32_t i = 0; i < head.forms; ++i) {
        const PackedForm form = packed_form(tables.forms[i]);
        part.put(&form, 1);
    }
    for (const auto& [name, count] : notes.unknown_opcodes) {
        const PackedOpcode opcode{count, name.size()};
        part.put(&opcode, 1);
        part.put(name.data(), name.size());
    }
    part.put(header.shape.name.data(), header.shape.name.size());
    return writer.write(part);
}

class Packer {
public:
    Packer(const std::string& list, const std::string& file) : list_path_(list), packed_path_(file) {}

    PackedSize run() {
        LineReader lines(list_path_, open_or_fail(list_path_));
        const KernelsList list = read_kernels_list(lines);
        const std::filesystem::path folder = std::filesystem::path(list_path_).parent_path();
        std::vector<std::string> paths;
        for (const KernelsList::Kernel& kernel : list.kernels) paths.push_back((folder / kernel.file).string());
        refuse_as_output(list_path_);
        for (const std::string& path : paths) refuse_as_output(path);
        writer_.emplace(packed_path_);
        for (const std::string& path : paths) {
            LineReader text(path, open_or_fail(path));
            places_.push_back(put_kernel(text));
        }
        put_directory(list);
        size_.kernels = static_cast<std::uint32_t>(list.kernels.size());
        size_.bytes = writer_->finish();
        return size_;
    }

private:
    static std::unique_ptr<ByteSource> open_or_fail(const std::string& path) {
        try {
            return open_bytes(path);
        } catch (const std::runtime_error& error) {
            throw InputError(path + ": " + error.what());
        }
    }

    // By whatever name or link: the packed file would replace what it is made from.
    void refuse_as_output(const std::string& input) const {
        for (const std::string& output : {packed_path_, PartWriter::part_of(packed_path_)}) {
            std::error_code not_there;
            if (!std::filesystem::equivalent(input, output, not_there)) continue;
            const std::string name =
                output == packed_path_ ? "this file" : "'" + output + "', where it is written first,";
            throw InputError(packed_path_ + ": " + name +
                             " is a part of the trace; choose another name for the packed one");
        }
    }

    KernelPlace put_kernel(LineReader& lines) {
        const KernelHeader header = read_header(lines);
        DecodedTables tables;
        TraceNotes notes;
        BlockReader reader(header, lines, tables, notes);
        std::vector<BlockPlace> blocks(header.shape.ctas());
        for (Block block; reader.next(block); ++size_.blocks) {
            part_.clear();
            part_.append(block.warps.data(), block.warps.size());
            part_.append(block.words.data(), block.words.size());
            part_.pad();
            const KernelPlace place = writer_->write(part_);
            blocks[block.cta] = {place.offset, block.words.size(), place.checksum};
        }
        return put_head(header, tables, notes, blocks, *writer_);
    }

    void put_directory(const KernelsList& list) {
        const DirectoryHead head{static_cast<std::uint32_t>(list.kernels.size()),
                                 static_cast<std::uint32_t>(list.copies.size()), list.ignored_lines,
                                 list.first_ignored_line};
        part_.clear();
        part_.put(&head, 1);
        part_.put(places_.data(), places_.size());
        for (const MemoryCopy& copy : list.copies) {
            const PackedCopy packed{copy.address, copy.bytes, copy.before_kernel};
            part_.put(&packed, 1);
        }
        writer_->write_directory(part_);
    }

    std::string list_path_, packed_path_;
    std::optional<PartWriter> writer_;
    Part part_;
    std::vector<KernelPlace> places_;
    PackedSize size_;
};

}  // namespace

PackedSize pack(const std::string& list, const std::string& file) {
    return Packer(list, file).run();
}

}  // namespace heddle::traces::packed
