// The energy of a run as figures of the section "energy" of the statistics file, and as rows of the result table.
#pragma once

#include <string>
#include <vector>

#include "heddle/energy/run_energy.h"
#include "heddle/platforms/common/table_writer.h"
#include "heddle/platforms/common/totals.h"
#include "heddle/platforms/path/path_plan.h"

namespace heddle {

[[nodiscard]] std::vector<FigureSource> run_energy_figures(const PathPlan& plan, const Technology& technology);
void write_run_energy(TableWriter& table, const Totals& totals, const std::string& technology);

}  // namespace heddle
