#include "heddle/stimulus/trace/generator/stimulus_trace.h"

#include <algorithm>

#include "heddle/stimulus/functional/functional_run.h"

namespace heddle::traces {
namespace {

constexpr unsigned bytes_of_instruction = 16;             // Volta
constexpr std::uint32_t most_registers = 255;             // of a thread
constexpr std::uint32_t most_registers_of_a_cta = 65536;  // CUDA C++ Programming Guide, compute capabilities 5.0 to 9.0
constexpr std::size_t most_sources = 4;

const char* atomic_name(AtomicOp op) {
    static const char* const names[] = {"ADD", "MIN", "MAX", "EXCH", "CAS", "AND", "OR", "XOR", "INC", "DEC"};
    return names[static_cast<unsigned>(op)];
}

const char* type_name(ElementType type) {
    static const char* const names[] = {"", ".S32", ".F32", ".64", ".S64", ".F64"};
    return names[static_cast<unsigned>(type)];
}

const char* width_name(unsigned bytes) {
    return bytes == 1 ? ".U8" : bytes == 2 ? ".U16" : bytes == 8 ? ".64" : bytes == 16 ? ".128" : "";
}

std::string arithmetic_opcode(const WarpInstruction& instruction) {
    switch (instruction.unit) {
        case ExecutionUnit::fp64:
            return "DFMA";
        case ExecutionUnit::sfu:
            return "MUFU.RCP";
        case ExecutionUnit::tensor:
            return "HMMA.884.F32.F32.STEP0";
        case ExecutionUnit::fp32:
            return instruction.source_count > 2 ? "FFMA" : "FADD";
        case ExecutionUnit::branch:
            return "BRA";
        case ExecutionUnit::alu:
        case ExecutionUnit::multiply:
        case ExecutionUnit::wide_sum:
            break;
    }
    return instruction.source_count > 2 ? "IMAD" : instruction.source_count > 1 ? "IADD3" : "MOV";
}

// Local memory is written as the global memory it lies in.
std::string memory_opcode(const WarpInstruction& instruction, const LaneAccess& access) {
    const bool shared = instruction.space == AddressSpace::shared;
    const std::string width = width_name(access.access_bytes);
    if (instruction.operation == Operation::load)
        return shared ? "LDS" + width : "LDG.E" + width + (access.bypass_l1 ? ".STRONG.GPU" : ".SYS");
    if (instruction.operation == Operation::store) return shared ? "STS" + width : "STG.E" + width + ".SYS";
    const std::string what = std::string(".") + atomic_name(access.atomic_op) + type_name(access.atomic_type);
    if (shared) return "ATOMS" + what;
    return (instruction.destination_count > 0 ? "ATOMG.E" : "RED.E") + what + ".STRONG.GPU";
}

std::string opcode_of(const WarpInstruction& instruction, const LaneAccess* access) {
    switch (instruction.operation) {
        case Operation::arithmetic:
            return arithmetic_opcode(instruction);
        case Operation::barrier:
            return "BAR.SYNC";
        case Operation::fence:
            return "MEMBAR.SC.GPU";
        case Operation::exit:
            return "EXIT";
        default:
            return access ? memory_opcode(instruction, *access) : "NOP";  // no lane takes part
    }
}

class Tracer final : public InstructionObserver {
public:
    Tracer(TraceWriter& writer, std::uint32_t registers) : writer_(writer), registers_(registers) {}

    void executed(const WarpState& warp, const WarpInstruction& instruction, LaneMask active,
                  const LaneAccess* access) override {
        TraceLine line;
        line.pc = instruction.pc * bytes_of_instruction;
        line.mask = active;
        line.opcode = opcode_of(instruction, access);
        if (instruction.destination_count > 0 && instruction.operation != Operation::store)
            line.destination = static_cast<int>(instruction.destinations[0] % registers_);
        for (unsigned i = 0; i < std::min<std::size_t>(instruction.source_count, most_sources); ++i)
            line.sources.push_back(instruction.sources[i] % registers_);
        if (access) {
            line.width_bytes = access->access_bytes;
            line.address = access->address;
        }
        writer_.add(warp.warp, line);
    }

private:
    TraceWriter& writer_;
    std::uint32_t registers_;
};

}  // namespace

void write_trace_of(Workload& workload, TraceWriter& writer) {
    SparseMemory memory;
    workload.initialise(memory);
    for (std::uint32_t id; (id = workload.next_launch(memory)) != Workload::no_more;) {
        const Kernel& kernel = workload.kernel(id);
        const std::unique_ptr<WarpExecutor> executor = kernel.make_executor();
        KernelShape shape = kernel.shape();
        // The front end numbers registers without limit. A trace has so many that a CTA fits into an SM; those above
        // share their numbers.
        const std::uint32_t most =
            std::min(most_registers, most_registers_of_a_cta / (shape.warps_per_cta() * warp_lanes));
        const std::uint32_t named = std::min(std::max(kernel.scoreboard_registers(), 1u), most);
        shape.registers_per_thread = std::min(std::max(shape.registers_per_thread, named), most);
        Tracer tracer(writer, named);
        writer.begin_kernel(shape);
        for (std::uint32_t cta = 0; cta < shape.ctas(); ++cta) {
            writer.begin_block(cta);
            run_cta(kernel, *executor, cta, memory, tracer);
            writer.end_block();
        }
        writer.end_kernel();
    }
    writer.finish();
}

}  // namespace heddle::traces
