// Equal crossbars that together are one network or one stage of one. Each level of crossbars builds its own.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "heddle/crossbar/crossbar.h"
#include "heddle/energy/crossbar_shape.h"
#include "heddle/platforms/path/level.h"

namespace heddle {

// The outputs of the whole set are numbered consecutively: first those of crossbar 0, then those of crossbar 1.
struct CrossbarSetShape {
    unsigned crossbars = 1, inputs = 1, outputs = 1;  // inputs and outputs of each
    // Which of the ends above a crossbar takes: neighbours, or every `crossbars`-th one.
    bool interleaved = false;

    // As the cost of a network sees them.
    CrossbarShape cost(const CrossbarParameters& common, double link_mm) const {
        return {crossbars, inputs, outputs, common.flit_bytes, link_mm, false, common.request_flit_bytes};
    }
    // Of one of them, from what all have in common.
    CrossbarParameters parameters_of_each(CrossbarParameters common) const {
        common.inputs = inputs;
        common.outputs = outputs;
        return common;
    }
    unsigned end_above(unsigned crossbar, unsigned input) const {
        return interleaved ? input * crossbars + crossbar : crossbar * inputs + input;
    }
};

class CrossbarSet {
public:
    // Which output of the whole set an address leads to, for the crossbar it has come to.
    using Route = std::function<unsigned(unsigned crossbar, std::uint64_t address)>;

    // Without a route there has to be one crossbar, whose outputs are the slices of the machine's address map.
    CrossbarSet(const LevelSite& site, ClockDomain& clock, const CrossbarParameters& parameters,
                const CrossbarSetShape& shape, const Route& route = {});

    [[nodiscard]] OpenEnds open_ends() const;

private:
    std::vector<std::unique_ptr<Crossbar>> crossbars_;
};

}  // namespace heddle
