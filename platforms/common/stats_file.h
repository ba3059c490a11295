// The statistics file: totals, kernels, modules, config, host.
#pragma once

#include <ostream>
#include <string>

#include "heddle/platforms/common/parameter_set.h"
#include "heddle/platforms/common/result_table.h"

namespace heddle {

struct RunRecord {
    std::string platform, system, stimulus, outcome;
    const ParameterSet& parameters;
    const TotalsTable& totals_table;
    const Statistics& statistics;
    const Snapshot& end;
    const std::vector<KernelRun>& kernel_runs;
    const CheckResult& check;
    HostFigures host;
    const Limit& limit;
};

void write_stats(std::ostream& out, const RunRecord& record);

}  // namespace heddle
