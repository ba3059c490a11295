#include "heddle/stimulus/trace/opcode_table.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "heddle/base/error.h"

namespace heddle::traces {
namespace {

template <class T>
struct Word {
    const char* text;
    T value;
};

constexpr Word<OpcodeClass> class_words[] = {
    {"alu", OpcodeClass::alu},         {"fp64", OpcodeClass::fp64},     {"sfu", OpcodeClass::sfu},
    {"tensor", OpcodeClass::tensor},   {"fp32", OpcodeClass::fp32},     {"branch", OpcodeClass::branch},
    {"load", OpcodeClass::load},       {"store", OpcodeClass::store},   {"atomic", OpcodeClass::atomic},
    {"barrier", OpcodeClass::barrier}, {"fence", OpcodeClass::fence},   {"exit", OpcodeClass::exit},
    {"copy", OpcodeClass::copy},       {"commit", OpcodeClass::commit}, {"wait", OpcodeClass::wait}};
constexpr Word<OpcodeSpace> space_words[] = {{"global", OpcodeSpace::global},
                                             {"local", OpcodeSpace::local},
                                             {"shared", OpcodeSpace::shared},
                                             {"generic", OpcodeSpace::generic}};
constexpr Word<AtomicOp> atomic_words[] = {{"add", AtomicOp::add},   {"min", AtomicOp::min},   {"max", AtomicOp::max},
                                           {"exch", AtomicOp::exch}, {"cas", AtomicOp::cas},   {"band", AtomicOp::band},
                                           {"bor", AtomicOp::bor},   {"bxor", AtomicOp::bxor}, {"inc", AtomicOp::inc},
                                           {"dec", AtomicOp::dec}};
constexpr Word<ElementType> type_words[] = {{"u32", ElementType::u32}, {"s32", ElementType::s32},
                                            {"f32", ElementType::f32}, {"u64", ElementType::u64},
                                            {"s64", ElementType::s64}, {"f64", ElementType::f64}};

template <class T, std::size_t N>
T look_up_word(const Word<T> (&words)[N], const std::string& text) {
    for (const Word<T>& word : words)
        if (text == word.text) return word.value;
    throw std::invalid_argument("'" + text + "' is not a word of the table, expected one such as " + words[0].text);
}

unsigned bytes_word(const std::string& text) {
    for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u})
        if (text == std::to_string(bytes)) return bytes;
    throw std::invalid_argument("'" + text + "' bytes, expected 1, 2, 4, 8 or 16");
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (end > 0) parts.emplace_back(text.substr(0, end));
        if (end == text.size()) return parts;
        text.remove_prefix(end + 1);
    }
}

bool has(const std::vector<std::string>& parts, const std::string& token) {
    return std::find(parts.begin() + 1, parts.end(), token) != parts.end();
}

}  // namespace

OpcodeTable::OpcodeTable(const std::string& name, std::string_view text) {
    std::istringstream lines{std::string(text)};
    std::string line;
    for (unsigned number = 1; std::getline(lines, line); ++number) {
        const std::vector<std::string> words = split(line, ' ');
        if (words.empty() || words[0][0] == '#') continue;
        try {
            if (words[0] == "op" && words.size() >= 3)
                add_operation(words);
            else if (words[0] == "mod" && words.size() == 4)
                add_modifier(words);
            else
                throw std::invalid_argument("expected 'op MNEMONIC class ...' or 'mod TOKEN effect value'");
        } catch (const std::invalid_argument& error) {
            throw InputError(name + ":" + std::to_string(number) + ": " + error.what());
        }
    }
}

void OpcodeTable::add_operation(const std::vector<std::string>& words) {
    Operation operation;
    operation.what = look_up_word(class_words, words[2]);
    std::size_t at = 3;
    if (at < words.size() && words[at] != "bytes") operation.space = look_up_word(space_words, words[at++]);
    if (at + 1 < words.size() && words[at] == "bytes") {
        operation.access_bytes = static_cast<std::uint8_t>(bytes_word(words[at + 1]));
        at += 2;
    }
    if (at != words.size())
        throw std::invalid_argument("'" + words[at] + "' is too much, expected the end of the line");
    const bool accesses = operation.what == OpcodeClass::load || operation.what == OpcodeClass::store ||
                          operation.what == OpcodeClass::atomic || operation.what == OpcodeClass::copy;
    if (accesses != (operation.space != OpcodeSpace::none))
        throw std::invalid_argument("class " + words[2] + (accesses ? " needs a space" : " has no space"));
    if (!operations_.emplace(words[1], operation).second)
        throw std::invalid_argument(words[1] + " is in the table already, expected one row for each opcode");
}

void OpcodeTable::add_modifier(const std::vector<std::string>& words) {
    Modifier modifier;
    modifier.tokens = split(words[1], '+');
    if (modifier.tokens.empty()) throw std::invalid_argument("expected a token after mod");
    if (words[2] == "bytes") {
        modifier.effect = Effect::bytes;
        modifier.value = bytes_word(words[3]);
    } else if (words[2] == "bypass_l1" && words[3] == "yes") {
        modifier.effect = Effect::bypass_l1;
    } else if (words[2] == "read_only" && words[3] == "yes") {
        modifier.effect = Effect::read_only;
    } else if (words[2] == "atomic") {
        modifier.effect = Effect::atomic;
        modifier.value = static_cast<unsigned>(look_up_word(atomic_words, words[3]));
    } else if (words[2] == "type") {
        modifier.effect = Effect::type;
        modifier.value = static_cast<unsigned>(look_up_word(type_words, words[3]));
    } else {
        throw std::invalid_argument("effect '" + words[2] +
                                    "', expected bytes, bypass_l1 yes, read_only yes, atomic or type");
    }
    modifiers_.push_back(std::move(modifier));
}

void OpcodeTable::apply(const Modifier& modifier, Opcode& opcode) const {
    switch (modifier.effect) {
        case Effect::bytes:
            opcode.access_bytes = static_cast<std::uint8_t>(modifier.value);
            break;
        case Effect::bypass_l1:
            opcode.bypass_l1 = true;
            break;
        case Effect::read_only:
            opcode.read_only = true;
            break;
        case Effect::atomic:
            opcode.atomic_op = static_cast<AtomicOp>(modifier.value);
            break;
        case Effect::type:
            opcode.atomic_type = static_cast<ElementType>(modifier.value);
            break;
    }
}

Opcode OpcodeTable::look_up(std::string_view text) const {
    const std::vector<std::string> parts = split(text, '.');
    Opcode opcode;
    const auto found = parts.empty() ? operations_.end() : operations_.find(parts[0]);
    opcode.known = found != operations_.end();
    if (!opcode.known) return opcode;
    opcode.what = found->second.what;
    opcode.space = found->second.space;
    if (!opcode.is_memory()) return opcode;
    bool bytes_known = found->second.access_bytes != 0, type_known = false;
    if (bytes_known) opcode.access_bytes = found->second.access_bytes;
    for (const Modifier& modifier : modifiers_) {
        if (!std::all_of(modifier.tokens.begin(), modifier.tokens.end(),
                         [&](const std::string& token) { return has(parts, token); }))
            continue;
        bool* const known = modifier.effect == Effect::bytes  ? &bytes_known
                            : modifier.effect == Effect::type ? &type_known
                                                              : nullptr;
        if (known && *known) continue;
        if (known) *known = true;
        apply(modifier, opcode);
    }
    // An atomic's operand is as wide as its type; halves travel as words.
    if (opcode.what == OpcodeClass::atomic) {
        const bool wide = opcode.atomic_type >= ElementType::u64;
        opcode.access_bytes = wide ? 8 : 4;
    }
    return opcode;
}

const OpcodeTable& OpcodeTable::built_in() {
    static const OpcodeTable table("opcodes.table", opcodes_text);
    return table;
}

}  // namespace heddle::traces
