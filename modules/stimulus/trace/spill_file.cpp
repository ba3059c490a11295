#include "heddle/stimulus/trace/spill_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "heddle/base/error.h"

namespace heddle::traces {
namespace {

[[noreturn]] void fail(const char* what) {
    throw InputError(std::string("a temporary file for thread blocks cannot be ") + what + " (" + std::strerror(errno) +
                     "); set TMPDIR to a folder with more room");
}

// `move` is pwrite or pread; both may do a part only.
template <class Move, class Byte>
bool move_all(Move move, Byte* bytes, std::size_t count, std::uint64_t offset) {
    while (count > 0) {
        const ssize_t done = move(bytes, count, static_cast<off_t>(offset));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        bytes += done;
        count -= static_cast<std::size_t>(done);
        offset += static_cast<std::uint64_t>(done);
    }
    return true;
}

}  // namespace

SpillFile::~SpillFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void SpillFile::open() {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "heddle_trace_XXXXXX").string();
    descriptor_ = ::mkstemp(name.data());
    if (descriptor_ < 0) fail("made");
    ::unlink(name.c_str());
}

SpillFile::Place SpillFile::write(const Block& block) {
    if (descriptor_ < 0) open();
    const auto put = [&](const auto& items) {
        const auto to = [&](const char* data, std::size_t count, off_t at) {
            return ::pwrite(descriptor_, data, count, at);
        };
        const std::size_t bytes = items.size() * sizeof(items[0]);
        if (!move_all(to, reinterpret_cast<const char*>(items.data()), bytes, end_)) fail("written");
        end_ += bytes;
    };
    const Place place{end_, block.words.size()};
    put(block.warps);
    put(block.words);
    return place;
}

void SpillFile::read(const Place& place, Block& block) const {
    std::uint64_t at = place.offset;
    const auto get = [&](auto& items) {
        const auto from = [&](char* data, std::size_t count, off_t offset) {
            return ::pread(descriptor_, data, count, offset);
        };
        const std::size_t bytes = items.size() * sizeof(items[0]);
        if (!move_all(from, reinterpret_cast<char*>(items.data()), bytes, at)) fail("read");
        at += bytes;
    };
    block.words.resize(place.words);
    get(block.warps);
    get(block.words);
}

}  // namespace heddle::traces
