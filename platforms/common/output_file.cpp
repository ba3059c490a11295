#include "heddle/platforms/common/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "heddle/base/error.h"
#include "heddle/base/stop_request.h"
#include "heddle/platforms/common/link_target.h"

namespace heddle {

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
    throw InputError(path + ": cannot be written (" + reason + ")");
}

[[noreturn]] void refuse(const std::string& path, int error) {
    if (error == EINTR) throw_if_stop_requested();
    refuse(path, std::strerror(error));
}

// What an older run left behind is taken away. Anything else by that name is somebody's.
int create_part(const std::string& path, const std::string& part, mode_t mode) {
    struct stat found {};
    if (lstat(part.c_str(), &found) == 0) {
        if (!S_ISREG(found.st_mode)) refuse(path, part + " is in the way");
        if (unlink(part.c_str()) != 0) refuse(path, errno);
    }
    const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor < 0) refuse(path, errno);
    return descriptor;
}

LinkTarget target_of(const std::string& path) {
    try {
        return follow_links(path);
    } catch (const std::filesystem::filesystem_error& error) {
        refuse(path, error.code().value());
    }
}

}  // namespace

OutputFile::Place OutputFile::open(const std::string& path) {
    const LinkTarget target = target_of(path);
    struct stat found {};
    const bool exists = stat(path.c_str(), &found) == 0;
    if (target.descriptor || (exists && !S_ISREG(found.st_mode))) {
        const int descriptor = target.descriptor ? fcntl(*target.descriptor, F_DUPFD_CLOEXEC, 0)
                                                 : ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (descriptor < 0) refuse(path, errno);
        return {descriptor, "", ""};
    }
    // A file that may not be written is not replaced either, although its folder would allow it.
    if (exists && access(path.c_str(), W_OK) != 0) refuse(path, errno);
    const std::string part = target.path + ".part";
    const int descriptor = create_part(path, part, 0666);
    if (exists && fchmod(descriptor, found.st_mode & 07777) != 0) errno = 0;  // the old mode is a courtesy
    return {descriptor, target.path, part};
}

std::string OutputFile::part_of(const std::string& path) {
    const LinkTarget target = target_of(path);
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    const bool in_place = target.descriptor || (std::filesystem::exists(status) && !is_regular_file(status));
    return in_place ? "" : target.path + ".part";
}

OutputFile::OutputFile(const std::string& path) : OutputFile(path, open(path)) {}

OutputFile::OutputFile(const std::string& path, Place place)
    : path_(path), place_(std::move(place)), buffer_(place_.descriptor), stream_(&buffer_) {}

OutputFile::~OutputFile() {
    if (place_.descriptor >= 0) give_up();
}

// What is not finished was not written, except where it cannot be taken back.
void OutputFile::give_up() {
    if (place_.part.empty())
        stream_.flush();
    else
        unlink(place_.part.c_str());
    if (place_.descriptor >= 0) close(place_.descriptor);
    place_.descriptor = -1;
}

void OutputFile::fail(int error) {
    give_up();
    refuse(path_, error ? std::strerror(error) : "reason unknown");
}

void OutputFile::finish() {
    stream_.flush();
    if (buffer_.error() || !stream_) fail(buffer_.error());
    // Some file systems say only now that there is no room.
    const int closed = close(place_.descriptor);
    place_.descriptor = -1;
    if (closed != 0 && errno != EINTR) fail(errno);
    if (!place_.part.empty() && std::rename(place_.part.c_str(), place_.target.c_str()) != 0) fail(errno);
}

}  // namespace heddle
