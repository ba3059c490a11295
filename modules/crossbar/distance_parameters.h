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
          "what each input has to go beyond its place, there and back; none: nothing");
        v("outputs", outputs, "", "the place of each output, a column of distance.cycles");
        v("cycles", cycles, "cycles",
          "how much longer than the shortest way that of each place of inputs to each of outputs is, there and back: "
          "numbers of a row with commas between them, rows with / between them, such as 0,30/30,0");
    }
};

}  // namespace heddle
