#include "heddle/crossbar/allocators/allocator.h"

#include "heddle/crossbar/allocators/islip.h"
#include "heddle/crossbar/allocators/round_robin.h"

namespace heddle {

template <class Set>
std::unique_ptr<Allocator<Set>> make_allocator(const std::string& name, unsigned inputs, unsigned outputs,
                                               unsigned iterations) {
    if (name == "islip") return std::make_unique<Islip<Set>>(inputs, outputs, iterations);
    if (name == "round_robin") return std::make_unique<RoundRobin<Set>>(outputs);
    return nullptr;
}

template std::unique_ptr<Allocator<NarrowPortSet>> make_allocator(const std::string&, unsigned, unsigned, unsigned);
template std::unique_ptr<Allocator<MiddlePortSet>> make_allocator(const std::string&, unsigned, unsigned, unsigned);
template std::unique_ptr<Allocator<WidePortSet>> make_allocator(const std::string&, unsigned, unsigned, unsigned);

}  // namespace heddle
