// A file that is written from front to back, compressed if wanted.
#pragma once

#include <memory>
#include <string>

namespace heddle::traces {

class Output {
public:
    virtual ~Output() = default;
    virtual void write(const std::string& text) = 0;
    // Must be called for the file to be whole.
    virtual void close() = 0;
};

// Throws InputError, as do the functions of what it returns.
std::unique_ptr<Output> open_output(const std::string& path, bool compress);

}  // namespace heddle::traces
