// A VCD file read back, ours or one that SystemC wrote.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <istream>
#include <map>
#include <string>
#include <vector>

namespace heddle {

class Vcd {
public:
    using Changes = std::map<std::uint64_t, std::uint64_t>;  // the value a signal has after a time's last change

    explicit Vcd(std::istream& in) { read(in); }
    explicit Vcd(const std::string& path) {
        std::ifstream file(path);
        REQUIRE(file);
        read(file);
    }

    // By full name. A value that is written again is listed here, and left out by real_changes().
    std::map<std::string, Changes> changes;
    std::map<std::string, int> width;
    std::string timescale;
    int change_lines = 0;
    std::uint64_t end = 0;

    // The changes without those that change nothing, such as a value that is set twice at one time.
    Changes real_changes(const std::string& name) const {
        Changes real;
        for (const auto& [time, value] : changes.at(name))
            if (real.empty() || real.rbegin()->second != value) real[time] = value;
        return real;
    }
    std::uint64_t value_at(const std::string& name, std::uint64_t time) const {
        const auto after = changes.at(name).upper_bound(time);
        REQUIRE(after != changes.at(name).begin());
        return std::prev(after)->second;
    }

private:
    void read(std::istream& in) {
        for (std::string word; in >> word;) {
            if (word[0] == '$')
                read_command(word, in);
            else
                read_change(word, in);
        }
        REQUIRE(scope_.empty());
    }
    void read_command(const std::string& command, std::istream& in) {
        if (command == "$dumpvars" || command == "$end") return;  // what stands between them are changes
        std::vector<std::string> words;
        for (std::string word; in >> word && word != "$end";) words.push_back(word);
        if (command == "$timescale") {
            for (const std::string& word : words) timescale += word;
        } else if (command == "$scope") {
            scope_.push_back(words.at(1));
        } else if (command == "$upscope") {
            REQUIRE(!scope_.empty());
            scope_.pop_back();
        } else if (command == "$var") {
            std::string name;
            for (const std::string& part : scope_) name += part + ".";
            name += words.at(3).substr(0, words.at(3).find('['));
            REQUIRE(name_of_.emplace(words.at(2), name).second);
            REQUIRE(width.emplace(name, std::stoi(words.at(1))).second);
        }
    }
    void read_change(const std::string& word, std::istream& in) {
        if (word[0] == '#') {
            const std::uint64_t time = std::stoull(word.substr(1));
            REQUIRE(time >= end);
            end = time;
            return;
        }
        std::string bits = word.substr(0, 1), code = word.substr(1);
        if (word[0] == 'b') {
            bits = word.substr(1);
            REQUIRE(in >> code);
        }
        REQUIRE(bits.find_first_not_of("01") == std::string::npos);
        changes[name_of_.at(code)][end] = std::stoull(bits, nullptr, 2);
        ++change_lines;
    }

    std::vector<std::string> scope_;
    std::map<std::string, std::string> name_of_;  // by the code in the file
};

}  // namespace heddle
