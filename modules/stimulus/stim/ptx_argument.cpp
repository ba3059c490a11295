#include "heddle/stimulus/stim/ptx_argument.h"

#include <cmath>
#include <limits>

namespace heddle::stim {
namespace {

ptx::Argument bytes_of_integer(std::int64_t value, unsigned bytes) {
    const ptx::Argument all = ptx::argument(value);
    return ptx::Argument(all.begin(), all.begin() + bytes);
}

}  // namespace

std::string described(const ptx::Program& program, std::size_t parameter) {
    return "parameter " + std::to_string(parameter + 1) + " of '" + program.name + "', ." +
           ptx::name_of(program.parameters[parameter]->type);
}

void check_kind(const Source& source, Position at, ArgumentKind kind, const ptx::Program& program,
                std::size_t parameter) {
    const ptx::Variable& variable = *program.parameters[parameter];
    const std::string where = described(program, parameter);
    if (variable.bytes != ptx::bytes_of(variable.type) || variable.type == ptx::Type::f16)
        source.fail(at, where + " with " + std::to_string(variable.bytes) +
                            " bytes, cannot be given; expected an integer, a pointer, .f32 or .f64");
    const bool real_type = ptx::is_float(variable.type);
    if (kind == ArgumentKind::address && (real_type || variable.bytes != 8))
        source.fail(at, "an address needs 64 bits; found " + where);
    const bool takes_real = real_type || (ptx::is_bits(variable.type) && variable.bytes >= 4);
    if (kind == ArgumentKind::real && !takes_real)
        source.fail(at, "expected an integer for " + where + ", found a real number");
}

ptx::Argument to_argument(const Source& source, Position at, const Constant& value, const ptx::Program& program,
                          std::size_t parameter) {
    check_kind(source, at, value.is_real ? ArgumentKind::real : ArgumentKind::integer, program, parameter);
    const ptx::Variable& variable = *program.parameters[parameter];
    const auto bytes = static_cast<unsigned>(variable.bytes);
    if (value.is_real || ptx::is_float(variable.type)) {
        const double real = value.as_real();
        if (bytes == 8) return ptx::argument(real);
        if (std::isfinite(real) && std::fabs(real) > std::numeric_limits<float>::max())
            source.fail(at,
                        "the value is too large for " + described(program, parameter) + "; expected at most 3.4e38");
        return ptx::argument(static_cast<float>(real));
    }
    if (bytes < 8) {
        const std::int64_t least = -(std::int64_t{1} << (8 * bytes - 1));
        const std::int64_t most = (std::int64_t{1} << (8 * bytes)) - 1;
        if (value.integer < least || value.integer > most)
            source.fail(at, "the value " + std::to_string(value.integer) + " does not fit " +
                                described(program, parameter) + "; expected " + std::to_string(least) + " to " +
                                std::to_string(most));
    }
    return bytes_of_integer(value.integer, bytes);
}

}  // namespace heddle::stim
