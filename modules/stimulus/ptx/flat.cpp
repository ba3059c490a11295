#include "heddle/stimulus/ptx/flat.h"

#include <algorithm>

namespace heddle::ptx {
namespace {

// Nested calls multiply the code; a file beyond this limit is refused.
constexpr std::size_t max_instructions = std::size_t{1} << 18;
constexpr std::size_t max_registers = 60000;
constexpr std::size_t max_call_depth = 64;

class Inliner {
public:
    Inliner(const Ast& ast, FlatEntry& flat) : ast_(ast), flat_(flat) {}

    void run(const Function& entry) {
        for (const Variable& variable : ast_.variables) flat_.variables.push_back({&variable});
        Instance instance = instantiate(entry);
        for (const Formal& formal : entry.parameters)
            flat_.variables[instance.variable(formal.index)].entry_parameter = true;
        emit(instance);
        Instruction exit;
        exit.opcode = "exit";
        exit.at = entry.at;
        flat_.code.push_back({exit, no_index});
    }

private:
    struct Instance {
        const Function* function = nullptr;
        std::uint32_t first_register = 0;
        std::vector<std::uint32_t> variables;
        bool inlined = false;

        std::uint32_t variable(std::uint32_t local) const { return variables[local]; }
    };

    Instance instantiate(const Function& function) {
        Instance instance;
        instance.function = &function;
        instance.first_register = static_cast<std::uint32_t>(flat_.registers.size());
        flat_.registers.insert(flat_.registers.end(), function.registers.begin(), function.registers.end());
        for (const Variable& variable : function.variables) {
            instance.variables.push_back(static_cast<std::uint32_t>(flat_.variables.size()));
            flat_.variables.push_back({&variable});
        }
        if (flat_.registers.size() > max_registers || flat_.variables.size() > max_instructions)
            ast_.source.fail(function.at, "with its calls inlined, the kernel has more than " +
                                              std::to_string(max_registers) + " registers or more than " +
                                              std::to_string(max_instructions) +
                                              " variables; expected fewer or smaller functions");
        return instance;
    }

    void emit(const Instance& instance) {
        const Function& function = *instance.function;
        std::vector<std::uint32_t> at(function.instructions.size() + 1);
        std::vector<std::pair<std::size_t, std::uint32_t>> jumps;  // flat position, label's source position
        for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
            at[i] = static_cast<std::uint32_t>(flat_.code.size());
            emit(instance, i, jumps);
        }
        at.back() = static_cast<std::uint32_t>(flat_.code.size());
        for (const auto& [position, label] : jumps) flat_.code[position].target = at[label];
    }

    void emit(const Instance& instance, std::uint32_t i, std::vector<std::pair<std::size_t, std::uint32_t>>& jumps) {
        const Function& function = *instance.function;
        Instruction copy = renumbered(instance, function.instructions[i]);
        const std::string base = base_opcode(copy.opcode);
        const auto end = static_cast<std::uint32_t>(function.instructions.size());
        if (base == "call") return call(copy);
        if (base == "ret" && instance.inlined) {
            if (i + 1 == end && copy.guard == no_index) return;
            copy.opcode = "bra";
            jumps.emplace_back(flat_.code.size(), end);
        } else if (base == "bra") {
            if (copy.operands.size() != 1 || copy.operands[0].kind != Operand::Kind::name)
                ast_.source.fail(copy.at, "expected a label after '" + copy.opcode + "'");
            jumps.emplace_back(flat_.code.size(), function.labels.at(copy.operands[0].name));
        } else if (copy.guard != no_index &&
                   (base == "bar" || base == "barrier" || base == "membar" || base == "fence")) {
            skip(copy, static_cast<std::uint32_t>(flat_.code.size() + 2));
            copy.guard = no_index;
        }
        push(copy, no_index);
    }

    // A guarded instruction that cannot be executed by a part of the warp gets a branch around it.
    void skip(const Instruction& guarded, std::uint32_t target) {
        Instruction branch;
        branch.opcode = "bra";
        branch.at = guarded.at;
        branch.guard = guarded.guard;
        branch.guard_negated = !guarded.guard_negated;
        push(branch, target);
    }

    void push(Instruction instruction, std::uint32_t target) {
        if (flat_.code.size() >= max_instructions) too_long(instruction.at, "instructions");
        flat_.code.push_back({std::move(instruction), target});
    }

    [[noreturn]] void too_long(Position at, const char* what) const {
        ast_.source.fail(at, "with its calls inlined, the kernel has more than " + std::to_string(max_instructions) +
                                 " " + what + "; expected fewer calls or smaller functions");
    }

    Instruction renumbered(const Instance& instance, const Instruction& original) const {
        Instruction copy = original;
        if (copy.guard != no_index) copy.guard += instance.first_register;
        for (auto* list : {&copy.operands, &copy.results, &copy.arguments})
            for (Operand& operand : *list) renumber(instance, operand);
        return copy;
    }

    void renumber(const Instance& instance, Operand& operand) const {
        if (operand.kind == Operand::Kind::reg) operand.index += instance.first_register;
        if (operand.kind == Operand::Kind::symbol && !operand.module_scope)
            operand.index = instance.variable(operand.index);
        for (Operand& element : operand.elements) renumber(instance, element);
    }

    void call(const Instruction& call) {
        const Function* callee = ast_.find_function(call.callee);
        if (!callee) ast_.source.fail(call.at, "undefined function '" + call.callee + "'");
        if (!callee->has_body) {
            flat_.problems.push_back({call.at, "call of '" + call.callee + "', which has no body in this module"});
            for (const Operand& result : call.results)
                if (result.kind == Operand::Kind::symbol) flat_.variables[result.index].lost = true;
            return;
        }
        if (std::find(active_.begin(), active_.end(), callee) != active_.end())
            ast_.source.fail(call.at, "recursive call of '" + call.callee + "' is not supported");
        if (active_.size() >= max_call_depth)
            ast_.source.fail(
                call.at, "calls are nested too deeply; expected at most " + std::to_string(max_call_depth) + " levels");
        // Calls of functions without instructions multiply, too.
        if (++calls_ > max_instructions) too_long(call.at, "calls");
        if (callee->parameters.size() != call.arguments.size() || callee->returns.size() != call.results.size())
            ast_.source.fail(call.at, "'" + call.callee + "' has " + std::to_string(callee->parameters.size()) +
                                          " parameters and " + std::to_string(callee->returns.size()) +
                                          " results, the call gives " + std::to_string(call.arguments.size()) +
                                          " and " + std::to_string(call.results.size()));
        std::size_t skipped = no_index;
        if (call.guard != no_index) {
            skipped = flat_.code.size();
            skip(call, no_index);
        }
        active_.push_back(callee);
        inline_body(call, *callee);
        active_.pop_back();
        if (skipped != no_index) flat_.code[skipped].target = static_cast<std::uint32_t>(flat_.code.size());
    }

    void inline_body(const Instruction& call, const Function& callee) {
        Instance instance = instantiate(callee);
        instance.inlined = true;
        for (std::size_t i = 0; i < callee.parameters.size(); ++i)
            bind(instance, callee.parameters[i], call.arguments[i], call, true);
        for (std::size_t i = 0; i < callee.returns.size(); ++i)
            bind(instance, callee.returns[i], call.results[i], call, false);
        emit(instance);
        for (std::size_t i = 0; i < callee.returns.size(); ++i)
            if (callee.returns[i].is_register) move(instance, callee.returns[i], call.results[i], call, false);
    }

    void bind(Instance& instance, const Formal& formal, const Operand& actual, const Instruction& call, bool in) {
        const bool parameter =
            actual.kind == Operand::Kind::symbol && flat_.variables[actual.index].variable->space == Space::param;
        if (formal.is_register) {
            if (in) move(instance, formal, actual, call, true);
        } else if (parameter) {
            instance.variables[formal.index] = actual.index;
        } else {
            ast_.source.fail(actual.at, "expected a .param variable in the call of '" + call.callee + "'");
        }
    }

    void move(const Instance& instance, const Formal& formal, const Operand& actual, const Instruction& call, bool in) {
        Operand own;
        own.kind = Operand::Kind::reg;
        own.index = instance.first_register + formal.index;
        own.name = instance.function->registers[formal.index].name;
        own.at = call.at;
        Instruction move;
        move.at = call.at;
        move.opcode = std::string("mov.") + name_of(instance.function->registers[formal.index].type);
        move.operands = in ? std::vector<Operand>{own, actual} : std::vector<Operand>{actual, own};
        push(move, no_index);
    }

    const Ast& ast_;
    FlatEntry& flat_;
    std::vector<const Function*> active_;
    std::size_t calls_ = 0;
};

}  // namespace

std::string base_opcode(const std::string& opcode) {
    return opcode.substr(0, opcode.find('.'));
}

FlatEntry flatten(const Ast& ast, const Function& entry) {
    FlatEntry flat;
    flat.entry = &entry;
    Inliner(ast, flat).run(entry);
    return flat;
}

}  // namespace heddle::ptx
