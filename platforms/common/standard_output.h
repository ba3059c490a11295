// Standard output as an output that can fail: while this lives, std::cout writes through a buffer that keeps the
// reason.
#pragma once

#include <iostream>

#include "heddle/platforms/common/descriptor_buffer.h"

namespace heddle {

class StandardOutput {
public:
    StandardOutput();
    ~StandardOutput();
    StandardOutput(const StandardOutput&) = delete;
    StandardOutput& operator=(const StandardOutput&) = delete;

    // Writes what is buffered; the errno of the first write that failed, 0 if all is written.
    [[nodiscard]] int flush();

private:
    DescriptorBuffer buffer_;
    std::streambuf* before_;
};

}  // namespace heddle
