// Who may cross in this cycle: matches inputs that have something to send with outputs that can take it.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "heddle/crossbar/fixed_port_set.h"

namespace heddle {

template <class Set>
struct Contention {
    const std::vector<Set>& wanted_by;  // per output: the inputs with a packet for it
    const std::vector<Set>& wanted_of;  // per input: the outputs it has a packet for
    Set inputs;                         // free in this cycle, with a packet for some output, be it free or not
    Set outputs;                        // free in this cycle, and wanted by some input, be it free or not
};

struct Match {
    unsigned input, output;
};

// What an allocator finds in one cycle.
class Matching {
public:
    Matching(unsigned inputs, unsigned outputs) : matches_(inputs < outputs ? inputs : outputs) {}
    void clear() { size_ = 0; }
    void add(unsigned input, unsigned output) { matches_[size_++] = {input, output}; }
    unsigned size() const { return size_; }
    const Match* begin() const { return matches_.data(); }
    const Match* end() const { return begin() + size_; }
    const Match& operator[](unsigned i) const { return matches_[i]; }

private:
    std::vector<Match> matches_;
    unsigned size_ = 0;
};

template <class Set>
class Allocator {
public:
    virtual ~Allocator() = default;
    // Adds the matches of this cycle: each input and each output at most once, at least one if any is possible.
    // Returns how many of the inputs want one of the outputs.
    virtual unsigned allocate(const Contention<Set>& contention, Matching& matching) = 0;
};

constexpr std::array<const char*, 2> allocator_names{"islip", "round_robin"};

// `iterations` is for islip. Set: a FixedPortSet. Null for a name that is not one of allocator_names.
template <class Set>
std::unique_ptr<Allocator<Set>> make_allocator(const std::string& name, unsigned inputs, unsigned outputs,
                                               unsigned iterations);

}  // namespace heddle
