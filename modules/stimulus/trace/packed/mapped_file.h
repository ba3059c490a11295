// A packed trace, mapped into memory. What was not damaged on its way is handed out as typed views.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heddle/stimulus/trace/kernels_list.h"
#include "heddle/stimulus/trace/packed/format.h"

namespace heddle::traces::packed {

// Whether the file begins like a packed trace, or has the ending of one.
bool is_packed(const std::string& path);

class MappedFile {
public:
    // Checks the file's head and directory. Throws InputError.
    explicit MappedFile(std::string path);
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    const std::string& path() const { return path_; }
    std::uint32_t kernels() const { return directory_.kernels; }
    const KernelPlace& kernel(std::uint32_t number) const { return places_[number]; }
    // The copies and remarks of the list that was packed; it names no files.
    KernelsList list() const;

    // A part of the file whose checksum is right.
    const char* checked(std::uint64_t offset, std::uint64_t bytes, std::uint64_t sum, const std::string& what) const;
    // Lets the host take back the memory of everything read so far. What is read again comes from the file again.
    void release() const;

    // InputError that names the file.
    [[noreturn]] void fail(const std::string& message) const;
    [[noreturn]] void fail_damaged(const std::string& what) const;

private:
    void map();
    void check_head(const FileHead& head) const;
    void read_directory(const FileHead& head);

    std::string path_;
    const char* data_ = nullptr;
    std::uint64_t bytes_ = 0;
    DirectoryHead directory_{};
    const KernelPlace* places_ = nullptr;
    const PackedCopy* copies_ = nullptr;
};

// Takes one array after another from a part of the file.
class PartReader {
public:
    PartReader(const MappedFile& file, const char* data, std::uint64_t bytes, std::string what)
        : file_(file), at_(data), left_(bytes), what_(std::move(what)) {}

    template <class T>
    const T* take(std::uint64_t count) {
        static_assert(alignof(T) <= 8 && std::is_trivially_copyable_v<T>, "it is used where it lies");
        if (count > left_ / sizeof(T) || padded(count * sizeof(T)) > left_) fail();
        const char* const begin = at_;
        at_ += padded(count * sizeof(T));
        left_ -= padded(count * sizeof(T));
        return reinterpret_cast<const T*>(begin);
    }
    std::string text(std::uint64_t bytes) { return {take<char>(bytes), static_cast<std::size_t>(bytes)}; }
    void expect_end() const {
        if (left_ != 0) fail();
    }
    [[noreturn]] void fail() const { file_.fail_damaged(what_); }

private:
    const MappedFile& file_;
    const char* at_;
    std::uint64_t left_;
    std::string what_;
};

}  // namespace heddle::traces::packed
