#include "heddle/platforms/common/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "heddle/base/error.h"

namespace heddle {

OutputFile::OutputFile(const std::string& path) : path_(path), part_(path + ".part"), stream_(part_) {
    if (!stream_) throw InputError(path_ + ": cannot be written (" + std::strerror(errno) + ")");
}

OutputFile::~OutputFile() {
    if (finished_) return;
    stream_.close();
    std::remove(part_.c_str());
}

void OutputFile::finish() {
    stream_.close();
    if (!stream_ || std::rename(part_.c_str(), path_.c_str()) != 0)
        throw InputError(path_ + ": cannot be written (" + std::strerror(errno) + ")");
    finished_ = true;
}

}  // namespace heddle
