// A file that a run writes. A regular file appears whole or not at all: it is written beside its name, as NAME.part,
// and renamed when it is finished. What is no regular file (a device, a FIFO, a descriptor of this process such as
// /dev/stdout) is written to as it stands, never replaced. A symbolic link is followed, also to a file that does not
// exist yet.
#pragma once

#include <ostream>
#include <string>

#include "heddle/platforms/common/descriptor_buffer.h"

namespace heddle {

class OutputFile {
public:
    // Throws InputError with the reason if the place cannot be written: better before a long run than after it.
    // Waits for a reader if it is a FIFO.
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    std::ostream& stream() { return stream_; }
    // Throws InputError with the reason (the disk is full) if not everything could be written; then nothing new is
    // left.
    void finish();

    // What would be written beside the name before it is renamed; empty for what is written in place.
    static std::string part_of(const std::string& path);

private:
    struct Place {
        int descriptor;
        std::string target, part;  // empty: written in place
    };
    static Place open(const std::string& path);
    OutputFile(const std::string& path, Place place);
    void give_up();
    [[noreturn]] void fail(int error);

    std::string path_;
    Place place_;
    DescriptorBuffer buffer_;
    std::ostream stream_;
};

}  // namespace heddle
