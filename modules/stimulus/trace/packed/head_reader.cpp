#include "heddle/stimulus/trace/packed/head_reader.h"

#include <algorithm>

namespace heddle::traces::packed {
namespace {

std::string head_of(std::uint32_t kernel) {
    return "the head of kernel " + std::to_string(kernel + 1);
}

Dim3 dimensions(const std::uint32_t (&from)[3]) {
    return {from[0], from[1], from[2]};
}

// Each is at least 1, and so few that products cannot overflow.
bool is_size(const Dim3& size, std::uint64_t most) {
    return size.x > 0 && size.y > 0 && size.z > 0 && size.x <= most && size.y <= most && size.z <= most &&
           std::uint64_t{size.x} * size.y <= most && size.count() <= most;
}

KernelHeader header_of(const MappedFile& file, const KernelHead& from, const PartReader& part) {
    KernelHeader header;
    header.shape.grid = dimensions(from.grid);
    header.shape.block = dimensions(from.block);
    header.shape.registers_per_thread = from.registers;
    header.shape.shared_bytes = from.shared_bytes;
    header.shape.place = file.path();
    header.binary_version = from.binary_version;
    header.tracer_version = from.tracer_version;
    const bool good = is_size(header.shape.grid, HeaderLimits::blocks) &&
                      is_size(header.shape.block, HeaderLimits::threads) && from.registers > 0 &&
                      from.registers <= HeaderLimits::registers && from.shared_bytes <= HeaderLimits::shared_bytes;
    if (!good) part.fail();
    return header;
}

bool are_registers(const std::uint16_t* registers, unsigned count, std::uint32_t below) {
    return count <= WarpInstruction::max_operands &&
           std::all_of(registers, registers + count, [&](std::uint16_t name) { return name < below; });
}

bool is_good(const PackedForm& form, const KernelShape& shape) {
    const std::uint32_t registers = shape.registers_per_thread + FormDecoder::copy_registers;
    const bool power_of_two = form.access_bytes > 0 && (form.access_bytes & (form.access_bytes - 1)) == 0;
    return form.operation <= static_cast<unsigned>(Operation::exit) && form.unit < execution_units &&
           form.space <= static_cast<unsigned>(AddressSpace::shared) && form.read_only <= 1 && form.prefetch <= 1 &&
           are_registers(form.sources, form.source_count, registers) &&
           are_registers(form.destinations, form.destination_count, registers) && power_of_two &&
           form.access_bytes <= max_lane_bytes && form.bypass_l1 <= 1 &&
           form.atomic_op <= static_cast<unsigned>(AtomicOp::dec) &&
           form.atomic_type <= static_cast<unsigned>(ElementType::f64);
}

Form unpacked(const PackedForm& from) {
    Form form;
    WarpInstruction& to = form.instruction;
    to.operation = static_cast<Operation>(from.operation);
    to.unit = static_cast<ExecutionUnit>(from.unit);
    to.space = static_cast<AddressSpace>(from.space);
    to.source_count = from.source_count;
    to.destination_count = from.destination_count;
    to.read_only = from.read_only != 0;
    to.prefetch = from.prefetch != 0;
    std::copy_n(from.sources, to.sources.size(), to.sources.begin());
    std::copy_n(from.destinations, to.destinations.size(), to.destinations.begin());
    to.gather_operands();
    to.pc = from.pc;
    to.line = from.line;
    form.opcode.access_bytes = from.access_bytes;
    form.opcode.bypass_l1 = from.bypass_l1 != 0;
    form.opcode.atomic_op = static_cast<AtomicOp>(from.atomic_op);
    form.opcode.atomic_type = static_cast<ElementType>(from.atomic_type);
    return form;
}

}  // namespace

PackedHead read_head(const MappedFile& file, std::uint32_t kernel) {
    const KernelPlace& place = file.kernel(kernel);
    const std::string what = head_of(kernel);
    PartReader part(file, file.checked(place.offset, place.bytes, place.checksum, what), place.bytes, what);
    PackedHead head;
    head.counts = *part.take<KernelHead>(1);
    head.header = header_of(file, head.counts, part);
    head.blocks = part.take<BlockPlace>(head.header.shape.ctas());
    head.paths = part.take<PackedPath>(head.counts.paths);
    head.path_words = part.take<std::uint32_t>(head.counts.path_words);
    head.patterns = part.take<LaneOffsets>(head.counts.patterns);
    head.forms = part.take<PackedForm>(head.counts.forms);
    for (std::uint32_t i = 0; i < head.counts.unknown_opcodes; ++i) {
        const auto* const opcode = part.take<PackedOpcode>(1);
        head.notes.unknown_opcodes[part.text(opcode->name_bytes)] = opcode->count;
    }
    head.notes.misaligned_accesses = head.counts.misaligned_accesses;
    head.notes.wrapped_shared_accesses = head.counts.wrapped_shared_accesses;
    head.header.shape.name = part.text(head.counts.name_bytes);
    part.expect_end();
    return head;
}

void read_tables(const MappedFile& file, const PackedHead& head, DecodedTables& tables) {
    const KernelHead& counts = head.counts;
    const auto check = [&](bool good) {
        if (!good) file.fail_damaged("the table of instructions of kernel " + head.header.shape.name);
    };
    check(counts.forms <= Forms::most && counts.patterns <= OffsetPatterns::most && counts.paths <= Paths::most);
    for (std::uint32_t i = 0; i < counts.forms; ++i) {
        check(is_good(head.forms[i], head.header.shape));
        tables.forms.add(unpacked(head.forms[i]));
    }
    for (std::uint32_t i = 0; i < counts.patterns; ++i) tables.patterns.add(head.patterns[i]);
    const std::uint32_t* words = head.path_words;
    std::uint64_t left = counts.path_words;
    for (std::uint32_t i = 0; i < counts.paths; ++i) {
        const PackedPath& packed = head.paths[i];
        Path path;
        check(is_path(words, left, tables, path) && path.count == packed.words &&
              path.address_words == packed.address_words);
        tables.paths.add(path);
        words += path.count;
        left -= path.count;
    }
    check(left == 0);
}

bool is_path(const std::uint32_t* words, std::uint64_t most_words, const DecodedTables& tables, Path& path) {
    path = {words, 0, 0};
    LaneMask mask = 0;
    const auto left = [&] { return most_words - path.count; };
    while (left() > 0) {
        const bool first = path.count == 0;
        const std::uint32_t word = words[path.count++];
        const AddressWords kind = address_words_of(word);
        const bool new_mask = word & new_mask_flag;
        if (static_cast<std::uint32_t>(kind) >= address_kinds || (word & unused_bits) != 0 ||
            (word & form_mask) >= tables.forms.count() || left() < std::uint64_t{new_mask} + has_argument(kind) ||
            (first && !new_mask))
            return false;
        if (new_mask) mask = words[path.count++];
        const std::uint32_t argument = has_argument(kind) ? words[path.count++] : 0;
        const WarpInstruction& instruction = tables.forms[word & form_mask].instruction;
        if ((kind != AddressWords::none) != (instruction.is_memory() && mask != 0) ||
            (kind == AddressWords::scattered && argument >= tables.patterns.count()))
            return false;
        path.address_words += words_taken(kind, mask);
        if (instruction.operation == Operation::exit) return true;
    }
    return false;
}

}  // namespace heddle::traces::packed
