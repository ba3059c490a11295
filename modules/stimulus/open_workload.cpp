#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "heddle/base/error.h"
#include "heddle/stimulus/stim/stim_workload.h"
#include "heddle/stimulus/trace/packed/mapped_file.h"
#include "heddle/stimulus/trace/trace_workload.h"
#include "heddle/stimulus/workload.h"

namespace heddle {

std::unique_ptr<Workload> open_workload(const std::string& path, const References* references) {
    const std::string kind = ".stim", list = ".g";
    std::error_code ignored;
    // A folder can be opened like a file, but not read.
    if (std::filesystem::is_directory(path, ignored))
        throw InputError(path + ": is a folder; expected a stimulus file in it, .stim or kernelslist.g");
    if (traces::packed::is_packed(path)) return std::make_unique<traces::TraceWorkload>(path);
    if (path.size() > list.size() && path.compare(path.size() - list.size(), list.size(), list) == 0)
        return std::make_unique<traces::TraceWorkload>(path);
    if (path.size() <= kind.size() || path.compare(path.size() - kind.size(), kind.size(), kind) != 0)
        throw InputError(
            path + ": unknown kind of stimulus; expected a file that ends in .stim or .g, or a packed trace (.htrace)");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw InputError(path + ": cannot be opened (" + std::strerror(errno) + "); expected a readable stimulus file");
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (file.bad()) throw InputError(path + ": cannot be read; expected a readable stimulus file");
    return std::make_unique<stim::StimWorkload>(path, text, references);
}

}  // namespace heddle
