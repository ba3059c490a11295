// Files that a run must not write because it reads them, or writes them twice. Plain C++.
#pragma once

#include <string>
#include <vector>

namespace heddle {

struct NamedFile {
    std::string option;  // who names it: "--stats", "--dump C"
    std::string path;
};

// Throws InputError if one of the outputs, or the file that it is written to before it is renamed, is also an input or
// another output, by whatever name or link. Devices, FIFOs and descriptors may be written by several.
void refuse_file_clashes(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

}  // namespace heddle
