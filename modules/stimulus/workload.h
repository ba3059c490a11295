// A loaded stimulus as the host sees it: memory contents before, kernels in order, checks after.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "heddle/stimulus/kernel_table.h"
#include "heddle/stimulus/reference.h"

namespace heddle {

// The host's view of device memory: through the hierarchy, without moving time or counters.
class HostMemory {
public:
    virtual ~HostMemory() = default;
    virtual void read(std::uint64_t address, void* data, std::size_t bytes) = 0;
    virtual void write(std::uint64_t address, const void* data, std::size_t bytes) = 0;
};

struct CheckResult {
    std::uint64_t checked_values = 0;
    std::uint64_t mismatches = 0;
    std::vector<std::string> messages;  // the first few mismatches, readable
};

// Where a buffer lies in device memory.
struct BufferPlace {
    std::string name;
    std::uint64_t address = 0, bytes = 0;
};

class Workload : public KernelTable {
public:
    static constexpr std::uint32_t no_more = ~std::uint32_t{0};

    virtual void initialise(HostMemory& memory) = 0;
    // The kernel to launch next, or no_more. Called when the one before has finished; it may look at memory.
    virtual std::uint32_t next_launch(HostMemory& memory) = 0;
    virtual CheckResult check(HostMemory& memory) = 0;
    // How many CTAs the launches known so far have together, for progress; 0 if unknown.
    virtual std::uint64_t expected_ctas() const = 0;
    // The buffers it knows by name; a trace knows none.
    virtual std::vector<BufferPlace> buffers() const { return {}; }
    // The files that it reads beside the stimulus itself, as far as they are known before the run.
    virtual std::vector<std::string> input_files() const { return {}; }
};

// Opens a stimulus file by its kind (.stim, kernelslist.g, packed trace). `references` are those the file may name;
// they outlive the call. Throws InputError.
std::unique_ptr<Workload> open_workload(const std::string& path, const References* references = nullptr);

}  // namespace heddle
