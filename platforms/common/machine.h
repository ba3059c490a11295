// The elaborated chip, as the executable's main loop and its reports see it.
#pragma once

#include <cstdint>
#include <optional>

#include "heddle/base/clock_domain.h"
#include "heddle/platforms/common/block_figures.h"
#include "heddle/platforms/common/host.h"
#include "heddle/platforms/common/table_writer.h"
#include "heddle/platforms/common/totals.h"
#include "heddle/stimulus/kernel_progress.h"
#include "heddle/stimulus/running_warp.h"

namespace heddle {

// Destroyed after the simulation.
class Machine {
public:
    virtual ~Machine() = default;
    virtual Host& host() = 0;
    virtual ClockDomain& core_clock() = 0;
    // The watchdog and the progress line look at these often; they must be cheap.
    virtual std::uint64_t retired_warp_instructions() const = 0;
    virtual std::uint64_t finished_ctas() const = 0;
    // What is about to issue, all over the machine; asked for a few times per second of the host.
    [[nodiscard]] virtual RunningWarps running_warps() const { return {}; }
    // Of the kernel that runs; asked for when a run is ended before it has done its work.
    [[nodiscard]] virtual std::optional<KernelProgress> kernel_progress() const { return {}; }
    // Which counters add up to which figure.
    virtual TotalsTable totals_table() const { return {}; }
    // How far the resources of its path were used; empty: nothing is said about what limits a run.
    virtual PathUse path_use(const BlockFigures&) const { return {}; }
    // The rows of the table's section "Memory path", and the sections after the last.
    virtual void write_path(TableWriter&, const Totals&) const {}
    virtual void write_sections(TableWriter&, const Totals&) const {}
};

}  // namespace heddle
