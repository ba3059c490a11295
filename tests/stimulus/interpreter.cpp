#include "interpreter.h"

#include <algorithm>
#include <stdexcept>

#include "heddle/stimulus/stim/stim_workload.h"

namespace heddle::test {

std::uint8_t* FlatMemory::at(std::uint64_t address, std::size_t bytes) {
    if (address < first_address) throw std::logic_error("global address below the first buffer");
    const std::uint64_t offset = address - first_address;
    if (offset + bytes > bytes_.size()) bytes_.resize(std::max<std::size_t>(offset + bytes, bytes_.size() * 2));
    return bytes_.data() + offset;
}

RunResult run(Workload& workload, HostMemory& memory) {
    RunResult result;
    workload.initialise(memory);
    for (std::uint32_t id = workload.next_launch(memory); id != Workload::no_more; id = workload.next_launch(memory)) {
        run(workload.kernel(id), memory, result.counts);
    }
    result.check = workload.check(memory);
    return result;
}

RunResult run_text(const std::string& text) {
    stim::StimWorkload workload("test.stim", text);
    FlatMemory memory;
    return run(workload, memory);
}

}  // namespace heddle::test
