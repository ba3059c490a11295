// What a dispatcher with clustering counts and shows in addition.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heddle/base/counter.h"
#include "heddle/base/waveform.h"

namespace heddle {

struct ClusteringStatistics {
    ClusteringStatistics(Block& owner, unsigned sms)
        : overhead_cycles(owner, "overhead_cycles", "cycles",
                          "by which redirection or agents delayed the starts of CTAs, summed over CTAs"),
          tasks_by_agent(owner, "tasks_by_agent", "CTAs", "CTAs that agents of each number ran, summed over SMs",
                         64) {  // an SM has at most 64 CTA slots
        for (unsigned sm = 0; sm < sms; ++sm)
            last_cta.push_back(std::make_unique<Signal>(owner, "cta_" + std::to_string(sm), 32));
    }

    Counter overhead_cycles;
    Histogram tasks_by_agent;
    std::vector<std::unique_ptr<Signal>> last_cta;  // that each SM was given
};

}  // namespace heddle
