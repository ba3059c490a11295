// One line of a trace becomes an instruction of the warp's path, and words of its addresses.
#pragma once

#include "heddle/stimulus/trace/address_encoder.h"
#include "heddle/stimulus/trace/address_spaces.h"
#include "heddle/stimulus/trace/line_memo.h"
#include "heddle/stimulus/trace/tables.h"

namespace heddle::traces {

class InstructionDecoder {
public:
    InstructionDecoder(const KernelHeader& header, const LineReader& lines, DecodedTables& tables, TraceNotes& notes);

    void start_warp(std::uint32_t cta, std::uint32_t warp);
    // Takes the next line if it is one that can be guessed and needs nothing but words of the path. It must not be the
    // warp's last.
    bool decode_guessed(LineReader& lines) {
        const KnownLine* const guess = memo_.guess();
        if (!guess || !guess->whole || (guess->mask & ~exists_) != 0 || !lines.skip(guess->text)) return false;
        put_word(guess->form, guess->mask);
        memo_.confirm();
        return true;
    }
    // Appends the addresses to `addresses`. The last instruction of a warp must be an exit. Throws InputError.
    void decode(std::string_view line, bool last, std::vector<std::uint32_t>& addresses);
    // Of the warp's lines so far.
    const std::vector<std::uint32_t>& path() const { return path_; }

private:
    struct Line {
        LaneMask mask = 0;
        std::uint32_t form = 0;
        bool has_addresses = false;
        std::uint64_t immediate = 0;
        std::size_t begin_length = 0;  // of what stands before addresses and immediate value
        bool guessed = false;
        const KnownDeltas* deltas = nullptr;  // null: the addresses are in pattern_
        std::uint64_t base = 0;               // of the words, if there are deltas
    };

    // Reads what stands before addresses and immediate value.
    void read_begin(std::string_view text, Scanner& scanner, Line& line);
    Line read(std::string_view line);
    bool read_known_deltas(const KnownLine& guess, Scanner& scanner, Line& line) const;
    void note(std::string_view text, const Line& line, bool last);
    void note_deltas(std::string_view text, const Line& line, KnownLine& known) const;
    void read_immediate(Scanner& scanner, Line& line) const;
    std::uint32_t resolve(const Line& line, bool last);
    std::uint32_t resolve_copy(const Line& line);
    void put(const Line& line, std::uint32_t form, std::vector<std::uint32_t>& addresses);
    void put_addresses(std::uint32_t form, const AddressEncoder::Encoded& encoded, LaneMask mask);
    void put_word(std::uint32_t word, LaneMask mask);

    const KernelHeader& header_;
    const LineReader& lines_;
    Forms& forms_;
    FormDecoder decoder_;
    AddressSpaces spaces_;
    AddressEncoder encoder_;
    AddressPattern pattern_;
    AddressEncoder::Encoded encoded_;  // of the addresses put last
    std::uint64_t encoded_base_ = 0;
    LineMemo memo_;

    std::vector<std::uint32_t> path_;
    LaneMask exists_ = 0, mask_ = 0;
    std::uint64_t first_thread_ = 0;
    // The warp's asynchronous copies: their number, the group of the last copy on each register, and the groups closed.
    std::uint64_t copies_ = 0, groups_closed_ = 0;
    std::array<std::uint64_t, FormDecoder::copy_registers> group_of_{};
};

}  // namespace heddle::traces
