// Writes JSON: nesting, commas, indentation and escaping. Numbers that JSON cannot express (NaN, infinity) become null.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace heddle {

class JsonWriter {
public:
    explicit JsonWriter(std::ostream& out) : out_(out) {}

    // Inside an object every call takes the key; inside an array and at the top use the forms without.
    void begin_object();
    void begin_object(const std::string& key);
    void end_object() { end('}'); }
    void begin_array(const std::string& key);
    void end_array() { end(']'); }

    void value(const std::string& key, std::uint64_t number);
    void value(const std::string& key, double number);
    void value(const std::string& key, bool truth);
    void value(const std::string& key, const std::string& text);
    void value(const std::string& key, const char* text) { value(key, std::string(text)); }
    void value(const std::string& key, const std::vector<std::uint64_t>& numbers);
    void element(const std::string& text);

    static std::string quoted(const std::string& text);

private:
    void next_line();
    void put_key(const std::string& key);
    void begin(char bracket);
    void end(char bracket);

    std::ostream& out_;
    std::vector<bool> has_members_;  // one per open object or array
};

}  // namespace heddle
