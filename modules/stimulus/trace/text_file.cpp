#include "heddle/stimulus/trace/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "heddle/base/error.h"
#include "heddle/base/stop_request.h"

namespace heddle::traces {
namespace {

class PlainFile final : public ByteSource {
public:
    explicit PlainFile(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        struct stat status {};
        if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0)
            throw std::runtime_error(std::string("cannot be opened (") + std::strerror(errno) +
                                     "); expected a readable file");
        if (S_ISDIR(status.st_mode)) {
            ::close(descriptor_);
            throw std::runtime_error("is a folder; expected a file");
        }
    }
    PlainFile(const PlainFile&) = delete;
    PlainFile& operator=(const PlainFile&) = delete;
    ~PlainFile() override { ::close(descriptor_); }

    std::size_t read(char* to, std::size_t bytes) override {
        while (true) {
            const ssize_t got = ::read(descriptor_, to, bytes);
            if (got >= 0) return static_cast<std::size_t>(got);
            if (errno != EINTR) throw std::runtime_error(std::string("cannot be read (") + std::strerror(errno) + ")");
        }
    }

private:
    int descriptor_;
};

class TextInMemory final : public ByteSource {
public:
    explicit TextInMemory(std::string text) : text_(std::move(text)) {}

    std::size_t read(char* to, std::size_t bytes) override {
        const std::size_t count = std::min(bytes, text_.size() - at_);
        std::memcpy(to, text_.data() + at_, count);
        at_ += count;
        return count;
    }

private:
    std::string text_;
    std::size_t at_ = 0;
};

bool ends_in(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::unique_ptr<ByteSource> open_bytes(const std::string& path) {
    std::unique_ptr<ByteSource> file = std::make_unique<PlainFile>(path);
    return ends_in(path, ".xz") ? decompressed(std::move(file)) : std::move(file);
}

std::unique_ptr<ByteSource> bytes_of(std::string text) {
    return std::make_unique<TextInMemory>(std::move(text));
}

// Room for the longest line and a good piece more, and for the end of a last line that has none.
LineReader::LineReader(std::string name, std::unique_ptr<ByteSource> source)
    : name_(std::move(name)), source_(std::move(source)), buffer_(4 * longest_line + 1) {}

bool LineReader::next(std::string_view& line) {
    const char* const begin = buffer_.data() + at_;
    const auto* const end = static_cast<const char*>(std::memchr(begin, '\n', end_ - at_));
    if (!end) return next_slow(line);
    line = {begin, static_cast<std::size_t>(end - begin)};
    at_ += line.size() + 1;
    ++line_number_;
    return true;
}

bool LineReader::next_slow(std::string_view& line) {
    while (refill())
        if (std::memchr(buffer_.data() + at_, '\n', end_ - at_)) return next(line);
    if (at_ == end_) return false;
    buffer_[end_++] = '\n';
    return next(line);
}

// Moves what is left to the front and reads more behind it; false if there is no more.
bool LineReader::refill() {
    if (ended_) return false;
    throw_if_stop_requested();
    const std::size_t left = end_ - at_;
    std::memmove(buffer_.data(), buffer_.data() + at_, left);
    at_ = 0;
    end_ = left;
    if (left > longest_line) {
        ++line_number_;
        fail("the line is longer than " + std::to_string(longest_line) + " characters; is this a trace?");
    }
    try {
        const std::size_t got = source_->read(buffer_.data() + end_, buffer_.size() - 1 - end_);
        ended_ = got == 0;
        end_ += got;
    } catch (const std::runtime_error& error) {
        ++line_number_;
        fail(error.what());
    }
    return !ended_;
}

void LineReader::fail(const std::string& message) const {
    const std::string line = line_number_ > 0 ? ":" + std::to_string(line_number_) : "";
    throw InputError(name_ + line + ": " + message);
}

}  // namespace heddle::traces
