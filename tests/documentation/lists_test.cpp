// What READMEs list, and how much of it they say there is, is what there is.
#include <catch2/catch.hpp>
#include <filesystem>
#include <regex>

#include "heddle/platforms/common/parameter_set.h"
#include "heddle/platforms/features/all_features.h"
#include "source_text.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

namespace fs = std::filesystem;
const fs::path root = HEDDLE_SOURCE_DIR;

std::string readmes_below(const std::string& folder) {
    std::string text;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
        if (entry.path().filename() == "README.md") text += text_of(fs::relative(entry.path(), root).string());
    return text;
}

// Modules' tables have keys without the group.
bool names(const std::string& text, const std::string& key) {
    return text.find(key) != std::string::npos ||
           text.find("`" + key.substr(key.find('.') + 1) + "`") != std::string::npos;
}

}  // namespace

TEST_CASE("the README of the presets names every preset") {
    const std::string readme = text_of("platforms/presets/README.md");
    for (const auto& entry : fs::directory_iterator(root / "platforms/presets")) {
        if (entry.path().extension() != ".ini") continue;
        INFO(entry.path().filename());
        CHECK(readme.find("`" + entry.path().filename().string() + "`") != std::string::npos);
    }
}

TEST_CASE("the README says how many kernels the library has") {
    const std::string list = text_of("stimuli/CMakeLists.txt");
    const std::regex kernel("\nheddle_kernel\\(");
    const auto kernels = std::distance(std::sregex_iterator(list.begin(), list.end(), kernel), {});
    CHECK(text_of("README.md").find("a library of " + std::to_string(kernels) + " CUDA kernels") != std::string::npos);
}

TEST_CASE("every parameter of a GPU is named in a README") {
    ParameterSet parameters;
    const Features features = all_features();
    for (const auto& feature : features) feature->visit(parameters);
    const std::string text = readmes_below("modules") + readmes_below("platforms");
    CHECK(parameters.keys().size() > 200);
    for (const std::string& key : parameters.keys()) {
        INFO(key);
        CHECK(names(text, key));
    }
}
