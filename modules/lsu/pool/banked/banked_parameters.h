#pragma once

#include <string>

#include "heddle/base/lsu_traits.h"
#include "heddle/base/parameters.h"

namespace heddle {

struct BankedParameters {
    unsigned data_banks = 0;
    unsigned pass_cycles = 1;
    unsigned in_turn = 1;
    unsigned in_sight = 1;

    template <class Visitor>
    void visit(Visitor& v) {
        v("data_banks", data_banks, "banks",
          "for pool banked: data banks of 4 bytes; an instruction makes as many passes as it has different words in "
          "one "
          "bank; 0: one pass");
        v("pass_cycles", pass_cycles, "cycles", "with data_banks: from one pass of an instruction to its next");
        v("in_turn", in_turn, "instructions",
          "with data_banks: instructions, of different warps, whose passes alternate; stores and atomics wait for what "
          "came before them");
        v("in_sight", in_sight, "instructions", "oldest instructions of the queue among which these are chosen");
    }
    void validate(const std::string& key) const {
        require_range(data_banks, 0U, 128U, key + ".data_banks");
        if (data_banks) require_power_of_two(data_banks, key + ".data_banks");
        require_range(pass_cycles, 1U, 16U, key + ".pass_cycles");
        require_range(in_turn, 1U, 16U, key + ".in_turn");
        require_range(in_sight, in_turn, 16U, key + ".in_sight");
        require(data_banks || (pass_cycles == 1 && in_sight == 1), key + ".data_banks",
                "is 0, but " + key + ".pass_cycles or " + key + ".in_sight is not 1: set it, too, or these to 1");
    }
    LsuTraits traits() const { return {in_turn > 1 ? LsuTraits::Order::in_order_stores : LsuTraits::Order::in_order}; }
};

}  // namespace heddle
