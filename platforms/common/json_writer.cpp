#include "heddle/platforms/common/json_writer.h"

#include <cmath>
#include <cstdio>

#include "heddle/platforms/common/text.h"

namespace heddle {

std::string JsonWriter::quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        switch (c) {
            case '"':
                result += "\\\"";
                break;
            case '\\':
                result += "\\\\";
                break;
            case '\n':
                result += "\\n";
                break;
            case '\t':
                result += "\\t";
                break;
            default:
                if (static_cast<unsigned char>(c) < 0x20) {
                    char code[8];
                    std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
                    result += code;
                } else {
                    result += c;
                }
        }
    }
    return result + "\"";
}

void JsonWriter::next_line() {
    if (has_members_.empty()) return;
    out_ << (has_members_.back() ? ",\n" : "\n") << std::string(2 * has_members_.size(), ' ');
    has_members_.back() = true;
}

void JsonWriter::put_key(const std::string& key) {
    next_line();
    out_ << quoted(key) << ": ";
}

void JsonWriter::begin(char bracket) {
    out_ << bracket;
    has_members_.push_back(false);
}

void JsonWriter::end(char bracket) {
    const bool had_members = has_members_.back();
    has_members_.pop_back();
    if (had_members) out_ << "\n" << std::string(2 * has_members_.size(), ' ');
    out_ << bracket;
    if (has_members_.empty()) out_ << "\n";
}

void JsonWriter::begin_object() {
    next_line();
    begin('{');
}

void JsonWriter::begin_object(const std::string& key) {
    put_key(key);
    begin('{');
}

void JsonWriter::begin_array(const std::string& key) {
    put_key(key);
    begin('[');
}

void JsonWriter::value(const std::string& key, std::uint64_t number) {
    put_key(key);
    out_ << std::to_string(number);
}

void JsonWriter::value(const std::string& key, double number) {
    put_key(key);
    out_ << (std::isfinite(number) ? shortest(number) : "null");
}

void JsonWriter::value(const std::string& key, bool truth) {
    put_key(key);
    out_ << (truth ? "true" : "false");
}

void JsonWriter::value(const std::string& key, const std::string& text) {
    put_key(key);
    out_ << quoted(text);
}

void JsonWriter::value(const std::string& key, const std::vector<std::uint64_t>& numbers) {
    put_key(key);
    out_ << "[";
    for (std::size_t i = 0; i < numbers.size(); ++i) out_ << (i ? ", " : "") << std::to_string(numbers[i]);
    out_ << "]";
}

void JsonWriter::element(const std::string& text) {
    next_line();
    out_ << quoted(text);
}

}  // namespace heddle
