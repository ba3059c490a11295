#include "heddle/platforms/common/file_clashes.h"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <map>

#include "heddle/base/error.h"
#include "heddle/platforms/common/link_target.h"
#include "heddle/platforms/common/output_file.h"

namespace heddle {

namespace {

// The same for all names of a file. Empty for what is no regular file; links in a circle are none, which is told where
// they are opened.
std::string identity_of(const std::string& path) {
    struct stat found {};
    if (stat(path.c_str(), &found) == 0)
        return S_ISREG(found.st_mode) ? std::to_string(found.st_dev) + ":" + std::to_string(found.st_ino) : "";
    if (errno == ELOOP) return "";
    std::error_code ignored;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(follow_links(path).path), ignored);
}

[[noreturn]] void refuse(const NamedFile& output, const std::string& what) {
    throw InputError(output.option + " " + output.path + ": " + what + "; choose another name");
}

}  // namespace

void refuse_file_clashes(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
    std::map<std::string, const NamedFile*> read, written;
    for (const NamedFile& input : inputs) read.emplace(identity_of(input.path), &input);
    for (const NamedFile& output : outputs) {
        const std::string part = OutputFile::part_of(output.path);
        if (part.empty()) continue;
        for (const std::string& path : {output.path, part}) {
            const std::string identity = identity_of(path);
            if (identity.empty()) continue;
            const std::string name = path == output.path ? "this file" : "'" + path + "', where it is written first,";
            const auto input = read.find(identity);
            if (input != read.end()) refuse(output, name + " is read by " + input->second->option);
            const auto other = written.emplace(identity, &output);
            if (!other.second) refuse(output, name + " is already written by " + other.first->second->option);
        }
    }
}

}  // namespace heddle
