// The clock domains of a machine, by the name of the level they belong to. Levels of the same frequency share a domain,
// which saves a kernel event per cycle and, by the rules of base/registered_queue.h, changes no result.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "heddle/base/clock_domain.h"

namespace heddle {

class Clocks {
public:
    void add(const std::string& name, double mhz) {
        if (by_name_.count(name)) return;
        for (const auto& [other, frequency] : frequencies_)
            if (frequency == mhz) {
                by_name_[name] = by_name_.at(other);
                return;
            }
        domains_.push_back(std::make_unique<ClockDomain>((name + "_clock").c_str(), period_of_mhz(mhz)));
        frequencies_[name] = mhz;
        by_name_[name] = domains_.back().get();
    }
    ClockDomain& operator[](const std::string& name) const { return *by_name_.at(name); }

private:
    std::vector<std::unique_ptr<ClockDomain>> domains_;
    std::map<std::string, double> frequencies_;  // of the names that a domain was made for
    std::map<std::string, ClockDomain*> by_name_;
};

}  // namespace heddle
