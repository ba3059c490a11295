#include "heddle/platforms/common/standard_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace heddle {

namespace {

// Started with closed standard descriptors (`>&-`), the process would get their numbers for its files, and a table
// would be written into the statistics. They are taken by something that cannot be used that way.
void occupy_standard_descriptors() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
            while (true) {
                const int opened = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
                if (opened < 0 || opened >= descriptor) break;
            }
}

}  // namespace

StandardOutput::StandardOutput() : buffer_(STDOUT_FILENO) {
    occupy_standard_descriptors();
    std::cout.flush();
    before_ = std::cout.rdbuf(&buffer_);
}

StandardOutput::~StandardOutput() {
    std::cout.flush();
    std::cout.rdbuf(before_);  // forgets an error of ours, too
}

int StandardOutput::flush() {
    std::cout.flush();
    return buffer_.error();
}

}  // namespace heddle
