// All parameters of a platform by key: filled by the visit() convention of the parameter structs, read and written as
// text by files and command line. Holds pointers into the structs, which must outlive it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace heddle {

class ParameterSet {
public:
    struct Entry {
        std::string key;  // "l2_slice.size_bytes"
        std::variant<bool*, unsigned*, std::uint64_t*, double*, std::string*> member;
        std::string unit;
        std::string meaning;
        std::string default_text;
        std::string origin;  // who set it last: "chip.ini:12", "--set"; empty: nobody
    };

    // The visitor's side: structs call v("key", member, "unit", "meaning") and v.group("name", nested).
    template <class T>
    void operator()(const char* key, T& member, const char* unit, const char* meaning) {
        add(key, &member, unit, meaning);
    }
    template <class Group>
    void group(const char* name, Group& nested) {
        const std::string outer = prefix_;
        prefix_ += std::string(name) + ".";
        nested.visit(*this);
        prefix_ = outer;
    }

    // Throws ParameterError for an unknown key (with the nearest one) and for text that is not of the member's type.
    void set(const std::string& key, const std::string& text, const std::string& origin);
    // What is set now is what the platform has unless told otherwise.
    void take_values_as_defaults();
    std::string text(const std::string& key) const { return text(find(key)); }
    static std::string text(const Entry& entry);
    const Entry& find(const std::string& key) const;
    bool contains(const std::string& key) const { return index_.count(key) != 0; }

    const std::vector<Entry>& entries() const { return entries_; }
    std::vector<std::string> keys() const;

private:
    void add(const std::string& key, decltype(Entry::member) member, const char* unit, const char* meaning);

    std::vector<Entry> entries_;
    std::map<std::string, std::size_t> index_;
    std::string prefix_;
};

}  // namespace heddle
