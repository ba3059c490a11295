// The figures of the single links of a level of crossbars.
#pragma once

#include <string>
#include <vector>

#include "heddle/platforms/common/totals.h"

namespace heddle {

// `level`: the instance's name; the figures begin with `prefix`. A link is busy one cycle per flit.
inline std::vector<FigureSource> link_figures(const std::string& level, const std::string& prefix) {
    const BlockFilter noc{level, "crossbar"};
    const auto busiest = [noc](const char* flits) {
        return [noc, flits](const Totals&, const BlockFigures& blocks) { return blocks.buckets(noc, flits).busiest; };
    };
    return {{prefix + "_request_link_utilisation_max", "1",
             "busy part of the time of the most used link that requests leave the network by",
             busiest("request_output_flits")},
            {prefix + "_reply_link_utilisation_max", "1",
             "busy part of the time of the most used link that replies leave the network by",
             busiest("reply_output_flits")}};
}

}  // namespace heddle
