// Cases that run at the same time may give their files the same name.
#include <catch2/catch.hpp>
#include <filesystem>

TEST_CASE("a test works in an empty folder of its own") {
    const std::filesystem::path folder = std::filesystem::current_path();
    CHECK(folder.parent_path() == std::filesystem::canonical(std::filesystem::temp_directory_path()));
    CHECK(std::filesystem::is_empty(folder));
}
