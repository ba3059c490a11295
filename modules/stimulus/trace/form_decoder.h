// The part of an instruction's line that does not depend on the warp: "ndst dst opcode nsrc src mem_width".
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "heddle/stimulus/trace/form.h"
#include "heddle/stimulus/trace/kernel_header.h"
#include "heddle/stimulus/trace/scanner.h"

namespace heddle::traces {

// What the user is warned about at the end of the run.
struct TraceNotes {
    std::map<std::string, std::uint64_t> unknown_opcodes;  // how often each occurred
    std::uint64_t misaligned_accesses = 0;
    std::uint64_t wrapped_shared_accesses = 0;
};

class FormDecoder {
public:
    // Waiting for groups of asynchronous copies is modelled by scoreboard registers behind those of the kernel.
    static constexpr unsigned copy_registers = 8;

    struct Decoded {
        std::uint32_t form = 0;
        bool has_addresses = false;
    };

    FormDecoder(const KernelHeader& header, const LineReader& lines, Forms& forms, TraceNotes& notes);

    // Takes the words up to mem_width. Throws InputError.
    Decoded decode(Scanner& scanner, std::uint32_t pc, std::uint32_t source_line);

    // A form that differs from `form` in one thing: which memory a generic access goes to, whether an exit is the
    // warp's last, which copies are meant.
    std::uint32_t in_space(std::uint32_t form, AddressSpace space);
    std::uint32_t as_partial_exit(std::uint32_t form);
    std::uint32_t as_copy(std::uint32_t form, unsigned copy_register);
    std::uint32_t waiting_for(std::uint32_t form, unsigned copy_register_set);

private:
    struct Memo {
        std::uint32_t pc = 0;
        std::string text;  // empty: not used
        Decoded decoded;
    };

    Decoded decode_text(Scanner& scanner, std::uint32_t pc, std::uint32_t source_line);
    std::uint32_t add(const Form& form);
    std::uint64_t count(Scanner& scanner, const char* what, std::uint64_t most) const;
    void read_registers(Scanner& scanner, std::uint64_t number, std::uint8_t& used,
                        std::array<std::uint16_t, WarpInstruction::max_operands>& registers) const;
    void set_operation(Form& form) const;
    void widen_destination(Form& form) const;
    template <class Change>
    std::uint32_t variant(std::uint32_t form, std::uint32_t which, Change change);

    const KernelHeader& header_;
    const LineReader& lines_;
    Forms& forms_;
    TraceNotes& notes_;
    std::vector<Memo> memos_;                         // by program counter: a loop's instructions
    std::unordered_map<std::string, Decoded> known_;  // by program counter and text
    std::unordered_map<std::uint64_t, std::uint32_t> variants_;
};

}  // namespace heddle::traces
