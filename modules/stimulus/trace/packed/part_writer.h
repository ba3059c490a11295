// Writes a packed trace part by part.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "heddle/stimulus/trace/packed/format.h"

namespace heddle::traces::packed {

// Bytes that get one checksum.
class Part {
public:
    void clear() { bytes_.clear(); }
    template <class T>
    void append(const T* items, std::size_t count) {
        const auto* const begin = reinterpret_cast<const char*>(items);
        bytes_.insert(bytes_.end(), begin, begin + count * sizeof(T));
    }
    void pad() { bytes_.resize(padded(bytes_.size())); }
    // One array that the reader takes at once.
    template <class T>
    void put(const T* items, std::size_t count) {
        append(items, count);
        pad();
    }
    const std::vector<char>& bytes() const { return bytes_; }

private:
    std::vector<char> bytes_;
};

class PartWriter {
public:
    // Writes to FILE.part until the end; what an older run left there is taken away. Throws InputError, as do all
    // functions.
    explicit PartWriter(const std::string& path);
    static std::string part_of(const std::string& path) { return path + ".part"; }
    PartWriter(const PartWriter&) = delete;
    PartWriter& operator=(const PartWriter&) = delete;
    ~PartWriter();

    KernelPlace write(const Part& part);
    void write_directory(const Part& part);
    // Gives the file its head and its name; returns its bytes.
    std::uint64_t finish();

private:
    void create_part() const;
    void put(const void* data, std::size_t bytes);
    [[noreturn]] void fail(const char* what) const;

    std::string path_, part_path_;
    std::ofstream file_;
    std::uint64_t end_ = 0;
    KernelPlace directory_{};
    bool finished_ = false;
};

}  // namespace heddle::traces::packed
