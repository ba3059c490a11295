// A monitor of how far CTAs use the same data (MECHANISMS 4.4). It changes no other figure.
#pragma once

#include "heddle/platforms/path/feature.h"
#include "heddle/reuse_monitor/reuse_monitor_parameters.h"

namespace heddle {

class ReuseMonitorFeature : public Feature {
public:
    std::string name() const override { return "reuse_monitor"; }
    std::string summary() const override;
    void visit(ParameterSet& parameters) override { parameters.group("monitor", keys_); }
    void plan(PathPlan& plan) const override;
    bool active(const PathPlan&) const override { return keys_.reuse; }
    std::vector<TotalSource> totals() const override;
    std::vector<FigureSource> figures(const PathPlan&) const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;

private:
    // The group is for other monitors, too, so its keys say which one they belong to.
    struct Keys {
        bool reuse = false;
        ReuseMonitorParameters parameters;

        template <class Visitor>
        void visit(Visitor& v) {
            v("reuse", reuse, "", "count how often data is accessed again, by the same CTA or by another");
            v("reuse_block_bytes", parameters.block_bytes, "B",
              "what counts as the same data: 128 (lines) or 32 (sectors)");
        }
    };
    Keys keys_;
};

}  // namespace heddle
