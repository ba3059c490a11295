// ld and st outside of .param, atom and red, prefetch.
#include "heddle/stimulus/ptx/decode_memory.h"

#include <algorithm>
#include <map>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/windows.h"

namespace heddle::ptx {
namespace {

AddressSpace address_space(Space space) {
    if (space == Space::shared) return AddressSpace::shared;
    return space == Space::local ? AddressSpace::local : AddressSpace::global;
}

bool overwrites_address(const Step& load) {
    const auto end = load.values.begin() + load.elements;
    return load.kind == Step::Kind::load && std::find(load.values.begin(), end, load.a) != end;
}

// Local memory is interleaved by words (README, Windows): a step per element of a lane, or per half of 8 bytes.
void emit_local(InstructionDecoder& decoder) {
    const Step whole = decoder.step;
    const unsigned bytes = bytes_of(whole.type);
    const bool split = whole.elements > 1 || bytes == 8;
    const std::uint32_t kept = split && overwrites_address(whole) ? decoder.registers().kept_address() : 0;
    for (unsigned i = 0; i < whole.elements; ++i)
        for (unsigned half = 0; half < (bytes == 8 ? 2u : 1u); ++half) {
            const bool first = i == 0 && half == 0;
            Step& step = decoder.step;
            step = whole;
            step.whole_bytes = static_cast<std::uint8_t>(first ? bytes * whole.elements : 0);
            if (first)
                step.keeps_address = kept;
            else if (kept != 0)
                step.a = kept;
            step.elements = 1;
            step.values[0] = whole.values[i];
            step.value_types[0] = whole.value_types[i];
            step.half = static_cast<std::uint8_t>(bytes == 8 ? half + 1 : 0);
            step.immediate = whole.immediate + i * bytes + half * 4;
            decoder.emit();
        }
    decoder.step = whole;
}

void emit_in(InstructionDecoder& decoder, Space space) {
    Step& step = decoder.step;
    step.space = space;
    step.instruction.space = address_space(space);
    if (space == Space::local) return emit_local(decoder);
    if (space == Space::constant) {
        const Step load = step;
        step.kind = Step::Kind::compute;
        step.instruction.operation = Operation::arithmetic;
        step.instruction.space = AddressSpace::constant;
        step.function = &read_image;
        decoder.emit();
        step = load;
        return;
    }
    decoder.emit();
}

// A generic address: first look where it points, then the access as it is in that space.
void emit_generic(InstructionDecoder& decoder) {
    Program& program = decoder.program();
    const Step access = decoder.step;
    Step& step = decoder.step;
    const std::size_t resolve = program.steps.size();
    step.kind = Step::Kind::resolve;
    step.instruction.operation = Operation::arithmetic;
    step.instruction.destination_count = 0;
    step.space = Space::generic;
    step.values = {no_index, no_index, no_index, no_index};
    decoder.emit();
    const Space spaces[] = {Space::global, Space::shared, Space::local, Space::constant};
    std::vector<std::size_t> last;
    for (unsigned i = 0; i < 4; ++i) {
        if (access.kind == Step::Kind::atomic && i > 1) continue;
        if (access.kind == Step::Kind::store && i > 2) continue;
        step = access;
        step.immediate -= static_cast<std::int64_t>(window_base(spaces[i]));
        program.steps[resolve].values[i] = static_cast<std::uint32_t>(program.steps.size());
        emit_in(decoder, spaces[i]);
        last.push_back(program.steps.size() - 1);
    }
    for (std::size_t i : last) program.steps[i].next = static_cast<std::uint32_t>(program.steps.size());
}

void emit_access(InstructionDecoder& decoder, Space space) {
    if (space == Space::generic)
        emit_generic(decoder);
    else
        emit_in(decoder, space);
}

void take_ordering(InstructionDecoder& decoder) {
    const std::string order = decoder.take_one_of({"weak", "volatile", "relaxed", "acquire", "release", "acq_rel"});
    decoder.take_one_of({"cta", "cluster", "gpu", "gl", "sys"});
    if (order == "volatile" || order == "relaxed" || order == "acquire") decoder.step.bypass_l1 = true;
    if (order == "release" || order == "acq_rel") {
        Step fence;
        fence.kind = Step::Kind::synchronise;
        fence.instruction.operation = Operation::fence;
        fence.instruction.line = decoder.step.instruction.line;
        decoder.program().steps.push_back(fence);
    }
}

void take_caching(InstructionDecoder& decoder) {
    const std::string operation = decoder.take_one_of({"ca", "cg", "cs", "lu", "cv", "wb", "wt"});
    if (operation == "cg" || operation == "cv") decoder.step.bypass_l1 = true;
    if (decoder.take("nc")) decoder.step.instruction.read_only = true;
    while (!decoder.take_prefixed("L1::").empty() || !decoder.take_prefixed("L2::").empty()) {
    }
}

void values(InstructionDecoder& decoder, const Operand& operand, bool load) {
    Step& step = decoder.step;
    const auto one = [&](const Operand& value, unsigned i) {
        step.value_types[i] = decoder.register_type(value, step.type);
        if (load && value.kind == Operand::Kind::sink)
            step.values[i] = no_index;
        else
            step.values[i] =
                load ? decoder.destination(value, step.type, true) : decoder.source(value, step.type, true);
    };
    if (step.elements == 1 && operand.kind != Operand::Kind::vector) return one(operand, 0);
    if (operand.kind != Operand::Kind::vector || operand.elements.size() != step.elements)
        decoder.fail(operand.at, "expected a vector of " + std::to_string(step.elements) + " elements");
    for (unsigned i = 0; i < step.elements; ++i) one(operand.elements[i], i);
}

void load_or_store(InstructionDecoder& decoder, bool load) {
    Step& step = decoder.step;
    step.kind = load ? Step::Kind::load : Step::Kind::store;
    step.instruction.operation = load ? Operation::load : Operation::store;
    take_ordering(decoder);
    Space space = take_space(decoder);
    take_caching(decoder);
    if (decoder.take("v2")) step.elements = 2;
    if (decoder.take("v4")) step.elements = 4;
    step.type = decoder.take_type();
    decoder.finish_modifiers();
    decoder.expect_operands(2);
    if (step.type == Type::pred || bytes_of(step.type) * step.elements > max_lane_bytes) decoder.unsupported();
    const Operand& address = decoder.operand(load ? 1 : 0);
    space = read_address(decoder, address, space);
    if (space == Space::param) return decode_parameter(decoder, load);
    if (!load && space == Space::constant) decoder.fail(address.at, "constants cannot be written");
    values(decoder, decoder.operand(load ? 0 : 1), load);
    emit_access(decoder, space);
}

// A load of a byte of each lane's line without a register. Only the L1 is worth a request: what L2 prefetches,
// constants and local memory would gain is not modelled. Lanes that point elsewhere take no part.
void prefetch(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    const Space space = take_space(decoder);
    const std::string level = decoder.base() == "prefetchu" ? "" : decoder.take_one_of({"L1", "L2"});
    if (level != "L1" || (space != Space::global && space != Space::generic)) {
        step.function = &no_operation;
        return decoder.emit();
    }
    decoder.finish_modifiers();
    decoder.expect_operands(1);
    step.kind = Step::Kind::load;
    step.instruction.operation = Operation::load;
    step.instruction.prefetch = true;
    decoder.program().prefetches = true;
    step.type = step.value_types[0] = Type::u8;
    step.values[0] = no_index;
    read_address(decoder, decoder.operand(0), space);
    emit_in(decoder, Space::global);
}

const std::map<std::string, AtomicOp>& atomic_ops() {
    static const std::map<std::string, AtomicOp> table = {
        {"add", AtomicOp::add}, {"min", AtomicOp::min},  {"max", AtomicOp::max}, {"exch", AtomicOp::exch},
        {"cas", AtomicOp::cas}, {"and", AtomicOp::band}, {"or", AtomicOp::bor},  {"xor", AtomicOp::bxor},
        {"inc", AtomicOp::inc}, {"dec", AtomicOp::dec}};
    return table;
}

ElementType element_type(InstructionDecoder& decoder, AtomicOp op, Type type) {
    const bool bits = op == AtomicOp::band || op == AtomicOp::bor || op == AtomicOp::bxor || op == AtomicOp::cas;
    if (is_float(type) && op != AtomicOp::add) decoder.unsupported();
    if (bits && is_float(type)) decoder.unsupported();
    switch (type) {
        case Type::b32:
        case Type::u32:
            return ElementType::u32;
        case Type::s32:
            return ElementType::s32;
        case Type::f32:
            return ElementType::f32;
        case Type::b64:
        case Type::u64:
            return ElementType::u64;
        case Type::s64:
            return ElementType::s64;
        case Type::f64:
            return ElementType::f64;
        default:
            decoder.unsupported();
    }
}

void atomic(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    const bool returns = decoder.base() == "atom";
    step.kind = Step::Kind::atomic;
    step.instruction.operation = Operation::atomic;
    take_ordering(decoder);
    step.bypass_l1 = false;
    Space space = take_space(decoder);
    while (!decoder.take_prefixed("L2::").empty()) {
    }
    std::string name;
    for (const auto& [key, op] : atomic_ops())
        if (name.empty() && decoder.take(key.c_str())) {
            name = key;
            step.atomic_op = op;
        }
    step.type = decoder.take_type();
    decoder.finish_modifiers();
    if (name.empty()) decoder.unsupported();
    step.atomic_type = element_type(decoder, step.atomic_op, step.type);
    const bool compare = step.atomic_op == AtomicOp::cas;
    const std::size_t at = returns ? 1 : 0;
    decoder.expect_operands(at + (compare ? 3 : 2));
    space = read_address(decoder, decoder.operand(at), space);
    if (space != Space::generic && space != Space::global && space != Space::shared) decoder.unsupported();
    step.b = decoder.source(at + (compare ? 2 : 1), step.type);
    if (compare) step.c = decoder.source(at + 1, step.type);
    step.values[0] = no_index;
    step.value_types[0] = step.type;
    if (returns && decoder.operand(0).kind != Operand::Kind::sink) step.values[0] = decoder.destination(0, step.type);
    emit_access(decoder, space);
}

}  // namespace

Space take_space(InstructionDecoder& decoder) {
    const std::string name = decoder.take_one_of(
        {"global", "shared", "const", "local", "param", "shared::cta", "param::entry", "param::func"});
    if (name.empty()) return Space::generic;
    return *space_named(name.substr(0, name.find(':')));
}

Space read_address(InstructionDecoder& decoder, const Operand& address, Space space) {
    Step& step = decoder.step;
    if (address.kind != Operand::Kind::address) decoder.fail(address.at, "expected an address in brackets");
    const Operand& base = address.elements[0];
    step.immediate = address.integer;
    if (base.kind == Operand::Kind::symbol) {
        const Space of = decoder.flat().variables[base.index].variable->space;
        if (space != Space::generic && space != of)
            decoder.fail(base.at, "'" + base.name + "' is a ." + name_of(of) + " variable");
        if (of == Space::param) return of;
        step.a = decoder.registers().symbol(base.index, 0, true);
        return of;
    }
    if (base.kind == Operand::Kind::integer) {
        step.a = decoder.registers().constant(static_cast<std::uint64_t>(base.integer), true);
        return space;
    }
    const Type type = decoder.register_type(base, Type::b64);
    if (bytes_of(type) != 8 && (bytes_of(type) != 4 || space == Space::generic || space == Space::global))
        decoder.fail(base.at, "register '" + base.name + "' is ." + name_of(type) + ", an address needs .b64");
    step.wide_address = bytes_of(type) == 8;
    step.a = decoder.source(base, type);
    return space;
}

bool decode_memory(InstructionDecoder& decoder) {
    const std::string& base = decoder.base();
    if (base == "ld" || base == "ldu" || base == "st")
        load_or_store(decoder, base != "st");
    else if (base == "atom" || base == "red")
        atomic(decoder);
    else if (base == "prefetch" || base == "prefetchu")
        prefetch(decoder);
    else
        return false;
    return true;
}

}  // namespace heddle::ptx
