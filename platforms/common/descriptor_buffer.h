// The buffer of a stream over a file descriptor. A std::filebuf forgets why a write failed; this one keeps the reason.
// Plain C++.
#pragma once

#include <streambuf>
#include <vector>

namespace heddle {

class DescriptorBuffer : public std::streambuf {
public:
    // The descriptor stays the caller's, who flushes the stream before closing it. Destruction writes nothing.
    explicit DescriptorBuffer(int descriptor);

    // The errno of the first write that failed, 0 if none has. Nothing is written after it.
    int error() const { return error_; }

protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize count) override;
    int sync() override;

private:
    bool write_out(const char* text, std::size_t count);

    const int descriptor_;
    int error_ = 0;
    std::vector<char> buffer_;
};

}  // namespace heddle
