// Extra latency between pairs of an input and an output of a crossbar, beyond that of the nearest pair. Plain C++.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/crossbar/distance_parameters.h"

namespace heddle {

// In one direction.
class PairLatency {
public:
    PairLatency() = default;  // all ways are equal
    PairLatency(unsigned inputs, unsigned outputs) : outputs_(outputs), cycles_(std::size_t{inputs} * outputs, 0) {}

    bool none() const { return cycles_.empty(); }
    unsigned cycles(unsigned input, unsigned output) const {
        return none() ? 0 : cycles_[std::size_t{input} * outputs_ + output];
    }
    void set(unsigned input, unsigned output, unsigned cycles) {
        cycles_[std::size_t{input} * outputs_ + output] = static_cast<std::uint16_t>(cycles);
    }

private:
    unsigned outputs_ = 0;
    std::vector<std::uint16_t> cycles_;
};

// Half of a round trip's extra cycles delay the request and half the reply, which gets the odd one.
struct PairLatencies {
    PairLatency there, back;
};

// Throws ParameterError for lists that are none or that do not fit the ports.
PairLatencies pair_latencies(const DistanceParameters& parameters, unsigned inputs, unsigned outputs,
                             const std::string& key);
// What it throws is thrown here, too: by the first for ports that are known, by the second for any.
void validate_distances(const DistanceParameters& parameters, unsigned inputs, unsigned outputs,
                        const std::string& key);
void validate_distances(const DistanceParameters& parameters, const std::string& key);

}  // namespace heddle
