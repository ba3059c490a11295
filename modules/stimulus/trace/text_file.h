// A text file read line by line as it streams by, decompressed if its name ends in .xz.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::traces {

// Where bytes come from. Throws std::runtime_error with what is wrong; the reader of lines adds where.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    // Fills as much as there is; 0 is the end.
    virtual std::size_t read(char* to, std::size_t bytes) = 0;
};

std::unique_ptr<ByteSource> open_bytes(const std::string& path);
std::unique_ptr<ByteSource> bytes_of(std::string text);
std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> compressed);

class LineReader {
public:
    static constexpr std::size_t longest_line = 64 * 1024;

    // `name` is the file's name in messages.
    LineReader(std::string name, std::unique_ptr<ByteSource> source);

    // The next line without its end; false after the last. What it points to stays until the next call, and the
    // character behind it is never a digit or a letter. Throws InputError.
    bool next(std::string_view& line);

    // Goes on behind the next line if that is `text`, which ends with the line's end. May not notice it where the file
    // is read in pieces; next() does.
    bool skip(const std::string& text) {
        if (end_ - at_ < text.size() || std::memcmp(buffer_.data() + at_, text.data(), text.size()) != 0) return false;
        at_ += text.size();
        ++line_number_;
        return true;
    }

    std::uint64_t line_number() const { return line_number_; }
    const std::string& name() const { return name_; }
    // InputError "file:line: message" about the line read last.
    [[noreturn]] void fail(const std::string& message) const;

private:
    bool next_slow(std::string_view& line);
    bool refill();

    std::string name_;
    std::unique_ptr<ByteSource> source_;
    std::vector<char> buffer_;
    std::size_t at_ = 0, end_ = 0;
    bool ended_ = false;
    std::uint64_t line_number_ = 0;
};

}  // namespace heddle::traces
