// The table at the end of a run.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "heddle/platforms/common/host.h"
#include "heddle/platforms/common/limiting_resource.h"
#include "heddle/platforms/common/machine.h"
#include "heddle/platforms/common/totals.h"

namespace heddle {

struct HostFigures {
    double seconds = 0;
    std::uint64_t peak_rss_bytes = 0;
    unsigned threads = 1;
    std::string about_threads;  // what they shared; empty if one was asked for
};

void write_result_table(std::ostream& out, const std::string& title, const Machine& machine, const Totals& totals,
                        const Limit& limit, const HostFigures& host);
// One line per kernel.
void write_kernel_table(std::ostream& out, const std::vector<KernelRun>& runs);

}  // namespace heddle
