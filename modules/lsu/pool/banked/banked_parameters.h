#pragma once

#include <string>

#include "heddle/base/lsu_traits.h"
#include "heddle/base/parameters.h"

namespace heddle {

struct BankedParameters {
    static constexpr unsigned max_banks = 32;

    unsigned banks = 8;  // ports to the L1, one line request per cycle each; no key: it follows from l1_cache.banks

    template <class Visitor>
    void visit(Visitor&) {}
    void validate(const std::string& key) const {
        require_range(banks, 1U, max_banks, key + ".banks");
        require_power_of_two(banks, key + ".banks");
    }
    LsuTraits traits() const { return {}; }
};

}  // namespace heddle
