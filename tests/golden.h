// A table of totals as they were when somebody last looked at them. A change of timing anywhere on the path shows as a
// difference: look at it, and if it is meant, run the test again with HEDDLE_UPDATE_GOLDEN=1 in the environment.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "run_totals.h"

namespace heddle::testing {

class GoldenTable {
public:
    enum class Digest { no, yes };

    // `label`: keeps the files of tests that run at the same time apart. `row_title`: what a row stands for.
    // `digest`: a last column that stands for every statistic of every module and kernel.
    GoldenTable(std::string program, const std::string& label, const std::string& row_title,
                std::vector<std::string> figures, Digest digest = Digest::no)
        : program_(std::move(program)), label_("golden_" + label), figures_(std::move(figures)), digest_(digest) {
        text_ = row_title;
        for (const std::string& figure : figures_) text_ += " " + figure;
        text_ += digest_ == Digest::yes ? " digest\n" : "\n";
    }
    // A figure that the run does not have is written as "-".
    void add_row(const std::string& title, const std::string& stimulus, const std::string& options) {
        std::string digest;
        const auto totals = run_totals(program_, label_, stimulus, options, &digest);
        text_ += title;
        for (const std::string& figure : figures_) text_ += " " + (totals.count(figure) ? totals.at(figure) : "-");
        text_ += digest_ == Digest::yes ? " " + digest + "\n" : "\n";
    }
    // `file`: below tests/.
    void check(const std::string& file) const {
        const std::string path = std::string(HEDDLE_SOURCE_DIR) + "/tests/" + file;
        if (std::getenv("HEDDLE_UPDATE_GOLDEN")) std::ofstream(path) << text_;
        std::ifstream stream(path);
        const std::string golden{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
        CHECK(text_ == golden);
    }

private:
    const std::string program_, label_;
    const std::vector<std::string> figures_;
    const Digest digest_;
    std::string text_;
};

}  // namespace heddle::testing
