#pragma once

#include <utility>

#include "heddle/cta_dispatcher/clustering/indexing_choice.h"
#include "heddle/cta_dispatcher/clustering/redirection.h"
#include "heddle/cta_dispatcher/policies/cta_policy.h"

namespace heddle {

// Redirection (MECHANISMS 4.6) with any policy of the hardware: that one places CTA u, which does the work of v(u),
// once the overhead of finding out is over.
class RedirectedPolicy final : public CtaPolicy {
public:
    RedirectedPolicy(const ClusteringParameters& parameters, const std::string& key,
                     std::unique_ptr<CtaPolicy> hardware)
        : overhead_cycles_(parameters.redirect_overhead_cycles),
          choice_(parameters, key),
          hardware_(std::move(hardware)) {}

    void begin(const MachineShape& machine, const GridShape& grid, unsigned slots_per_sm) override {
        partition_ = ClusterPartition(grid.ctas(), machine.sms());
        indexing_ = choice_.indexing_of(grid);
        hardware_->begin(machine, grid, slots_per_sm);
    }
    CtaDecision next(const std::vector<unsigned>& free_slots) override {
        CtaDecision decision = hardware_->next(free_slots);
        if (!decision.placement) return decision;
        decision.placement->cta = indexing_->cta_of(redirected(decision.placement->cta, partition_));
        decision.delay_cycles += overhead_cycles_;
        return decision;
    }
    void retired(unsigned sm, std::uint32_t cta) override {
        hardware_->retired(sm, redirected_from(indexing_->id_of(cta), partition_));
    }
    unsigned held_back_slots(const std::vector<unsigned>& free_slots) const override {
        return hardware_->held_back_slots(free_slots);
    }

private:
    const unsigned overhead_cycles_;
    const IndexingChoice choice_;
    const std::unique_ptr<CtaPolicy> hardware_;
    ClusterPartition partition_{1, 1};
    std::unique_ptr<GridIndexing> indexing_;
};

}  // namespace heddle
