// A folder of the test's own, gone at its end.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace heddle::traces::test {

class Folder {
public:
    Folder() : path_(std::string(HEDDLE_BINARY_DIR) + "/trace_test_" + std::to_string(::getpid())) {
        std::filesystem::create_directories(path_);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path_); }

    const std::string& path() const { return path_; }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ + "/" + name, std::ios::binary) << text;
        return path_ + "/" + name;
    }

private:
    std::string path_;
};

}  // namespace heddle::traces::test
