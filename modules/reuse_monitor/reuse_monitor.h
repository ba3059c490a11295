// Measures how far the CTAs of a kernel use the same data: whether what a warp accesses was accessed before, and last
// by its own CTA or by another. It hears of accesses by the load/store units' analysis ports, before any cache, and has
// no influence on anything.
#pragma once

#include <tlm>
#include <vector>

#include "heddle/base/block.h"
#include "heddle/base/counter.h"
#include "heddle/lsu/access_event.h"
#include "heddle/reuse_monitor/accessed_blocks.h"
#include "heddle/reuse_monitor/reuse_monitor_parameters.h"

namespace heddle {

// All load/store units have one clock.
class ReuseMonitor : public Block, private tlm::tlm_analysis_if<AccessEvent> {
public:
    sc_core::sc_export<tlm::tlm_analysis_if<AccessEvent>> accesses_in{"accesses_in"};

    ReuseMonitor(sc_core::sc_module_name name, const ReuseMonitorParameters& parameters);
    const char* kind() const override { return "reuse_monitor"; }
    void settle_counters() override { end_cycle(); }

    Counter accesses{*this, "accesses", "blocks", "blocks that warp instructions accessed, once for each instruction"};
    Counter intra_cta_reuses{*this, "intra_cta_reuses", "blocks", "of these: last accessed by the same CTA"};
    Counter inter_cta_reuses{*this, "inter_cta_reuses", "blocks",
                             "of these: last accessed by another CTA of the kernel"};

private:
    void write(const AccessEvent& event) override;
    void end_cycle();
    void count(const AccessEvent& event);

    const ReuseMonitorParameters parameters_;
    std::vector<AccessEvent> collected_;  // of one cycle
    std::uint32_t kernel_ = 0;            // of the blocks
    AccessedBlocks blocks_;
};

}  // namespace heddle
