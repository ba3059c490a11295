// What the SM runs: kernels as streams of warp instructions, from any front end (.stim, PTX, traces).
// Plain C++. The front end owns values and control flow; the SM owns time and asks for one instruction after another.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "heddle/base/lane_access.h"

namespace heddle {

struct Dim3 {
    std::uint32_t x = 1, y = 1, z = 1;
    std::uint64_t count() const { return std::uint64_t{x} * y * z; }
};

struct KernelShape {
    std::string name;
    Dim3 grid;
    Dim3 block;
    std::uint32_t registers_per_thread = 16;
    std::uint32_t shared_bytes = 0;
    std::string place;  // "file:line" of what defines or launches it, for messages; may be empty

    std::uint32_t ctas() const { return static_cast<std::uint32_t>(grid.count()); }
    std::uint32_t threads_per_cta() const { return static_cast<std::uint32_t>(block.count()); }
    std::uint32_t warps_per_cta() const { return (threads_per_cta() + warp_lanes - 1) / warp_lanes; }
};

enum class Operation : std::uint8_t { arithmetic, load, store, atomic, barrier, fence, exit };

// Which execution unit an arithmetic instruction needs; latency and initiation interval are the SM's parameters. `fp32`
// is floating point of 32 bits and less, `multiply` integer products, `wide_sum` integer arithmetic that adds up
// registers of 64 bits, such as addresses; an SM may have a unit for floating point, which may do integer products and
// these sums, too, and one for branches, or do all of these in its ALU.
enum class ExecutionUnit : std::uint8_t { alu, fp64, sfu, tensor, fp32, branch, multiply, wide_sum };
constexpr unsigned execution_units = 8;

// Operations of PTX for which GPUs have no instruction: the compiler replaces each of them by a sequence. An SM may run
// one as a single instruction of the special function unit, or issue the whole sequence.
enum class Routine : std::uint8_t { none, integer_division, float_division, square_root };
constexpr unsigned routine_kinds = 4;

// The part of an instruction that is the same for every warp: what scoreboard and issue logic look at.
struct WarpInstruction {
    static constexpr unsigned max_operands = 8;

    Operation operation = Operation::arithmetic;
    ExecutionUnit unit = ExecutionUnit::alu;
    AddressSpace space = AddressSpace::global;
    std::uint8_t source_count = 0;
    std::uint8_t destination_count = 0;
    bool read_only = false;  // a load of what the kernel does not change (ld.global.nc)
    bool prefetch = false;   // a load that brings lines into the L1 and gives the warp nothing
    Routine routine = Routine::none;
    std::array<std::uint16_t, max_operands> sources{};
    std::array<std::uint16_t, max_operands> destinations{};
    std::uint32_t pc = 0;    // index or address inside the kernel
    std::uint32_t line = 0;  // source line, for messages
    // The registers of all operands as register_bit()s, so that one test finds an instruction that waits for none; all
    // bits until gather_operands() is called, which a front end does when the operands are final.
    std::uint64_t operand_bits = ~std::uint64_t{0};

    static std::uint64_t register_bit(unsigned number) { return std::uint64_t{1} << number % 64; }
    void gather_operands() {
        operand_bits = 0;
        for (unsigned i = 0; i < source_count; ++i) operand_bits |= register_bit(sources[i]);
        for (unsigned i = 0; i < destination_count; ++i) operand_bits |= register_bit(destinations[i]);
    }
    bool is_memory() const {
        return operation == Operation::load || operation == Operation::store || operation == Operation::atomic;
    }
};

// What a warp can read of the SM it runs on (PTX: %smid, %nsmid, %clock, %globaltimer).
struct SmView {
    std::uint32_t sm = 0, sm_count = 1;
    std::uint64_t cycle = 0;  // in which the warp's instruction issues
    double cycle_ns = 1;
};

// A front end derives its per-warp state (program counter, values, loop counters, SIMT stack) from this.
struct WarpState {
    std::uint32_t cta = 0;
    std::uint32_t warp = 0;      // in the CTA
    std::uint32_t slot = 0;      // of the SM that runs the warp
    const SmView* sm = nullptr;  // null where no SM runs the warp

protected:
    ~WarpState() = default;
};

// Executes the warps of one SM and owns everything that changes meanwhile. Executors of the same kernel may be used by
// different threads at the same time. A warp state belongs to the executor that started it.
class WarpExecutor {
public:
    virtual ~WarpExecutor() = default;

    // A warp becomes resident and leaves again. States are pooled by the executor: no allocation per warp in steady
    // state.
    virtual WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) = 0;
    virtual void finish_warp(WarpState* warp) = 0;

    // The warp's next instruction. Stays valid and the same until execute(); the last one is always an exit.
    virtual const WarpInstruction& fetch(WarpState& warp) = 0;

    // Performs the fetched instruction on the values and moves the warp on. For memory operations it fills `access`
    // (mask, addresses, operands); for others `access` is null. Returns the lanes that took part (0: predicated off);
    // in a branch these are all active ones, whether they take it or not. An arithmetic instruction of the constant
    // space takes its value from the kernel's constant_images(). If `access` is not null, it is filled instead: the
    // value will come from memory, by write_back().
    virtual LaneMask execute(WarpState& warp, LaneAccess* access) = 0;

    // Performs an arithmetic instruction and fetches the next one, as execute() and fetch() do: one call for the most
    // frequent kind. It is not inlined: a compiler that could inline the default would test in every call whether it is
    // the function that is meant.
    struct Executed {
        LaneMask lanes;
        const WarpInstruction* next;
    };
    [[gnu::noinline]] virtual Executed execute_arithmetic(WarpState& warp) {
        const LaneMask lanes = execute(warp, nullptr);
        return {lanes, &fetch(warp)};
    }

    // Receives the values of a load or atomic whose response has arrived; `instruction` is the one fetched for it.
    virtual void write_back(WarpState& warp, const WarpInstruction& instruction, const LaneAccess& access) = 0;
};

// Bytes that lie in memory at `address` while the kernel runs.
struct ConstantImage {
    std::uint64_t address = 0;
    const std::vector<std::uint8_t>* bytes = nullptr;
};

// The program of a launch. It does not change while an SM runs it.
class Kernel {
public:
    virtual ~Kernel() = default;

    virtual const KernelShape& shape() const = 0;
    // One more than the highest register number any instruction names.
    virtual std::uint32_t scoreboard_registers() const = 0;
    // The distance of two neighbouring instructions whose PCs differ by one: 8 bytes if a PC is an index, 1 if it is an
    // address. PTX and the directed language have no encoding; 8 bytes are those of Fermi and Kepler.
    virtual unsigned bytes_per_pc() const { return 8; }
    // Whether any of its instructions is a prefetch.
    virtual bool prefetches() const { return false; }
    // Whether any of its instructions is a routine.
    virtual bool has_routines() const { return false; }
    // Whether its loads bring values that it computes with. If not, nobody can tell what its shared memory holds.
    virtual bool has_values() const { return true; }
    // What instructions of the constant space read, for machines that keep it in memory.
    virtual std::vector<ConstantImage> constant_images() const { return {}; }
    // Each SM makes an executor of its own when it receives the first CTA of a launch. It may use the executor for
    // later launches, too, as long as the version is the same; afterwards the executor can only be destroyed.
    [[nodiscard]] virtual std::unique_ptr<WarpExecutor> make_executor() const = 0;
    // No other kernel has or had the same, so that it tells a new kernel from an old one at the same address.
    std::uint64_t version() const { return version_; }

protected:
    // For a kernel that changes between two launches. The executors made before must not be used any more.
    void new_version() { version_ = next_version(); }

private:
    static std::uint64_t next_version() {
        static std::atomic<std::uint64_t> last{0};
        return ++last;
    }

    std::uint64_t version_ = next_version();
};

}  // namespace heddle
