// Where a name leads to when symbolic links are followed. Plain C++.
#pragma once

#include <optional>
#include <string>

namespace heddle {

struct LinkTarget {
    std::string path;               // what the last link points to; it need not exist
    std::optional<int> descriptor;  // the name means a descriptor of this process: /dev/stdout, /dev/fd/3
};

// Throws std::filesystem::filesystem_error for links that lead in a circle.
LinkTarget follow_links(const std::string& path);

}  // namespace heddle
