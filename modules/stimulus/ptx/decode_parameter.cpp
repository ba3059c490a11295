// Parameters never travel through memory: the kernel's are known at launch, those of inlined calls are registers.
#include "heddle/stimulus/ptx/decode_memory.h"
#include "heddle/stimulus/ptx/exec.h"

namespace heddle::ptx {
namespace {

std::uint32_t entry_offset(const InstructionDecoder& decoder, const Program& program, std::uint32_t variable) {
    const Variable* wanted = decoder.flat().variables[variable].variable;
    for (std::size_t i = 0; i < program.parameters.size(); ++i)
        if (program.parameters[i] == wanted) return program.parameter_offsets[i];
    return 0;
}

class ParameterAccess {
public:
    ParameterAccess(InstructionDecoder& decoder, bool load) : decoder_(decoder), load_(load), access_(decoder.step) {
        const Operand& other = decoder.operand(load ? 0 : 1);
        if (access_.elements == 1 && other.kind != Operand::Kind::vector) {
            values_.push_back(&other);
        } else {
            if (other.elements.size() != access_.elements)
                decoder.fail(other.at, "expected a vector of " + std::to_string(access_.elements) + " elements");
            for (const Operand& element : other.elements) values_.push_back(&element);
        }
    }

    void run() {
        const Operand& address = decoder_.operand(load_ ? 1 : 0);
        const Operand& base = address.elements[0];
        if (base.kind != Operand::Kind::symbol) return computed_address();
        const FlatVariable& variable = decoder_.flat().variables[base.index];
        const unsigned bytes = bytes_of(access_.type);
        if (address.integer < 0 ||
            static_cast<std::uint64_t>(address.integer) + bytes * values_.size() > variable.variable->bytes)
            decoder_.fail(address.at, "outside of parameter '" + base.name + "', which has " +
                                          std::to_string(variable.variable->bytes) + " bytes");
        if (!load_ && variable.entry_parameter) decoder_.fail(address.at, "a kernel's parameters cannot be written");
        for (std::size_t i = 0; i < values_.size(); ++i) {
            if (values_[i]->kind == Operand::Kind::sink) continue;
            start_step();
            if (variable.entry_parameter)
                entry(*values_[i],
                      entry_offset(decoder_, decoder_.program(), base.index) + address.integer + i * bytes);
            else
                argument(*values_[i], base.index, address.integer + static_cast<std::int64_t>(i * bytes), address.at);
        }
    }

private:
    void start_step() {
        decoder_.step = access_;
        decoder_.clear_operands();
        decoder_.step.kind = Step::Kind::compute;
        decoder_.step.instruction.operation = Operation::arithmetic;
    }

    void entry(const Operand& value, std::uint64_t offset) {
        Step& step = decoder_.step;
        const Type into = decoder_.register_type(value, access_.type);
        step.d = decoder_.destination(value, access_.type, true);
        step.a = decoder_.registers().parameter(static_cast<std::uint32_t>(offset), access_.type, into);
        step.function = copy_function(into);
        // For machines that keep parameters in memory.
        step.instruction.space = AddressSpace::constant;
        step.space = Space::param;
        step.elements = 1;
        step.immediate = static_cast<std::int64_t>(offset);
        step.values[0] = step.d;
        step.value_types[0] = into;
        decoder_.emit();
    }

    // A register carries what is stored; a narrower or wider register beside it takes part in a conversion.
    void argument(const Operand& value, std::uint32_t variable, std::int64_t offset, Position at) {
        const std::uint32_t reg = decoder_.registers().argument(variable, offset, access_.type, !load_);
        if (reg == no_index) return not_passed(variable, offset);
        Operand own;
        own.kind = Operand::Kind::reg;
        own.index = reg;
        own.at = at;
        Step& step = decoder_.step;
        step.a = load_ ? decoder_.source(own, access_.type) : decoder_.source(value, access_.type, true);
        step.d = load_ ? decoder_.destination(value, access_.type, true) : decoder_.destination(own, access_.type);
        const Type carried = decoder_.registers().type(reg), beside = decoder_.register_type(value, carried);
        step.function = copy_function(carried);
        if (bytes_of(beside) != bytes_of(carried)) {
            step.type = is_signed(access_.type) ? access_.type : carried;
            step.value_types = {step.type, load_ ? beside : carried, load_ ? carried : beside};
            step.function = &convert_any;
        }
        decoder_.emit();
    }

    void not_passed(std::uint32_t variable, std::int64_t offset) {
        if (decoder_.flat().variables[variable].lost) return;
        decoder_.unsupported("bytes " + std::to_string(offset) + " to " +
                             std::to_string(offset + bytes_of(access_.type) - 1) + " of parameter '" +
                             decoder_.operand(load_ ? 1 : 0).elements[0].name +
                             (load_ ? "' are not passed in one piece, which is not supported"
                                    : "' are passed in pieces that overlap, which is not supported"));
    }

    void computed_address() {
        if (!load_) decoder_.unsupported("st.param to a computed address is not supported");
        Step& step = decoder_.step;
        step.kind = Step::Kind::compute;
        step.instruction.operation = Operation::arithmetic;
        step.instruction.space = AddressSpace::constant;
        step.space = Space::param;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            step.value_types[i] = decoder_.register_type(*values_[i], access_.type);
            step.values[i] = decoder_.destination(*values_[i], access_.type, true);
        }
        step.function = &read_image;
        decoder_.emit();
    }

    InstructionDecoder& decoder_;
    const bool load_;
    const Step access_;
    std::vector<const Operand*> values_;
};

}  // namespace

void decode_parameter(InstructionDecoder& decoder, bool load) {
    ParameterAccess(decoder, load).run();
}

}  // namespace heddle::ptx
