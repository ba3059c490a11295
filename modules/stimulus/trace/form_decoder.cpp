#include "heddle/stimulus/trace/form_decoder.h"

#include <algorithm>
#include <cstring>

namespace heddle::traces {
namespace {

constexpr std::uint32_t memo_places = 1u << 12;
constexpr std::uint64_t zero_register = 255;  // RZ
constexpr unsigned register_bytes = 4;
// As many as tracers write.
constexpr std::uint64_t most_destinations = 1, most_sources = 4;

constexpr AddressSpace space_of(OpcodeSpace space) {
    return space == OpcodeSpace::shared  ? AddressSpace::shared
           : space == OpcodeSpace::local ? AddressSpace::local
                                         : AddressSpace::global;
}

}  // namespace

FormDecoder::FormDecoder(const KernelHeader& header, const LineReader& lines, Forms& forms, TraceNotes& notes)
    : header_(header), lines_(lines), forms_(forms), notes_(notes), memos_(memo_places) {}

FormDecoder::Decoded FormDecoder::decode(Scanner& scanner, std::uint32_t pc, std::uint32_t source_line) {
    scanner.skip_spaces();
    // Instructions are 8 bytes (Kepler to Pascal) or 16 bytes long.
    Memo& memo = memos_[(pc >> 3) % memo_places];
    const char* const begin = scanner.position();
    const std::size_t length = memo.text.size();
    if (length > 0 && memo.pc == pc && scanner.left() > length && begin[length] == ' ' &&
        std::memcmp(begin, memo.text.data(), length) == 0) {
        scanner.go_to(begin + length);
        return memo.decoded;
    }
    const Decoded decoded = decode_text(scanner, pc, source_line);
    memo.pc = pc;
    memo.text.assign(begin, scanner.position());
    memo.decoded = decoded;
    return decoded;
}

FormDecoder::Decoded FormDecoder::decode_text(Scanner& scanner, std::uint32_t pc, std::uint32_t source_line) {
    const char* const begin = scanner.position();
    Form form;
    WarpInstruction& instruction = form.instruction;
    instruction.pc = pc;
    instruction.line = source_line;
    read_registers(scanner, count(scanner, "destination registers", most_destinations), instruction.destination_count,
                   instruction.destinations);
    const std::string opcode(scanner.word());
    if (opcode.empty() || opcode[0] < 'A' || opcode[0] > 'Z')
        lines_.fail("'" + opcode +
                    "' where an opcode is expected, such as LDG.E.SYS; does the number of destination "
                    "registers before it agree?");
    form.opcode = OpcodeTable::built_in().look_up(opcode);
    read_registers(scanner, count(scanner, "source registers", most_sources), instruction.source_count,
                   instruction.sources);
    const std::uint64_t width = count(scanner, "bytes of memory width", 1024);
    const auto [known, is_new] = known_.try_emplace(std::to_string(pc) + " " + std::string(begin, scanner.position()));
    if (!is_new) return known->second;
    if (!form.opcode.known) form.unknown_count = &notes_.unknown_opcodes[opcode.substr(0, opcode.find('.'))];
    set_operation(form);
    widen_destination(form);
    known->second = {add(form), width > 0};
    return known->second;
}

std::uint32_t FormDecoder::add(const Form& form) {
    if (forms_.full())
        lines_.fail("the kernel has more than " + std::to_string(Forms::most) +
                    " different instructions; expected a trace of one kernel's code");
    Form final_form = form;
    final_form.instruction.gather_operands();
    return forms_.add(final_form);
}

std::uint64_t FormDecoder::count(Scanner& scanner, const char* what, std::uint64_t most) const {
    std::uint64_t number;
    if (!scanner.decimal(number)) lines_.fail(scanner.found() + " where the number of " + what + " is expected");
    if (number > most) lines_.fail(std::to_string(number) + " " + what + "; expected at most " + std::to_string(most));
    return number;
}

void FormDecoder::read_registers(Scanner& scanner, std::uint64_t number, std::uint8_t& used,
                                 std::array<std::uint16_t, WarpInstruction::max_operands>& registers) const {
    for (std::uint64_t i = 0; i < number; ++i) {
        std::uint64_t name;
        Scanner whole = scanner;
        if (!scanner.take('R') || !scanner.decimal(name) || name > zero_register)
            lines_.fail(whole.found() + " where a register is expected, R0 to R255; " + std::to_string(number) +
                        " were announced");
        if (name == zero_register) continue;
        if (name >= header_.shape.registers_per_thread)
            lines_.fail("register R" + std::to_string(name) + " of a kernel with -nregs = " +
                        std::to_string(header_.shape.registers_per_thread) + "; expected -nregs above every register");
        registers[used++] = static_cast<std::uint16_t>(name);
    }
}

void FormDecoder::set_operation(Form& form) const {
    WarpInstruction& instruction = form.instruction;
    instruction.space = space_of(form.opcode.space);
    switch (form.opcode.what) {
        case OpcodeClass::fp64:
            instruction.unit = ExecutionUnit::fp64;
            break;
        case OpcodeClass::sfu:
            instruction.unit = ExecutionUnit::sfu;
            break;
        case OpcodeClass::tensor:
            instruction.unit = ExecutionUnit::tensor;
            break;
        case OpcodeClass::fp32:
            instruction.unit = ExecutionUnit::fp32;
            break;
        case OpcodeClass::branch:
            instruction.unit = ExecutionUnit::branch;
            break;
        case OpcodeClass::load:
            instruction.read_only = form.opcode.read_only && form.opcode.space == OpcodeSpace::global;
            instruction.operation = Operation::load;
            break;
        case OpcodeClass::copy:
            instruction.operation = Operation::load;
            break;
        case OpcodeClass::store:
            instruction.operation = Operation::store;
            break;
        case OpcodeClass::atomic:
            instruction.operation = Operation::atomic;
            break;
        case OpcodeClass::barrier:
            instruction.operation = Operation::barrier;
            break;
        case OpcodeClass::fence:
            instruction.operation = Operation::fence;
            break;
        case OpcodeClass::exit:
            instruction.operation = Operation::exit;
            break;
        default:
            break;
    }
    if (instruction.operation == Operation::store || instruction.operation == Operation::barrier ||
        instruction.operation == Operation::fence || instruction.operation == Operation::exit)
        instruction.destination_count = 0;  // nothing would ever set them
}

// The trace names the first of the registers that a wide load fills.
void FormDecoder::widen_destination(Form& form) const {
    WarpInstruction& instruction = form.instruction;
    if (form.opcode.what != OpcodeClass::load || instruction.destination_count != 1) return;
    for (unsigned i = 1; i < form.opcode.access_bytes / register_bytes; ++i) {
        const unsigned next = instruction.destinations[0] + i;
        if (next >= header_.shape.registers_per_thread) return;
        instruction.destinations[instruction.destination_count++] = static_cast<std::uint16_t>(next);
    }
}

template <class Change>
std::uint32_t FormDecoder::variant(std::uint32_t form, std::uint32_t which, Change change) {
    const auto [known, is_new] = variants_.try_emplace(std::uint64_t{form} << 32 | which);
    if (is_new) {
        Form changed = forms_[form];
        change(changed);
        known->second = add(changed);
    }
    return known->second;
}

std::uint32_t FormDecoder::in_space(std::uint32_t form, AddressSpace space) {
    if (space == forms_[form].instruction.space) return form;
    return variant(form, static_cast<std::uint32_t>(space), [&](Form& changed) { changed.instruction.space = space; });
}

std::uint32_t FormDecoder::as_partial_exit(std::uint32_t form) {
    return variant(form, 0, [](Form& changed) { changed.instruction.operation = Operation::arithmetic; });
}

std::uint32_t FormDecoder::as_copy(std::uint32_t form, unsigned copy_register) {
    return variant(form, copy_register, [&](Form& changed) {
        changed.instruction.destination_count = 1;
        changed.instruction.destinations[0] =
            static_cast<std::uint16_t>(header_.shape.registers_per_thread + copy_register);
    });
}

std::uint32_t FormDecoder::waiting_for(std::uint32_t form, unsigned copy_register_set) {
    return variant(form, copy_register_set, [&](Form& changed) {
        WarpInstruction& instruction = changed.instruction;
        instruction.source_count = 0;
        for (unsigned i = 0; i < copy_registers; ++i)
            if (copy_register_set >> i & 1)
                instruction.sources[instruction.source_count++] =
                    static_cast<std::uint16_t>(header_.shape.registers_per_thread + i);
    });
}

}  // namespace heddle::traces
