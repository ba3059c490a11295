// Which SMs stand in which GPC and TPC. Plain C++.
#pragma once

#include <numeric>
#include <vector>

#include "heddle/cta_dispatcher/gpc_parameters.h"
#include "heddle/cta_dispatcher/grid_shape.h"

namespace heddle {

class GpcMap {
public:
    // Throws ParameterError where the GPCs have more or fewer SMs than the machine.
    GpcMap(const GpcParameters& parameters, const MachineShape& machine, const std::string& key = "cta_dispatcher.gpc")
        : gpc_of_(machine.sms()), tpc_of_(machine.sms()) {
        const std::vector<unsigned> sizes = parameters.sizes_of(key);
        if (sizes.empty()) {
            gpcs_.resize(machine.clusters);
            for (unsigned sm = 0; sm < machine.sms(); ++sm) put(sm, machine.cluster_of(sm));
            number_tpcs(parameters.sms_per_tpc);
            return;
        }
        const unsigned tpcs = std::accumulate(sizes.begin(), sizes.end(), parameters.apart_tpcs);
        require(tpcs * parameters.sms_per_tpc == machine.sms(), key + ".tpcs",
                "is '" + parameters.tpcs + "', with those apart " + std::to_string(tpcs) + " TPCs of " +
                    std::to_string(parameters.sms_per_tpc) +
                    " SMs (gpc.apart_tpcs, gpc.sms_per_tpc), but the machine has " + std::to_string(machine.sms()) +
                    " SMs (topology.clusters times topology.sms_per_cluster)");
        deal(sizes, parameters);
        number_tpcs(parameters.sms_per_tpc);
    }

    unsigned count() const { return static_cast<unsigned>(gpcs_.size()); }
    const std::vector<unsigned>& sms_of(unsigned gpc) const { return gpcs_[gpc]; }
    // Those apart come after the others.
    bool has_apart() const { return has_apart_; }
    unsigned gpc_of(unsigned sm) const { return gpc_of_[sm]; }
    // TPCs of all GPCs, counted from 0. The last one of a GPC has what SMs are left.
    unsigned tpcs() const { return static_cast<unsigned>(tpc_sizes_.size()); }
    unsigned tpc_of(unsigned sm) const { return tpc_of_[sm]; }
    unsigned sms_of_tpc(unsigned tpc) const { return tpc_sizes_[tpc]; }

private:
    void put(unsigned sm, unsigned gpc) {
        gpcs_[gpc].push_back(sm);
        gpc_of_[sm] = gpc;
    }
    // TPC numbers go round the GPCs; one that has all of its own is passed over.
    void deal(const std::vector<unsigned>& sizes, const GpcParameters& parameters) {
        const unsigned per_tpc = parameters.sms_per_tpc;
        has_apart_ = parameters.apart_tpcs > 0;
        gpcs_.resize(sizes.size() + (has_apart_ ? 1 : 0));
        const unsigned dealt = std::accumulate(sizes.begin(), sizes.end(), 0u) * per_tpc;
        for (unsigned sm = 0, gpc = 0; sm < dealt; gpc = (gpc + 1) % static_cast<unsigned>(sizes.size()))
            if (gpcs_[gpc].size() < std::size_t{sizes[gpc]} * per_tpc)
                for (unsigned i = 0; i < per_tpc; ++i) put(sm++, gpc);
        for (unsigned sm = dealt; sm < gpc_of_.size(); ++sm) put(sm, count() - 1);
    }

    void number_tpcs(unsigned sms_per_tpc) {
        for (const std::vector<unsigned>& sms : gpcs_)
            for (std::size_t i = 0; i < sms.size(); ++i) {
                if (i % sms_per_tpc == 0) tpc_sizes_.push_back(0);
                tpc_of_[sms[i]] = tpcs() - 1;
                ++tpc_sizes_.back();
            }
    }

    std::vector<std::vector<unsigned>> gpcs_;
    std::vector<unsigned> gpc_of_, tpc_of_, tpc_sizes_;
    bool has_apart_ = false;
};

}  // namespace heddle
