#include "heddle/platforms/common/link_target.h"

#include <unistd.h>

#include <charconv>
#include <filesystem>

namespace heddle {

namespace fs = std::filesystem;

namespace {

// The links in /proc/<pid>/fd stand for open files and need not be names of anything ("pipe:[4711]").
std::optional<int> own_descriptor(const fs::path& link) {
    std::error_code ignored;
    if (fs::canonical(link.parent_path(), ignored) != "/proc/" + std::to_string(getpid()) + "/fd") return {};
    const std::string name = link.filename();
    int descriptor = -1;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), descriptor);
    if (parsed.ec != std::errc{} || parsed.ptr != name.data() + name.size()) return {};
    return descriptor;
}

}  // namespace

LinkTarget follow_links(const std::string& path) {
    constexpr unsigned most_links = 40;  // as many as Linux follows
    fs::path place = path;
    for (unsigned links = 0; links < most_links; ++links) {
        std::error_code ignored;
        if (fs::symlink_status(place, ignored).type() != fs::file_type::symlink) return {place, {}};
        if (const std::optional<int> descriptor = own_descriptor(place)) return {place, descriptor};
        place = place.parent_path() / fs::read_symlink(place);  // an absolute one replaces the folder
    }
    throw fs::filesystem_error("symbolic links lead in a circle", path,
                               std::make_error_code(std::errc::too_many_symbolic_link_levels));
}

}  // namespace heddle
