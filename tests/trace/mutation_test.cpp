// Thousands of wrong traces, the same ones in every run: each is refused with a message or accepted, none does harm.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../fuzz/mutator.h"
#include "../fuzz/targets.h"
#include "kit/test_scale.h"

using namespace heddle;

namespace {

std::vector<std::string> seeds(const std::string& folder, const std::string& ending) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(HEDDLE_SOURCE_DIR "/tests/fuzz/corpus/" + folder))
        if (entry.path().extension() == ending) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> texts;
    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return texts;
}

void try_all(const std::vector<std::string>& corpus, bool (*target)(const std::string&)) {
    REQUIRE(corpus.size() >= 3);
    for (const std::string& text : corpus) {
        INFO(text);
        CHECK(target(text));
    }
    fuzz::Mutator mutator(corpus, 4);
    const std::uint64_t count = scaled(6000);
    std::uint64_t accepted = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::string text = mutator.next();
        INFO(text);
        bool good = false;
        REQUIRE_NOTHROW(good = target(text));
        accepted += good;
    }
    CHECK(accepted > count / 100);
    CHECK(accepted < count * 9 / 10);
}

}  // namespace

TEST_CASE("the trace seeds are accepted, their mutants do no harm") {
    try_all(seeds("trace", ".traceg"), &fuzz::trace);
}

TEST_CASE("the packed seeds are accepted, their mutants do no harm") {
    try_all(seeds("packed", ".htrace"), &fuzz::packed);
}
