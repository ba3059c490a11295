#include "heddle/stimulus/stim/input_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace heddle::stim {

std::string beside(const Source& source, Position at, const std::string& path) {
    return (std::filesystem::path(source.name_of(at)).parent_path() / path).string();
}

std::string read_file(const Source& source, Position at, const std::string& path) {
    const std::string full = beside(source, at, path);
    source.note_read(full);
    std::error_code ignored;
    // A folder can be opened like a file, but not read.
    if (std::filesystem::is_directory(full, ignored))
        source.fail(at, "'" + full + "' is a folder; expected a readable file");
    // What comes from a device or a pipe may have no end.
    if (std::filesystem::exists(full, ignored) && !std::filesystem::is_regular_file(full, ignored))
        source.fail(at, "'" + full + "' is a device or a pipe; expected a readable file");
    std::ifstream file(full, std::ios::binary);
    if (!file) source.fail(at, "'" + full + "' cannot be opened; expected a readable file");
    std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (file.bad()) source.fail(at, "'" + full + "' cannot be read; expected a readable file");
    return bytes;
}

}  // namespace heddle::stim
