#pragma once

#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

// How far apart inputs and outputs of a crossbar are, where that differs. Lists of numbers, or all of them none.
struct DistanceParameters {
    std::string inputs = "none";
    std::string input_cycles = "none";
    std::string outputs = "none";
    std::string cycles = "none";

    bool none() const { return inputs == "none" && input_cycles == "none" && outputs == "none" && cycles == "none"; }

    template <class Visitor>
    void visit(Visitor& v) {
        v("inputs", inputs, "",
          "the place of each input, such as 0,0,1, a row of distance.cycles; none: all are equal");
        v("input_cycles", input_cycles, "cycles",
          "extra cycles of a round trip for each input, beyond those of its place; none: no extra cycles");
        v("outputs", outputs, "", "the place of each output, a column of distance.cycles");
        v("cycles", cycles, "cycles",
          "extra cycles of a round trip, beyond the shortest one, from each place of inputs (a row) to each place of "
          "outputs: numbers of a row with commas between them, rows with / between them, such as 0,30/30,0");
    }
};

}  // namespace heddle
