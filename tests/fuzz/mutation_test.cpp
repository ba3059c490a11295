// Thousands of wrong files, the same ones in every run: each is refused with a message or accepted, none does harm.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "kit/test_scale.h"
#include "mutator.h"
#include "targets.h"

using namespace heddle;

namespace {

// All files with the ending in the folder and below it, in the order of their names.
std::vector<std::string> files_in(const std::string& folder, const std::string& ending) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(HEDDLE_SOURCE_DIR "/" + folder))
        if (entry.path().extension() == ending) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> texts;
    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return texts;
}

struct Seen {
    unsigned tried = 0, accepted = 0;
};

Seen try_all(const std::vector<std::string>& corpus, bool (*target)(const std::string&), unsigned count) {
    fuzz::Mutator mutator(corpus, 20240607);
    Seen seen;
    for (; seen.tried < count; ++seen.tried) {
        const std::string text = mutator.next();
        INFO(text);
        bool accepted = false;
        REQUIRE_NOTHROW(accepted = target(text));
        seen.accepted += accepted ? 1 : 0;
    }
    return seen;
}

}  // namespace

TEST_CASE("the PTX seeds are accepted, their mutants do no harm") {
    std::vector<std::string> corpus = files_in("tests/fuzz/corpus/ptx", ".ptx");
    for (const std::string& text : files_in("tests/ptx/data", ".ptx")) corpus.push_back(text);
    REQUIRE(corpus.size() >= 10);
    for (const std::string& text : corpus) {
        INFO(text);
        CHECK(fuzz::ptx(text));
    }
    const Seen seen = try_all(corpus, &fuzz::ptx, static_cast<unsigned>(scaled(6000)));
    // Both ways through the front end are taken.
    CHECK(seen.accepted > seen.tried / 100);
    CHECK(seen.accepted < seen.tried * 9 / 10);
}

TEST_CASE("the stimulus seeds are accepted, their mutants do no harm") {
    const std::vector<std::string> corpus = files_in("tests/fuzz/corpus/stim", ".stim");
    REQUIRE(corpus.size() >= 3);
    for (const std::string& text : corpus) {
        INFO(text);
        CHECK(fuzz::stim(text));
    }
    const Seen seen = try_all(corpus, &fuzz::stim, static_cast<unsigned>(scaled(6000)));
    CHECK(seen.accepted > seen.tried / 100);
    CHECK(seen.accepted < seen.tried * 9 / 10);
}

TEST_CASE("the configuration seeds are accepted, their mutants do no harm") {
    const std::vector<std::string> corpus = files_in("tests/fuzz/corpus/config", ".ini");
    REQUIRE(corpus.size() >= 2);
    for (const std::string& text : corpus) {
        INFO(text);
        CHECK(fuzz::config(text));
    }
    const Seen seen = try_all(corpus, &fuzz::config, static_cast<unsigned>(scaled(6000)));
    CHECK(seen.accepted > seen.tried / 100);
    CHECK(seen.accepted < seen.tried * 9 / 10);
}
