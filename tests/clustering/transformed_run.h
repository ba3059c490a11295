// Runs of kernels that stimuli/cta_clustering.h has transformed, on the small GPU of 4 SMs.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "scratch_folder.h"
#include "system_runs.h"

namespace heddle::testing {

// The styles that the stimuli count.
constexpr unsigned as_it_is = 0, redirect_row = 1, redirect_column = 2, agents_row = 3, agents_column = 4,
                   slot_agents_row = 5, slot_agents_column = 6, prefetch_agents_row = 7;

class TransformedRuns {
public:
    // `kernel`: a folder of stimuli/, `sizes`: its constants.
    TransformedRuns(std::string kernel, std::string sizes) : kernel_(std::move(kernel)), sizes_(std::move(sizes)) {}

    // Totals of a run with so many agents per SM, all of them active. The run checks its data.
    TotalsByName run(unsigned style, unsigned agents, const std::string& options = "") const {
        const std::string name = kernel_.substr(kernel_.find('/') + 1);
        const std::string number = std::to_string(agents), which = std::to_string(style);
        std::ofstream(folder_ / "main.stim")
            << sizes_ << "const SMS = 4\nconst MAX_AGENTS = " << number << "\nconst ACTIVE = " << number
            << "\nconst FIRST = " << which << "\nconst LAST = " << which << "\ninclude \"" << HEDDLE_SOURCE_DIR
            << "/stimuli/" << kernel_ << "/" << name << ".stim\"\n";
        const std::string statistics = folder_ / "statistics.json";
        const std::string command = std::string(HEDDLE_BINARY_DIR) + "/bin/gpu --quiet --system small --stimulus " +
                                    (folder_ / "main.stim") + " --stats " + statistics + " " + options;
        INFO(command);
        REQUIRE(std::system(command.c_str()) == 0);
        return totals_of(statistics);
    }
    // The same program, clustered by the dispatcher.
    TotalsByName run_clustered_by_dispatcher(unsigned agents, const std::string& indexing,
                                             const std::string& options = "") const {
        const std::string number = std::to_string(agents);
        return run(as_it_is, agents,
                   "--set cta_dispatcher.clustering=agents --set cta_dispatcher.max_agents=" + number +
                       " --set cta_dispatcher.indexing=" + indexing + " " + options);
    }
    std::string dump_option(const std::string& buffer) const {
        return "--dump " + buffer + "=" + file_of(buffer) + " ";
    }
    std::vector<std::uint32_t> dumped(const std::string& buffer) const {
        std::ifstream stream(file_of(buffer), std::ios::binary);
        std::vector<std::uint32_t> words;
        for (std::uint32_t word = 0; stream.read(reinterpret_cast<char*>(&word), sizeof word);) words.push_back(word);
        return words;
    }

private:
    std::string file_of(const std::string& buffer) const { return folder_ / (buffer + ".bin"); }

    const std::string kernel_, sizes_;
    const ScratchFolder folder_;
};

}  // namespace heddle::testing
