#include "heddle/stimulus/functional/functional_run.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "heddle/base/atomic_ops.h"

namespace heddle {
namespace {

class CtaRun {
public:
    CtaRun(const Kernel& kernel, WarpExecutor& executor, std::uint32_t cta, HostMemory& memory,
           InstructionObserver& observer)
        : kernel_(kernel),
          executor_(executor),
          memory_(memory),
          observer_(observer),
          shared_(kernel.shape().shared_bytes) {
        for (std::uint32_t w = 0; w < kernel.shape().warps_per_cta(); ++w)
            warps_.push_back({executor.start_warp(cta, w), false});
    }

    void run() {
        std::size_t left = warps_.size();
        while (left > 0) {
            bool moved = false;
            for (Warp& warp : warps_)
                if (warp.state != nullptr && !warp.waiting) {
                    moved = true;
                    left -= step(warp) ? 1 : 0;
                }
            if (!moved)
                for (Warp& warp : warps_) warp.waiting = false;
        }
    }

private:
    struct Warp {
        WarpState* state;
        bool waiting;
    };

    bool step(Warp& warp) {
        const WarpInstruction& instruction = executor_.fetch(*warp.state);
        if (&executor_.fetch(*warp.state) != &instruction) throw std::logic_error("fetch moved the warp");
        check(instruction);
        const LaneMask active = executor_.execute(*warp.state, instruction.is_memory() ? &access_ : nullptr);
        const bool accesses = instruction.is_memory() && active != 0;
        if (accesses) {
            if (access_.active != active) throw std::logic_error("execute returned another mask than the access has");
            access_.fill_addresses();
        }
        observer_.executed(*warp.state, instruction, active, accesses ? &access_ : nullptr);
        if (accesses) access_memory(*warp.state, instruction);
        warp.waiting = instruction.operation == Operation::barrier;
        if (instruction.operation != Operation::exit) return false;
        executor_.finish_warp(warp.state);
        warp.state = nullptr;
        return true;
    }

    void check(const WarpInstruction& instruction) const {
        for (unsigned i = 0; i < instruction.source_count; ++i)
            if (instruction.sources[i] >= kernel_.scoreboard_registers()) throw std::logic_error("source out of range");
        for (unsigned i = 0; i < instruction.destination_count; ++i)
            if (instruction.destinations[i] >= kernel_.scoreboard_registers())
                throw std::logic_error("destination out of range");
        if (instruction.line == 0) throw std::logic_error("an instruction without a line");
    }

    void access_memory(WarpState& warp, const WarpInstruction& instruction) {
        const unsigned bytes = access_.access_bytes;
        for (LaneMask left = access_.active; left != 0; left &= left - 1) {
            const auto lane = static_cast<unsigned>(__builtin_ctz(left));
            std::uint8_t* data = access_.data.data() + lane * bytes;
            std::uint8_t place[max_lane_bytes];
            get(instruction.space, access_.address[lane], place, bytes);
            if (instruction.operation == Operation::load)
                std::memcpy(data, place, bytes);
            else if (instruction.operation == Operation::store)
                std::memcpy(place, data, bytes);
            else
                perform_atomic_element(access_.atomic_op, access_.atomic_type, place, data,
                                       access_.compare.data() + lane * bytes);
            if (instruction.operation != Operation::load) put(instruction.space, access_.address[lane], place, bytes);
        }
        if (instruction.operation != Operation::store) executor_.write_back(warp, instruction, access_);
    }

    void get(AddressSpace space, std::uint64_t address, std::uint8_t* data, unsigned bytes) {
        if (space != AddressSpace::shared) return memory_.read(address, data, bytes);
        if (address + bytes > shared_.size()) throw std::logic_error("shared address beyond shared_bytes");
        std::memcpy(data, shared_.data() + address, bytes);
    }
    void put(AddressSpace space, std::uint64_t address, const std::uint8_t* data, unsigned bytes) {
        if (space != AddressSpace::shared) return memory_.write(address, data, bytes);
        std::memcpy(shared_.data() + address, data, bytes);
    }

    const Kernel& kernel_;
    WarpExecutor& executor_;
    HostMemory& memory_;
    InstructionObserver& observer_;
    std::vector<std::uint8_t> shared_;
    std::vector<Warp> warps_;
    LaneAccess access_{};
};

}  // namespace

void SparseMemory::read(std::uint64_t address, void* data, std::size_t bytes) {
    auto* to = static_cast<std::uint8_t*>(data);
    while (bytes > 0) {
        const std::size_t offset = address % page_bytes, count = std::min(bytes, page_bytes - offset);
        const auto page = pages_.find(address / page_bytes);
        if (page == pages_.end())
            std::memset(to, 0, count);
        else
            std::memcpy(to, page->second.data() + offset, count);
        to += count;
        address += count;
        bytes -= count;
    }
}

void SparseMemory::write(std::uint64_t address, const void* data, std::size_t bytes) {
    const auto* from = static_cast<const std::uint8_t*>(data);
    while (bytes > 0) {
        const std::size_t offset = address % page_bytes, count = std::min(bytes, page_bytes - offset);
        std::memcpy(pages_.try_emplace(address / page_bytes, Page{}).first->second.data() + offset, from, count);
        from += count;
        address += count;
        bytes -= count;
    }
}

void run_cta(const Kernel& kernel, WarpExecutor& executor, std::uint32_t cta, HostMemory& memory,
             InstructionObserver& observer) {
    CtaRun(kernel, executor, cta, memory, observer).run();
}

void run_grid(const Kernel& kernel, HostMemory& memory, InstructionObserver& observer) {
    const std::unique_ptr<WarpExecutor> executor = kernel.make_executor();
    for (std::uint32_t cta = 0; cta < kernel.shape().ctas(); ++cta) run_cta(kernel, *executor, cta, memory, observer);
}

}  // namespace heddle
