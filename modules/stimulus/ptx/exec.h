// The lane functions, by what they do and on which type. Null where PTX has no such instruction.
#pragma once

#include <string>

#include "heddle/stimulus/ptx/program.h"

namespace heddle::ptx {

// exec_integer.cpp: `name` is the opcode with the modifiers that choose the function (mul.hi, mad.wide ...).
LaneFunction integer_function(const std::string& name, Type type);
// exec_float.cpp, exec_special.cpp
LaneFunction float_function(const std::string& name, Type type);
LaneFunction special_function(const std::string& name, Type type);
// Runs step.inner with the step's rounding mode, flushed subnormals and saturation.
void with_modifiers(Warp& warp, const Step& step, LaneMask mask);
// exec_logic.cpp, exec_bits.cpp
LaneFunction logic_function(const std::string& name, Type type);
LaneFunction bit_function(const std::string& name, Type type);
LaneFunction predicate_function(const std::string& name);
// exec_compare.cpp: writes predicate d and, unless it is 0, predicate q from a comparison, both combined with predicate
// p as step.immediate says (Combine, and combine_negated for !p).
enum Combine : std::int64_t { combine_none, combine_and, combine_or, combine_xor, combine_negated = 8 };
LaneFunction compare_function(const std::string& comparison, Type type);
void compare_flushed(Warp& warp, const Step& step, LaneMask mask);  // step.inner with subnormal f32 taken as zero
LaneFunction select_function(Type type);
LaneFunction slct_function(Type type, Type control);
// Runs the comparison step.inner and writes values[0] where it holds and 0 elsewhere to slot d.
void set_from_comparison(Warp& warp, const Step& step, LaneMask mask);
// exec_convert.cpp: null where only convert_any() can do it. Registers are as wide as the types.
LaneFunction convert_function(Type to, Type from);
LaneFunction truncate_function(Type to, Type from);
// step.type is the source's type, value_types are the destination's type, its register's and the source's register's;
// step.immediate is 1 where the value is rounded to an integer.
void convert_any(Warp& warp, const Step& step, LaneMask mask);
LaneFunction copy_function(Type type);
void pack_vector(Warp& warp, const Step& step, LaneMask mask);    // d = {values...}
void unpack_vector(Warp& warp, const Step& step, LaneMask mask);  // {values...} = a
// exec_warp.cpp
LaneFunction vote_function(const std::string& mode);
LaneFunction shuffle_function(const std::string& mode);
// The result of the barrier that the warp has come through last: popc, and, or.
LaneFunction reduction_function(const std::string& operation);
void active_mask(Warp& warp, const Step& step, LaneMask mask);
void read_special(Warp& warp, const Step& step, LaneMask mask);
void no_operation(Warp& warp, const Step& step, LaneMask mask);
// memory.cpp: reads parameters or constants at addresses only known when it runs.
void read_image(Warp& warp, const Step& step, LaneMask mask);
void is_in_space(Warp& warp, const Step& step, LaneMask mask);

}  // namespace heddle::ptx
