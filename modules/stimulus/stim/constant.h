// Expressions whose value is known when the file is read: sizes, launch shapes, contents' arguments.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "heddle/stimulus/stim/ast.h"

namespace heddle::stim {

// The value of a name or an element, if it has one; without it the expression has none either.
using ConstantLookup = std::function<std::optional<Constant>(const Expression&)>;

// No value when a name or an element occurs in it that `lookup` does not know. Fails where an operator has no such
// operands; an integer division by zero fails without `lookup`, and is 0 with it, as in kernels.
std::optional<Constant> constant_value(const Source& source, const Expression& expression,
                                       const ConstantLookup& lookup = nullptr);

}  // namespace heddle::stim
