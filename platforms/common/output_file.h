// A file that appears whole or not at all: written beside its name, renamed when finished.
#pragma once

#include <fstream>
#include <string>

namespace heddle {

class OutputFile {
public:
    // Throws InputError if the place cannot be written: better before a long run than after it.
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    std::ostream& stream() { return stream_; }
    void finish();

private:
    std::string path_, part_;
    std::ofstream stream_;
    bool finished_ = false;
};

}  // namespace heddle
