// The clock domains of a machine: parts that run at the same frequency share one, which saves a kernel event per cycle
// and, by the rules of base/registered_queue.h, changes no result.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock_domain.h"

namespace heddle {

class Clocks {
public:
    ClockDomain& at(double mhz, const char* name) {
        for (auto& [frequency, domain] : domains_)
            if (frequency == mhz) return *domain;
        domains_.emplace_back(mhz, std::make_unique<ClockDomain>(name, period_of_mhz(mhz)));
        return *domains_.back().second;
    }

private:
    std::vector<std::pair<double, std::unique_ptr<ClockDomain>>> domains_;
};

}  // namespace heddle
