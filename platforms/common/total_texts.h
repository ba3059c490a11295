// What the chip's figures mean: unit and description of every total, from the counters that it sums.
#pragma once

#include <map>
#include <string>

#include "heddle/platforms/common/totals.h"

namespace heddle {

struct FigureText {
    std::string unit, description;
};

// By the names of Totals::all(), Totals::utilisations() and Totals::figures(), with "ipc" and "seconds".
std::map<std::string, FigureText> total_texts(const TotalsTable& table, const Statistics& statistics);

}  // namespace heddle
