#include "heddle/stimulus/trace/instruction_decoder.h"

#include <algorithm>
#include <limits>

namespace heddle::traces {
namespace {

constexpr std::uint64_t most_of_32_bits = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t no_group = std::numeric_limits<std::uint64_t>::max();
constexpr unsigned version_with_immediate = 5;
constexpr const char* delta_mode_word = " 2";

}  // namespace

InstructionDecoder::InstructionDecoder(const KernelHeader& header, const LineReader& lines, DecodedTables& tables,
                                       TraceNotes& notes)
    : header_(header),
      lines_(lines),
      forms_(tables.forms),
      decoder_(header, lines, tables.forms, notes),
      spaces_(header, lines, notes),
      encoder_(tables.patterns) {}

void InstructionDecoder::start_warp(std::uint32_t cta, std::uint32_t warp) {
    const std::uint32_t threads = header_.shape.threads_per_cta() - warp * warp_lanes;
    exists_ = threads >= warp_lanes ? all_lanes : (LaneMask{1} << threads) - 1;
    path_.clear();
    memo_.start_warp();
    first_thread_ = std::uint64_t{cta} * header_.shape.threads_per_cta() + std::uint64_t{warp} * warp_lanes;
    copies_ = groups_closed_ = 0;
    group_of_.fill(no_group);
}

void InstructionDecoder::decode(std::string_view text, bool last, std::vector<std::uint32_t>& addresses) {
    const Line line = read(text);
    note(text, line, last);
    put(line, resolve(line, last), addresses);
    if (line.has_addresses && !line.deltas && memo_.last()) note_deltas(text, line, *memo_.last());
}

InstructionDecoder::Line InstructionDecoder::read(std::string_view text) {
    Scanner scanner(text);
    Line line;
    const KnownLine* const guess = memo_.guess();
    line.guessed = guess && !guess->whole && (guess->mask & ~exists_) == 0 && scanner.take_exactly(guess->text);
    if (line.guessed) {
        line.mask = guess->mask;
        line.form = guess->form;
        line.has_addresses = guess->has_addresses;
    } else {
        read_begin(text, scanner, line);
    }
    line.begin_length = static_cast<std::size_t>(scanner.position() - text.data());
    if (line.has_addresses && !(line.guessed && read_known_deltas(*guess, scanner, line)))
        read_addresses(scanner, line.mask, lines_, pattern_);
    read_immediate(scanner, line);
    return line;
}

bool InstructionDecoder::read_known_deltas(const KnownLine& guess, Scanner& scanner, Line& line) const {
    const KnownDeltas& deltas = guess.deltas;
    if (deltas.text.empty()) return false;
    Scanner ahead = scanner;
    std::uint64_t base, taken;
    if (!ahead.take_exactly(delta_mode_word) || !ahead.prefixed_hexadecimal(base) || !ahead.take_exactly(deltas.text))
        return false;
    const Form& form = forms_[guess.form];
    if (!spaces_.keeps_distances(form.instruction.space, form.opcode.access_bytes, base + deltas.lowest,
                                 base + deltas.highest, taken))
        return false;
    scanner = ahead;
    line.deltas = &deltas;
    line.base = base + deltas.encoded_base - taken;
    return true;
}

// Only where all lanes stay as far apart as the text says: which memory a generic access goes to depends on its base.
void InstructionDecoder::note_deltas(std::string_view text, const Line& line, KnownLine& known) const {
    // Deltas that change all the time are looked at less and less often.
    ++known.other_deltas;
    if ((known.other_deltas & (known.other_deltas - 1)) != 0) return;
    known.deltas.text.clear();
    const Form& form = forms_[line.form];
    Scanner scanner(text);
    scanner.go_to(text.data() + line.begin_length);
    KnownDeltas deltas{};
    std::uint64_t base, taken, low_bits = 0;
    if (!form.opcode.is_memory() || form.opcode.space == OpcodeSpace::generic || line.mask == 0 ||
        !scanner.take_exactly(delta_mode_word) || !scanner.prefixed_hexadecimal(base))
        return;
    const char* const begin = scanner.position();
    for (std::uint64_t at = 0, left = static_cast<unsigned>(__builtin_popcount(line.mask)); --left > 0;) {
        std::int64_t delta;
        if (!scanner.signed_decimal(delta)) return;
        at += static_cast<std::uint64_t>(delta);
        low_bits |= at;
        deltas.lowest = std::min(static_cast<std::int64_t>(deltas.lowest), static_cast<std::int64_t>(at));
        deltas.highest = std::max(static_cast<std::int64_t>(deltas.highest), static_cast<std::int64_t>(at));
    }
    if ((low_bits & (form.opcode.access_bytes - 1u)) != 0 || scanner.position() == begin ||
        !has_argument(encoded_.kind) ||
        !spaces_.keeps_distances(form.instruction.space, form.opcode.access_bytes, base + deltas.lowest,
                                 base + deltas.highest, taken))
        return;
    deltas.text.assign(begin, scanner.position());
    deltas.encoded = encoded_;
    deltas.encoded_base = encoded_base_ + taken - base;
    known.deltas = deltas;
}

// The line is remembered, whole if it is an instruction without addresses and nothing depends on those before it.
void InstructionDecoder::note(std::string_view text, const Line& line, bool last) {
    if (line.guessed) return memo_.confirm();
    const Form& form = forms_[line.form];
    const OpcodeClass what = form.opcode.what;
    KnownLine known;
    known.whole = !line.has_addresses && !last && form.opcode.known && !form.opcode.is_memory() &&
                  what != OpcodeClass::exit && what != OpcodeClass::commit && what != OpcodeClass::wait;
    known.text = known.whole ? std::string(text) + "\n" : std::string(text.substr(0, line.begin_length));
    known.mask = line.mask;
    known.form = line.form;
    known.has_addresses = line.has_addresses;
    memo_.note(known);
}

void InstructionDecoder::read_begin(std::string_view text, Scanner& scanner, Line& line) {
    std::uint64_t source_line = lines_.line_number(), pc, mask;
    if (header_.has_line_info && !scanner.decimal(source_line))
        lines_.fail("expected a source line before the program counter, as '-enable lineinfo = 1' says");
    if (!scanner.hexadecimal(pc) || pc > most_of_32_bits)
        lines_.fail("'" + std::string(text.substr(0, 40)) +
                    "' where an instruction is expected, a program counter in hexadecimal first; does 'insts' agree?");
    if (!scanner.hexadecimal(mask) || mask > most_of_32_bits)
        lines_.fail("expected the mask of active lanes after the program counter, 8 hexadecimal digits");
    line.mask = static_cast<LaneMask>(mask);
    if (line.mask & ~exists_)
        lines_.fail("the mask has lanes that the warp does not have; the block has " +
                    std::to_string(header_.shape.threads_per_cta()) + " threads");
    const auto line_or_most =
        static_cast<std::uint32_t>(std::min(std::max<std::uint64_t>(source_line, 1), most_of_32_bits));
    const FormDecoder::Decoded decoded = decoder_.decode(scanner, static_cast<std::uint32_t>(pc), line_or_most);
    line.form = decoded.form;
    line.has_addresses = decoded.has_addresses;
}

void InstructionDecoder::read_immediate(Scanner& scanner, Line& line) const {
    const bool needed = header_.tracer_version >= version_with_immediate;
    if (scanner.at_end()) {
        if (needed) lines_.fail("the line ends too early; expected an immediate value as its last number");
        return;
    }
    std::int64_t value;
    if (!scanner.signed_decimal(value) || !scanner.at_end())
        lines_.fail("'" + std::string(scanner.word()) +
                    "' is too much; expected the end of the line after the immediate value");
    line.immediate = static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0));
}

std::uint32_t InstructionDecoder::resolve(const Line& line, bool last) {
    const Form& form = forms_[line.form];
    const OpcodeClass what = form.opcode.what;
    if (form.unknown_count) ++*form.unknown_count;
    if (last && what != OpcodeClass::exit)
        lines_.fail("the warp's last instruction is not EXIT; is the trace cut off, or 'insts' too small?");
    if (what == OpcodeClass::exit) return last ? line.form : decoder_.as_partial_exit(line.form);
    if (form.opcode.is_memory() && !line.has_addresses && line.mask != 0)
        lines_.fail("a memory instruction without addresses; expected its width and addresses");
    if (what == OpcodeClass::copy || what == OpcodeClass::commit || what == OpcodeClass::wait)
        return resolve_copy(line);
    if (form.opcode.space != OpcodeSpace::generic || line.mask == 0) return line.form;
    return decoder_.in_space(line.form,
                             spaces_.of_generic(pattern_.strided ? pattern_.first : pattern_.lanes.address[0]));
}

// A copy writes one of a few registers behind the kernel's own; a wait reads the registers of its groups.
std::uint32_t InstructionDecoder::resolve_copy(const Line& line) {
    const OpcodeClass what = forms_[line.form].opcode.what;
    if (what == OpcodeClass::commit) {
        ++groups_closed_;
        return line.form;
    }
    if (what == OpcodeClass::copy) {
        const auto place = static_cast<unsigned>(copies_++ % FormDecoder::copy_registers);
        group_of_[place] = groups_closed_;
        return decoder_.as_copy(line.form, place);
    }
    unsigned set = 0;
    for (unsigned i = 0; i < FormDecoder::copy_registers; ++i)
        if (group_of_[i] != no_group && group_of_[i] + line.immediate < groups_closed_) set |= 1u << i;
    return set == 0 ? line.form : decoder_.waiting_for(line.form, set);
}

void InstructionDecoder::put(const Line& line, std::uint32_t number, std::vector<std::uint32_t>& addresses) {
    const Form& form = forms_[number];
    if (!form.opcode.is_memory() || line.mask == 0) return put_word(number, line.mask);
    if (line.deltas) {
        AddressEncoder::put_two(line.base, addresses);
        return put_addresses(number, line.deltas->encoded, line.mask);
    }
    spaces_.place(form.instruction.space, form.opcode.access_bytes, line.mask, first_thread_, pattern_);
    const std::size_t at = addresses.size();
    encoded_ = encoder_.put(pattern_, line.mask, addresses);
    encoded_base_ = two_words(addresses.data() + at);
    put_addresses(number, encoded_, line.mask);
}

void InstructionDecoder::put_addresses(std::uint32_t form, const AddressEncoder::Encoded& encoded, LaneMask mask) {
    put_word(form | static_cast<std::uint32_t>(encoded.kind) << address_words_shift, mask);
    if (has_argument(encoded.kind)) path_.push_back(encoded.argument);
}

void InstructionDecoder::put_word(std::uint32_t word, LaneMask mask) {
    if (!path_.empty() && mask == mask_) return path_.push_back(word);
    mask_ = mask;
    path_.push_back(word | new_mask_flag);
    path_.push_back(mask);
}

}  // namespace heddle::traces
