#include "interpreter.h"

#include <algorithm>
#include <stdexcept>

#include "stimulus/stim/stim_workload.h"

namespace heddle::test {
namespace {

template <class T>
T atomic_result(AtomicOp op, T old, T operand, T compare) {
    switch (op) {
        case AtomicOp::add:
            return static_cast<T>(old + operand);
        case AtomicOp::min:
            return std::min(old, operand);
        case AtomicOp::max:
            return std::max(old, operand);
        case AtomicOp::exch:
            return operand;
        case AtomicOp::cas:
            return old == compare ? operand : old;
        case AtomicOp::inc:
            return old >= operand ? T{0} : static_cast<T>(old + 1);
        case AtomicOp::dec:
            return old == T{0} || old > operand ? operand : static_cast<T>(old - 1);
        default:
            break;
    }
    if constexpr (std::is_integral_v<T>) {
        if (op == AtomicOp::band) return old & operand;
        if (op == AtomicOp::bor) return old | operand;
        return old ^ operand;
    }
    throw std::logic_error("bit atomic on reals");
}

template <class T>
void atomic_lane(LaneAccess& access, unsigned lane, std::uint8_t* memory) {
    T old, operand, compare;
    std::memcpy(&old, memory, sizeof(T));
    std::memcpy(&operand, access.data.data() + lane * sizeof(T), sizeof(T));
    std::memcpy(&compare, access.compare.data() + lane * sizeof(T), sizeof(T));
    const T result = atomic_result<T>(access.atomic_op, old, operand, compare);
    std::memcpy(memory, &result, sizeof(T));
    std::memcpy(access.data.data() + lane * sizeof(T), &old, sizeof(T));
}

void perform_atomic(LaneAccess& access, unsigned lane, std::uint8_t* memory) {
    switch (access.atomic_type) {
        case ElementType::u32:
            return atomic_lane<std::uint32_t>(access, lane, memory);
        case ElementType::s32:
            return atomic_lane<std::int32_t>(access, lane, memory);
        case ElementType::f32:
            return atomic_lane<float>(access, lane, memory);
        case ElementType::u64:
            return atomic_lane<std::uint64_t>(access, lane, memory);
        case ElementType::s64:
            return atomic_lane<std::int64_t>(access, lane, memory);
        case ElementType::f64:
            return atomic_lane<double>(access, lane, memory);
    }
}

class CtaRun {
public:
    CtaRun(Kernel& kernel, std::uint32_t cta, FlatMemory& memory, RunCounts& counts)
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
            if (!moved) release_barrier();
        }
    }

private:
    struct Warp {
        WarpState* state;
        bool waiting;
    };

    // Returns whether the warp has exited.
    bool step(Warp& warp) {
        const WarpInstruction& instruction = kernel_.fetch(*warp.state);
        if (&kernel_.fetch(*warp.state) != &instruction) throw std::logic_error("fetch moved the warp");
        check_operands(instruction);
        ++counts_.instructions;
        ++counts_.by_operation[static_cast<unsigned>(instruction.operation)];
        const LaneMask active = kernel_.execute(*warp.state, instruction.is_memory() ? &access_ : nullptr);
        counts_.thread_instructions += static_cast<std::uint64_t>(__builtin_popcount(active));
        if (instruction.is_memory()) access_memory(*warp.state, instruction);
        warp.waiting = instruction.operation == Operation::barrier;
        if (instruction.operation != Operation::exit) return false;
        kernel_.finish_warp(warp.state);
        warp.state = nullptr;
        return true;
    }

    void check_operands(const WarpInstruction& instruction) const {
        const auto in_range = [this](std::uint16_t number) { return number < kernel_.scoreboard_registers(); };
        bool good = true;
        for (unsigned i = 0; i < instruction.source_count; ++i) good &= in_range(instruction.sources[i]);
        for (unsigned i = 0; i < instruction.destination_count; ++i) good &= in_range(instruction.destinations[i]);
        if (!good) throw std::logic_error("an instruction names a register beyond scoreboard_registers()");
    }

    void access_memory(WarpState& warp, const WarpInstruction& instruction) {
        const unsigned bytes = access_.access_bytes;
        access_.fill_addresses();
        if (instruction.operation == Operation::load && instruction.space == AddressSpace::global)
            ++counts_.global_loads;
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            if (((access_.active >> lane) & 1) == 0) continue;
            std::uint8_t* memory = place(instruction.space, access_.address[lane], bytes);
            std::uint8_t* data = access_.data.data() + lane * bytes;
            if (instruction.operation == Operation::load)
                std::memcpy(data, memory, bytes);
            else if (instruction.operation == Operation::store)
                std::memcpy(memory, data, bytes);
            else
                perform_atomic(access_, lane, memory);
        }
        if (instruction.operation != Operation::store) kernel_.write_back(warp, instruction, access_);
    }

    std::uint8_t* place(AddressSpace space, std::uint64_t address, unsigned bytes) {
        if (space == AddressSpace::global) return memory_.at(address, bytes);
        if (address + bytes > shared_.size()) throw std::logic_error("shared address beyond shared_bytes");
        return shared_.data() + address;
    }

    void release_barrier() {
        for (Warp& warp : warps_) warp.waiting = false;
    }

    Kernel& kernel_;
    FlatMemory& memory_;
    RunCounts& counts_;
    std::vector<std::uint8_t> shared_;
    std::vector<Warp> warps_;
    LaneAccess access_{};
};

}  // namespace

std::uint8_t* FlatMemory::at(std::uint64_t address, std::size_t bytes) {
    if (address < first_address) throw std::logic_error("global address below the first buffer");
    const std::uint64_t offset = address - first_address;
    if (offset + bytes > bytes_.size()) bytes_.resize(std::max<std::size_t>(offset + bytes, bytes_.size() * 2));
    return bytes_.data() + offset;
}

RunResult run(Workload& workload, FlatMemory& memory) {
    RunResult result;
    workload.initialise(memory);
    for (std::uint32_t id = workload.next_launch(memory); id != Workload::no_more; id = workload.next_launch(memory)) {
        Kernel& kernel = workload.kernel(id);
        for (std::uint32_t cta = 0; cta < kernel.shape().ctas(); ++cta)
            CtaRun(kernel, cta, memory, result.counts).run();
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
