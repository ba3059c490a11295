// A folder for a test's files that is gone when the test has ended.
#pragma once

#include <sys/mount.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace heddle::testing {

class ScratchFolder {
public:
    ScratchFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "heddle_test_XXXXXX").string();
        if (!mkdtemp(name.data())) throw std::system_error(errno, std::generic_category(), name);
        path_ = name;
    }
    ~ScratchFolder() {
        if (mounted_) umount(path_.c_str());
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    const std::filesystem::path& path() const { return path_; }

    // Makes it a small disk of its own, which can be filled; false where the machine forbids mounting.
    bool become_small_disk(const std::string& size) {
        mounted_ = mount("tmpfs", path_.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
        return mounted_;
    }

private:
    std::filesystem::path path_;
    bool mounted_ = false;
};

}  // namespace heddle::testing
