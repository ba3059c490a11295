#include "heddle/stimulus/trace/packed/part_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "heddle/base/error.h"

namespace heddle::traces::packed {

PartWriter::PartWriter(const std::string& path) : path_(path), part_path_(path + ".part") {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
        throw InputError(path + ": is not a regular file; expected a name for the packed trace");
    file_.open(part_path_, std::ios::binary | std::ios::trunc);
    if (!file_) fail("opened");
    const FileHead nothing{};
    put(&nothing, sizeof nothing);
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
