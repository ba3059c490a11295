#include "runner.h"

#include <stdexcept>

#include "base/atomic_ops.h"

namespace heddle::test {
namespace {

class CtaRun {
public:
    CtaRun(Kernel& kernel, std::uint32_t cta, HostMemory& memory, RunCounts& counts)
        : kernel_(kernel), memory_(memory), counts_(counts), shared_(kernel.shape().shared_bytes) {
        for (std::uint32_t w = 0; w < kernel.shape().warps_per_cta(); ++w)
            warps_.push_back({kernel.start_warp(cta, w), false});
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
        const WarpInstruction& instruction = kernel_.fetch(*warp.state);
        if (&kernel_.fetch(*warp.state) != &instruction) throw std::logic_error("fetch moved the warp");
        check(instruction);
        ++counts_.instructions;
        ++counts_.by_operation[static_cast<unsigned>(instruction.operation)];
        const LaneMask active = kernel_.execute(*warp.state, instruction.is_memory() ? &access_ : nullptr);
        counts_.thread_instructions += static_cast<std::uint64_t>(__builtin_popcount(active));
        if (active == 0) ++counts_.predicated_off;
        if (instruction.is_memory() && active != 0) {
            ++counts_.by_space[static_cast<unsigned>(instruction.space)];
            counts_.global_loads +=
                instruction.operation == Operation::load && instruction.space == AddressSpace::global;
            if (access_.active != active) throw std::logic_error("execute returned another mask than the access has");
            access_memory(*warp.state, instruction);
        }
        warp.waiting = instruction.operation == Operation::barrier;
        if (instruction.operation != Operation::exit) return false;
        kernel_.finish_warp(warp.state);
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
        access_.fill_addresses();
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            if (((access_.active >> lane) & 1) == 0) continue;
            std::uint8_t* data = access_.data.data() + lane * bytes;
            std::uint8_t place[16];
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
        if (instruction.operation != Operation::store) kernel_.write_back(warp, instruction, access_);
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

    Kernel& kernel_;
    HostMemory& memory_;
    RunCounts& counts_;
    std::vector<std::uint8_t> shared_;
    std::vector<Warp> warps_;
    LaneAccess access_{};
};

}  // namespace

std::uint8_t& SparseMemory::byte(std::uint64_t address) {
    return pages_[address / page_bytes][address % page_bytes];
}

void SparseMemory::read(std::uint64_t address, void* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) static_cast<std::uint8_t*>(data)[i] = byte(address + i);
}

void SparseMemory::write(std::uint64_t address, const void* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) byte(address + i) = static_cast<const std::uint8_t*>(data)[i];
}

void run(Kernel& kernel, HostMemory& memory, RunCounts& counts) {
    for (std::uint32_t cta = 0; cta < kernel.shape().ctas(); ++cta) CtaRun(kernel, cta, memory, counts).run();
}

RunCounts run(Kernel& kernel, HostMemory& memory) {
    RunCounts counts;
    run(kernel, memory, counts);
    return counts;
}

}  // namespace heddle::test
