// A monitor of how far the L1 caches hold copies of the same lines (MECHANISMS 5.5, 5.9). It changes no other figure.
#pragma once

#include "heddle/platforms/path/feature.h"
#include "heddle/replication_monitor/replication_monitor_parameters.h"

namespace heddle {

class ReplicationMonitorFeature : public Feature {
public:
    std::string name() const override { return "replication_monitor"; }
    std::string summary() const override;
    void visit(ParameterSet& parameters) override { parameters.group("monitor", keys_); }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan&) const override { return keys_.replication; }
    std::vector<TotalSource> totals() const override;
    std::vector<FigureSource> figures(const PathPlan&) const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;

private:
    // The group is for other monitors, too, so its keys say which one they belong to.
    struct Keys {
        bool replication = false;
        ReplicationMonitorParameters parameters;

        template <class Visitor>
        void visit(Visitor& v) {
            v("replication", replication, "", "count copies of lines in the L1 caches and misses to such lines");
            v("replication_sample_cycles", parameters.sample_cycles, "cycles",
              "time between two looks at how many copies lines have");
        }
    };
    Keys keys_;
};

}  // namespace heddle
