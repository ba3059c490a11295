// docs/architecture.md names every folder of the structure, and nothing that is not there.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;
const fs::path root = HEDDLE_SOURCE_DIR;

std::string page() {
    std::ifstream file(root / "docs/architecture.md");
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

// `modules/sm/sm.h`, `platforms/levels`: what is quoted and begins with a folder of the structure.
std::set<std::string> quoted_paths(const std::string& text) {
    std::set<std::string> paths;
    const std::regex quoted("`((?:modules|platforms|testbenches|tests)/[A-Za-z0-9_./]*)`");
    for (std::sregex_iterator match(text.begin(), text.end(), quoted), end; match != end; ++match)
        paths.insert((*match)[1]);
    return paths;
}

std::set<std::string> folders_of(const std::string& parent) {
    std::set<std::string> folders;
    for (const auto& entry : fs::directory_iterator(root / parent))
        if (entry.is_directory()) folders.insert(parent + "/" + entry.path().filename().string());
    return folders;
}

}  // namespace

TEST_CASE("every path that the architecture page names exists") {
    const auto paths = quoted_paths(page());
    CHECK(paths.size() > 30);
    for (const std::string& path : paths) {
        INFO(path);
        CHECK(fs::exists(root / path));
    }
}

TEST_CASE("the architecture page names every module and every folder of platforms") {
    const auto paths = quoted_paths(page());
    for (const char* parent : {"modules", "platforms"})
        for (const std::string& folder : folders_of(parent)) {
            INFO(folder);
            CHECK(paths.count(folder) == 1);
        }
}

TEST_CASE("the picture of the levels shows every level and every feature") {
    std::ifstream file(root / "docs/images/levels.svg");
    const std::string picture((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    REQUIRE(!picture.empty());
    for (const std::string& folder : folders_of("platforms/features")) {
        INFO(folder);
        CHECK(picture.find(fs::path(folder).filename().string()) != std::string::npos);
    }
    // The instances that the levels are built with (platforms/levels).
    for (const char* level : {"gpu.cores", "gpu.l1", "gpu.clusters", "gpu.noc", "gpu.l2", "gpu.memory"}) {
        INFO(level);
        CHECK(picture.find(level) != std::string::npos);
    }
}
