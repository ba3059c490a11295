#pragma once

#include <string>

#include "heddle/base/lsu_traits.h"
#include "heddle/base/parameters.h"

namespace heddle {

struct BankedParameters {
    unsigned data_banks = 0;

    template <class Visitor>
    void visit(Visitor& v) {
        v("data_banks", data_banks, "banks",
          "for pool banked: data banks of 4 bytes; an instruction takes a cycle for each word that it wants of one; 0: "
          "no limit");
    }
    void validate(const std::string& key) const {
        require_range(data_banks, 0U, 128U, key + ".data_banks");
        if (data_banks) require_power_of_two(data_banks, key + ".data_banks");
    }
    LsuTraits traits() const { return {}; }
};

}  // namespace heddle
