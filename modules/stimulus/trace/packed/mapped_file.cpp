#include "heddle/stimulus/trace/packed/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "heddle/base/error.h"
#include "heddle/stimulus/trace/opcode_table.h"

namespace heddle::traces::packed {
namespace {

constexpr const char* pack_again = "; pack the trace again with trace_pack";

bool ends_in(const std::string& text, const std::string& end) {
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

class Descriptor {
public:
    explicit Descriptor(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    int number() const { return number_; }

private:
    int number_;
};

}  // namespace

std::uint64_t opcodes_checksum() {
    std::string text(opcodes_text);
    text.resize(padded(text.size()));
    return checksum(text.data(), text.size());
}

bool is_packed(const std::string& path) {
    if (ends_in(path, file_ending)) return true;
    char begin[sizeof magic] = {};
    std::ifstream file(path, std::ios::binary);
    return file.read(begin, sizeof begin) && std::memcmp(begin, magic, sizeof magic) == 0;
}

MappedFile::MappedFile(std::string path) : path_(std::move(path)) {
    map();
    try {
        FileHead head;
        std::memcpy(&head, data_, sizeof head);
        check_head(head);
        read_directory(head);
    } catch (...) {
        ::munmap(const_cast<char*>(data_), bytes_);
        throw;
    }
}

MappedFile::~MappedFile() {
    ::munmap(const_cast<char*>(data_), bytes_);
}

void MappedFile::map() {
    const Descriptor file(path_);
    struct stat status {};
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0)
        fail(std::string("cannot be opened (") + std::strerror(errno) + "); expected a readable file");
    if (!S_ISREG(status.st_mode)) fail("is not a regular file; expected a packed trace, which is mapped into memory");
    bytes_ = static_cast<std::uint64_t>(status.st_size);
    if (bytes_ < sizeof(FileHead))
        fail("has " + std::to_string(bytes_) + " bytes, which is too short for a packed trace" + pack_again);
    void* const data = ::mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (data == MAP_FAILED) fail(std::string("cannot be mapped into memory (") + std::strerror(errno) + ")");
    data_ = static_cast<const char*>(data);
}

void MappedFile::check_head(const FileHead& head) const {
    if (std::memcmp(head.magic, magic, sizeof magic) != 0)
        fail("is not a packed trace: it does not begin as one" + std::string(pack_again));
    if (head.byte_order != byte_order_mark)
        fail("was packed on a machine with another byte order, or is damaged" + std::string(pack_again));
    if (head.version != format_version)
        fail("is a packed trace of version " + std::to_string(head.version) + "; expected version " +
             std::to_string(format_version) + pack_again);
    if (checksum(&head, offsetof(FileHead, checksum)) != head.checksum) fail_damaged("the file's head");
    if (head.opcodes_checksum != opcodes_checksum())
        fail("was packed with another table of opcodes than this program has" + std::string(pack_again));
    if (head.file_bytes != bytes_)
        fail("has " + std::to_string(bytes_) + " bytes; expected " + std::to_string(head.file_bytes) +
             (bytes_ < head.file_bytes ? ": it is cut off" : ": something was appended") + pack_again);
}

void MappedFile::read_directory(const FileHead& head) {
    const std::string what = "the directory";
    const char* const data = checked(head.directory_offset, head.directory_bytes, head.directory_checksum, what);
    PartReader part(*this, data, head.directory_bytes, what);
    directory_ = *part.take<DirectoryHead>(1);
    places_ = part.take<KernelPlace>(directory_.kernels);
    copies_ = part.take<PackedCopy>(directory_.copies);
    part.expect_end();
    if (directory_.kernels == 0) fail_damaged(what);
}

KernelsList MappedFile::list() const {
    KernelsList list;
    for (std::uint32_t i = 0; i < directory_.copies; ++i)
        list.copies.push_back({copies_[i].address, copies_[i].bytes, copies_[i].before_kernel});
    list.ignored_lines = directory_.ignored_lines;
    list.first_ignored_line = directory_.first_ignored_line;
    return list;
}

const char* MappedFile::checked(std::uint64_t offset, std::uint64_t bytes, std::uint64_t sum,
                                const std::string& what) const {
    const bool inside = offset % 8 == 0 && bytes % 8 == 0 && offset <= bytes_ && bytes <= bytes_ - offset;
    if (!inside || checksum(data_ + offset, bytes) != sum) fail_damaged(what);
    return data_ + offset;
}

void MappedFile::release() const {
    ::madvise(const_cast<char*>(data_), bytes_, MADV_DONTNEED);
}

void MappedFile::fail(const std::string& message) const {
    throw InputError(path_ + ": " + message);
}

void MappedFile::fail_damaged(const std::string& what) const {
    fail(what + " is damaged: its bytes are not those that were packed" + pack_again);
}

}  // namespace heddle::traces::packed
