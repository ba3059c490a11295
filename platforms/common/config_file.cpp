#include "heddle/platforms/common/config_file.h"

#include <algorithm>
#include <array>
#include <boost/program_options/parsers.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "heddle/base/byte_order_mark.h"
#include "heddle/base/error.h"
#include "heddle/platforms/common/text.h"

namespace heddle {

namespace po = boost::program_options;

namespace {

[[noreturn]] void fail(const std::string& name, unsigned line, const std::string& message) {
    throw InputError(name + ":" + std::to_string(line) + ": " + message);
}

std::string without_comment(const std::string& line) {
    return trimmed(line.substr(0, line.find('#')));
}

// Boost's parser knows no line numbers, so it gets one line at a time under its section.
po::option parse_line(const std::string& section, const std::string& line) {
    std::istringstream text((section.empty() ? "" : "[" + section + "]\n") + line + "\n");
    const auto parsed = po::parse_config_file(text, po::options_description(), true);
    return parsed.options.at(0);
}

// Says something about the file, not about the machine.
constexpr const char* whole_machine_key = "preset.whole_machine";

class Reader {
public:
    Reader(const std::string& name, ParameterSet& parameters) : name_(name), parameters_(parameters) {}

    void read(const std::string& raw) {
        ++line_;
        const std::string line = without_comment(raw);
        if (line.empty()) return;
        if (line.front() == '[')
            begin_section(line);
        else
            set(line);
    }

private:
    void begin_section(const std::string& line) {
        const std::string section = trimmed(line.substr(1, line.size() - 2));
        if (line.back() != ']' || section.empty()) fail(name_, line_, "'" + line + "', expected [section]");
        section_ = section;
    }

    void set(const std::string& line) {
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos || equals == 0)
            fail(name_, line_, "'" + line + "', expected key = value, [section] or # comment");
        const po::option option = parse_line(section_, line);
        const std::string& key = option.string_key;
        const auto first = seen_.emplace(key, line_);
        if (!first.second)
            fail(name_, line_, key + " is set a second time, first in line " + std::to_string(first.first->second));
        if (key == whole_machine_key) return set_whole_machine(option.value.empty() ? "" : option.value[0]);
        try {
            parameters_.set(key, option.value.empty() ? "" : option.value[0], name_ + ":" + std::to_string(line_));
        } catch (const ParameterError& error) {
            fail(name_, line_, error.what());
        }
    }

    void set_whole_machine(const std::string& value) const {
        if (value != "true" && value != "false")
            fail(name_, line_, std::string(whole_machine_key) + ": is '" + value + "', expected true or false");
    }

    const std::string& name_;
    ParameterSet& parameters_;
    unsigned line_ = 0;
    std::string section_;
    std::map<std::string, unsigned> seen_;
};

std::string section_of(const std::string& key) {
    const std::size_t dot = key.rfind('.');
    return dot == std::string::npos ? "" : key.substr(0, dot);
}

// What comes from a device or a pipe may have no end.
std::string read_text(std::istream& in, const std::string& path) {
    constexpr std::size_t most_bytes = std::size_t{1} << 26;  // --dump-config writes a two-thousandth of it
    std::string text;
    for (std::array<char, 1 << 16> piece; in.read(piece.data(), piece.size()) || in.gcount() > 0;) {
        text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > most_bytes)
            throw InputError(path + ": has more than " + std::to_string(most_bytes) +
                             " bytes; expected a configuration file, such as --dump-config writes");
    }
    return text.compare(0, byte_order_mark.size(), byte_order_mark) == 0 ? text.substr(byte_order_mark.size()) : text;
}

void write_entry(std::ostream& out, const ParameterSet::Entry& entry) {
    const std::string section = section_of(entry.key);
    const std::string text = ParameterSet::text(entry);
    const bool has_unit = !entry.unit.empty() && entry.unit != "1";
    out << "# " << entry.meaning << (has_unit ? " [" + entry.unit + "]" : "");
    if (text != entry.default_text) out << "; default " << entry.default_text;
    out << "\n" << entry.key.substr(section.empty() ? 0 : section.size() + 1) << " = " << text << "\n";
}

}  // namespace

void read_config(std::istream& in, const std::string& name, ParameterSet& parameters) {
    Reader reader(name, parameters);
    for (std::string line; std::getline(in, line);) reader.read(line);
}

void read_config(const ConfigText& config, ParameterSet& parameters) {
    std::istringstream in(config.text);
    read_config(in, config.name, parameters);
}

void read_config_file(const std::string& path, ParameterSet& parameters) {
    read_config(load_config_file(path), parameters);
}

ConfigText load_config_file(const std::string& path) {
    std::error_code ignored;
    // A folder opens like a file and fails only when it is read.
    if (std::filesystem::is_directory(path, ignored))
        throw InputError(path + ": is a folder; expected a configuration file, such as --dump-config writes");
    std::ifstream in(path);
    if (!in) throw InputError(path + ": configuration file cannot be opened (" + std::strerror(errno) + ")");
    return {path, read_text(in, path)};
}

bool describes_whole_machine(const ConfigText& config) {
    std::istringstream in(config.text);
    std::string section;
    for (std::string raw; std::getline(in, raw);) {
        const std::string line = without_comment(raw);
        const std::size_t equals = line.find('=');
        if (!line.empty() && line.front() == '[')
            section = trimmed(line.substr(1, line.size() - 2));
        else if (equals != std::string::npos && equals > 0) {
            const po::option option = parse_line(section, line);
            if (option.string_key == whole_machine_key) return option.value == std::vector<std::string>{"true"};
        }
    }
    return false;
}

void write_config(std::ostream& out, const ParameterSet& parameters) {
    // A key without a section would be read as part of the section before it, so those come first.
    std::vector<std::string> sections{""};
    for (const auto& entry : parameters.entries()) {
        const std::string section = section_of(entry.key);
        if (std::find(sections.begin(), sections.end(), section) == sections.end()) sections.push_back(section);
    }
    for (const std::string& section : sections) {
        if (!section.empty()) out << "\n[" << section << "]\n";
        for (const auto& entry : parameters.entries())
            if (section_of(entry.key) == section) write_entry(out, entry);
    }
}

}  // namespace heddle
