// Links between a crossbar's switch and groups of its inputs: what all packets of a group pass, one after the other.
// Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/crossbar/grant.h"
#include "heddle/crossbar/group_parameters.h"

namespace heddle {

// In one direction: requests pass the link of the input from which they come, replies that of the output to which they
// go, since the outputs of the reply network are the crossbar's inputs.
class GroupLinks {
public:
    enum class Side { inputs, outputs };
    GroupLinks() = default;  // no port shares a link
    GroupLinks(std::vector<unsigned> group_of_port, Side side, unsigned bytes_per_cycle);

    bool none() const { return group_of_port_.empty(); }
    unsigned groups() const { return static_cast<unsigned>(free_from_.size()); }
    // A packet comes to its link in cycle `now`. Packets pass in the order of calls, several in one cycle if the link
    // is wide enough.
    LinkPass pass(unsigned input, unsigned output, unsigned bytes, Cycle now) {
        const unsigned group = group_of_port_[side_ == Side::inputs ? input : output];
        std::uint64_t& free_from = free_from_[group];
        const std::uint64_t from = std::max(free_from, now * bytes_per_cycle_);
        free_from = from + bytes;
        return {group, bytes, from / bytes_per_cycle_ - now};
    }

private:
    Side side_ = Side::inputs;
    std::uint64_t bytes_per_cycle_ = 1;
    std::vector<unsigned> group_of_port_;
    std::vector<std::uint64_t> free_from_;  // of each group, in bytes that the link could have carried since cycle 0
};

struct GroupLinkPair {
    GroupLinks requests, replies;
};

// Throws ParameterError for a list that does not fit the inputs, a list without a width and a width without a list.
GroupLinkPair group_links(const GroupParameters& parameters, unsigned inputs, const std::string& key);
// What it throws is thrown here, too: by the first for ports that are known, by the second for any.
void validate_groups(const GroupParameters& parameters, unsigned inputs, const std::string& key);
void validate_groups(const GroupParameters& parameters, const std::string& key);

}  // namespace heddle
