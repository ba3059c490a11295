// What programs tell the L1 (MECHANISMS 4.7): loads that bypass it, given to a stimulus that was not written so, and
// prefetches, of which the stimulus must have some.
#pragma once

#include "heddle/platforms/path/feature.h"
#include "heddle/stimulus/views/bypassing_kernels.h"

namespace heddle {

class L1HintsFeature : public Feature {
public:
    std::string name() const override { return "l1_hints"; }
    std::string summary() const override;
    void visit(ParameterSet& parameters) override { parameters.group("l1_hints", keys_); }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan&) const override { return keys_.bypasses() || keys_.prefetch; }
    std::vector<TotalSource> totals() const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;

private:
    struct Keys {
        bool bypass = false, prefetch = false;
        std::string bypass_buffers, bypass_ranges;

        bool bypasses() const { return bypass || !bypass_buffers.empty() || !bypass_ranges.empty(); }
        template <class Visitor>
        void visit(Visitor& v) {
            v("bypass", bypass, "", "loads of what bypass_buffers and bypass_ranges name bypass the L1");
            v("bypass_buffers", bypass_buffers, "names",
              "buffers of the stimulus, with commas between them; sets bypass");
            v("bypass_ranges", bypass_ranges, "addresses",
              "first and last byte of ranges, such as 0x10000000-0x1000ffff, with commas between them; sets bypass");
            v("prefetch", prefetch, "", "refuse a stimulus whose kernels prefetch nothing into the L1");
        }
    };
    Keys keys_;
};

}  // namespace heddle
