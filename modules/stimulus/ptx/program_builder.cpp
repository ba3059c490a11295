#include "heddle/stimulus/ptx/program_builder.h"

#include <algorithm>
#include <set>

#include "heddle/base/stop_request.h"
#include "heddle/stimulus/ptx/flow.h"
#include "heddle/stimulus/ptx/instruction_decoder.h"
#include "heddle/stimulus/ptx/wide_sums.h"

namespace heddle::ptx {
namespace {

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

class ProgramBuilder {
public:
    ProgramBuilder(const Ast& ast, const Function& entry, std::vector<Problem>& problems)
        : ast_(ast), entry_(entry), problems_(problems), flat_(flatten(ast, entry)) {}

    Program run() {
        program_.name = entry_.name;
        program_.file = ast_.source.name;
        std::copy(entry_.required_threads, entry_.required_threads + 3, program_.required_threads);
        program_.max_threads = entry_.max_threads;
        problems_ = flat_.problems;
        place_parameters();
        place_variables();
        RegisterFile registers(flat_, program_);
        decode(registers);
        if (!problems_.empty()) return std::move(program_);
        link();
        program_.scoreboard_registers = static_cast<std::uint32_t>(registers.registers());
        if (registers.registers() > 65535 || program_.predicates > 65535)
            ast_.source.fail(entry_.at, "the kernel uses more than 65535 registers");
        assign_wide_sums(program_);
        for (Step& step : program_.steps) step.instruction.gather_operands();
        estimate_registers(registers);
        return std::move(program_);
    }

private:
    static void collect(const Operand& operand, const FlatEntry& flat, std::set<const Variable*>& named) {
        if (operand.kind == Operand::Kind::symbol) named.insert(flat.variables[operand.index].variable);
        for (const Operand& element : operand.elements) collect(element, flat, named);
    }

    // The variables the code of the entry and of the functions it calls names. A .shared variable that it does not name
    // takes no memory of its CTAs.
    std::set<const Variable*> named_variables() const {
        std::set<const Variable*> named;
        for (const FlatInstruction& flat : flat_.code)
            for (const Operand& operand : flat.instruction.operands) collect(operand, flat_, named);
        return named;
    }

    void place_parameters() {
        for (const Formal& formal : entry_.parameters) {
            const Variable& variable = entry_.variables[formal.index];
            const std::uint64_t offset = aligned(program_.parameter_bytes, variable.alignment);
            if (offset + variable.bytes > 4096)
                ast_.source.fail(variable.at, "the parameters take more than 4096 bytes");
            program_.parameters.push_back(&variable);
            program_.parameter_offsets.push_back(static_cast<std::uint32_t>(offset));
            program_.parameter_bytes = static_cast<std::uint32_t>(offset + variable.bytes);
        }
    }

    void place_variables() {
        const std::set<const Variable*> named = named_variables();
        std::uint64_t used[6] = {};
        std::vector<std::uint32_t> dynamic;
        for (const FlatVariable& flat : flat_.variables) {
            throw_if_stop_requested();
            const Variable& variable = *flat.variable;
            std::uint64_t offset = 0;
            if (flat.entry_parameter) {
                const auto at = std::find(program_.parameters.begin(), program_.parameters.end(), &variable);
                offset = program_.parameter_offsets[static_cast<std::size_t>(at - program_.parameters.begin())];
            } else if (variable.unsized) {
                dynamic.push_back(static_cast<std::uint32_t>(program_.variables.size()));
            } else if (variable.space != Space::shared || named.count(&variable) != 0) {
                std::uint64_t& end = used[static_cast<unsigned>(variable.space)];
                offset = shared_before(variable, end);
            }
            program_.variables.push_back({&variable, offset});
        }
        if (used[static_cast<unsigned>(Space::shared)] > (1u << 20) ||
            used[static_cast<unsigned>(Space::local)] > (1u << 20))
            ast_.source.fail(entry_.at, "the kernel's .shared or .local variables take more than 1 MiB");
        program_.static_shared_bytes = static_cast<std::uint32_t>(used[static_cast<unsigned>(Space::shared)]);
        program_.local_bytes = static_cast<std::uint32_t>(aligned(used[static_cast<unsigned>(Space::local)], 16));
        // Dynamic shared memory begins behind the static, all of its names at the same place.
        std::uint32_t alignment = 16;
        for (std::uint32_t i : dynamic)
            if (const Variable* variable = program_.variables[i].variable; named.count(variable) != 0)
                alignment = std::max(alignment, variable->alignment);
        program_.dynamic_shared_offset = static_cast<std::uint32_t>(aligned(program_.static_shared_bytes, alignment));
        for (std::uint32_t i : dynamic) program_.variables[i].offset = program_.dynamic_shared_offset;
    }

    // A .shared variable of a function that is inlined twice is one variable.
    std::uint64_t shared_before(const Variable& variable, std::uint64_t& end) {
        if (variable.space == Space::shared)
            for (const PlacedVariable& placed : program_.variables)
                if (placed.variable == &variable) return placed.offset;
        const std::uint64_t offset = aligned(end, variable.alignment);
        end = offset + variable.bytes;
        return offset;
    }

    void decode(RegisterFile& registers) {
        using Family = bool (*)(InstructionDecoder&);
        static const Family families[] = {&decode_memory,  &decode_arithmetic, &decode_float,   &decode_compare,
                                          &decode_convert, &decode_logic,      &decode_control, &decode_warp};
        for (const FlatInstruction& flat : flat_.code) {
            throw_if_stop_requested();
            step_of_.push_back(static_cast<std::uint32_t>(program_.steps.size()));
            try {
                InstructionDecoder decoder(ast_.source, flat_, registers, program_, flat);
                if (std::none_of(std::begin(families), std::end(families),
                                 [&](Family family) { return family(decoder); }))
                    decoder.unsupported();
            } catch (const Unsupported& what) {
                problems_.push_back({flat.instruction.at, what.message});
            }
        }
    }

    void link() {
        std::vector<FlowNode> nodes(program_.steps.size());
        for (std::uint32_t i = 0; i < program_.steps.size(); ++i) {
            Step& step = program_.steps[i];
            step.instruction.pc = i;
            if (step.kind == Step::Kind::leave) program_.partial_exits[static_cast<std::size_t>(step.immediate)].pc = i;
            if (step.next == 0) step.next = i + 1;
            if (step.kind == Step::Kind::branch) step.target = step_of_[step.target];
            const bool always = step.guard == 1 && !step.guard_negated;
            const bool ends = step.kind == Step::Kind::leave || step.kind == Step::Kind::trap;
            nodes[i].may_exit = step.kind == Step::Kind::leave;
            if (step.kind == Step::Kind::branch) nodes[i].successors.push_back(step.target);
            if (step.kind == Step::Kind::resolve) {
                for (std::uint32_t variant : step.values)
                    if (variant != no_index) nodes[i].successors.push_back(variant);
            } else if (!(always && (ends || step.kind == Step::Kind::branch))) {
                nodes[i].successors.push_back(step.next);
            }
        }
        const std::vector<std::uint32_t> meet = reconvergence_points(nodes);
        for (std::size_t i = 0; i < nodes.size(); ++i) program_.steps[i].reconvergence = meet[i];
        nodes_ = std::move(nodes);
    }

    void estimate_registers(const RegisterFile& registers) {
        std::vector<std::uint8_t> weight(registers.registers());
        for (std::uint32_t r = 0; r < weight.size(); ++r) {
            const Type type = registers.type(r);
            weight[r] = type == Type::pred ? 0 : is_wide(type) ? 2 : 1;
        }
        std::vector<RegisterUse> uses(nodes_.size());
        for (std::size_t i = 0; i < uses.size(); ++i) {
            const WarpInstruction& w = program_.steps[i].instruction;
            uses[i].sources.assign(w.sources.begin(), w.sources.begin() + w.source_count);
            uses[i].destinations.assign(w.destinations.begin(), w.destinations.begin() + w.destination_count);
            uses[i].conditional = program_.steps[i].guard != 1;
        }
        // Allocation is in units of 8 per thread on every recent GPU (CUDA occupancy calculator).
        std::uint32_t count = std::max(16u, most_live(nodes_, uses, weight));
        if (entry_.max_registers != 0) count = std::min(count, entry_.max_registers);
        program_.registers_per_thread = std::min(256u, (count + 7) / 8 * 8);
    }

    const Ast& ast_;
    const Function& entry_;
    std::vector<Problem>& problems_;
    FlatEntry flat_;
    Program program_;
    std::vector<std::uint32_t> step_of_;
    std::vector<FlowNode> nodes_;
};

}  // namespace

Program build_program(const Ast& ast, const Function& entry, std::vector<Problem>& problems) {
    return ProgramBuilder(ast, entry, problems).run();
}

}  // namespace heddle::ptx
