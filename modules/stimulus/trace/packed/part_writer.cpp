#include "heddle/stimulus/trace/packed/part_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "heddle/base/error.h"

namespace heddle::traces::packed {

PartWriter::PartWriter(const std::string& path) : path_(path), part_path_(part_of(path)) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
        throw InputError(path + ": is not a regular file; expected a name for the packed trace");
    create_part();
    file_.open(part_path_, std::ios::binary);
    if (!file_) fail("opened");
    const FileHead nothing{};
    put(&nothing, sizeof nothing);
}

// Exclusively, so that no link is followed.
void PartWriter::create_part() const {
    struct stat found {};
    if (lstat(part_path_.c_str(), &found) == 0) {
        if (!S_ISREG(found.st_mode))
            throw InputError(part_path_ +
                             ": is in the way, where the packed trace is written first; choose another name");
        if (unlink(part_path_.c_str()) != 0) fail("replaced");
    }
    const int descriptor = ::open(part_path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) fail("opened");
    close(descriptor);
}

PartWriter::~PartWriter() {
    if (finished_) return;
    file_.close();
    std::error_code ignored;
    std::filesystem::remove(part_path_, ignored);
}

void PartWriter::fail(const char* what) const {
    throw InputError(part_path_ + ": cannot be " + what + " (" + std::strerror(errno) +
                     "); expected a folder that can be written, with enough room");
}

void PartWriter::put(const void* data, std::size_t bytes) {
    if (!file_.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes))) fail("written");
    end_ += bytes;
}

KernelPlace PartWriter::write(const Part& part) {
    const KernelPlace place{end_, part.bytes().size(), checksum(part.bytes().data(), part.bytes().size())};
    put(part.bytes().data(), part.bytes().size());
    return place;
}

void PartWriter::write_directory(const Part& part) {
    directory_ = write(part);
}

std::uint64_t PartWriter::finish() {
    FileHead head{};
    std::copy_n(magic, sizeof magic, head.magic);
    head.byte_order = byte_order_mark;
    head.version = format_version;
    head.opcodes_checksum = opcodes_checksum();
    head.file_bytes = end_;
    head.directory_offset = directory_.offset;
    head.directory_bytes = directory_.bytes;
    head.directory_checksum = directory_.checksum;
    head.checksum = checksum(&head, offsetof(FileHead, checksum));
    file_.seekp(0);
    file_.write(reinterpret_cast<const char*>(&head), sizeof head);
    file_.close();
    if (!file_) fail("written");
    std::error_code error;
    std::filesystem::rename(part_path_, path_, error);
    if (error) fail("renamed");
    finished_ = true;
    return head.file_bytes;
}

}  // namespace heddle::traces::packed
