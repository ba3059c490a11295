// Who may cross in this cycle: matches inputs that have something to send with outputs that can take it.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/port_set.h"

namespace heddle {

struct Match {
    unsigned input, output;
};

struct Contention {
    const std::vector<PortSet>& wanted_by;  // per output: the inputs with a packet for it
    const std::vector<PortSet>& wanted_of;  // per input: the outputs it has a packet for
    const PortSet& inputs;                  // free in this cycle, with a packet for some output, be it free or not
    const PortSet& outputs;                 // free in this cycle, and wanted by some input, be it free or not
};

class Allocator {
public:
    virtual ~Allocator() = default;
    // Appends the matches of this cycle: each input and each output at most once, at least one if any is possible.
    // Returns how many of the inputs want one of the outputs.
    virtual unsigned allocate(const Contention& contention, std::vector<Match>& matches) = 0;
};

constexpr std::array<const char*, 2> allocator_names{"islip", "round_robin"};

// `name` is one of allocator_names; `iterations` is for islip.
std::unique_ptr<Allocator> make_allocator(const std::string& name, unsigned inputs, unsigned outputs,
                                          unsigned iterations);

}  // namespace heddle
