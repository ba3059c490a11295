#include "crossbar/allocators/allocator.h"

#include "crossbar/allocators/islip.h"
#include "crossbar/allocators/round_robin.h"

namespace heddle {

std::unique_ptr<Allocator> make_allocator(const std::string& name, unsigned inputs, unsigned outputs,
                                          unsigned iterations) {
    if (name == "islip") return std::make_unique<Islip>(inputs, outputs, iterations);
    return std::make_unique<RoundRobin>(outputs);
}

}  // namespace heddle
