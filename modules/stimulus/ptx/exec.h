// The lane functions, by what they do and on which type. Null where PTX has no such instruction.
#pragma once

#include <string>

#include "stimulus/ptx/program.h"

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
// exec_compare.cpp: writes predicate d (and the negation to q) from a comparison.
LaneFunction compare_function(const std::string& comparison, Type type);
LaneFunction select_function(Type type);
LaneFunction slct_function(Type type, Type control);
void set_from_predicate(Warp& warp, const Step& step, LaneMask mask);  // d = p ? immediate : 0
// Combines predicate d (a fresh comparison) with p as step.immediate says: 0 and, 1 or, 2 xor. Writes d and q.
void combine_predicate(Warp& warp, const Step& step, LaneMask mask);
// exec_convert.cpp; `name` is the rounding of the result: "", rn, rz, rm, rp, rni, rzi, rmi, rpi
LaneFunction convert_function(Type to, Type from, const std::string& rounding);
LaneFunction copy_function(Type type);
// Copies the low word of the wide register a into a scratch slot and runs step.inner on it.
void narrow_source(Warp& warp, const Step& step, LaneMask mask);
void pack_vector(Warp& warp, const Step& step, LaneMask mask);    // d = {values...}
void unpack_vector(Warp& warp, const Step& step, LaneMask mask);  // {values...} = a
// exec_warp.cpp
LaneFunction vote_function(const std::string& mode);
LaneFunction shuffle_function(const std::string& mode);
void active_mask(Warp& warp, const Step& step, LaneMask mask);
void read_special(Warp& warp, const Step& step, LaneMask mask);
void no_operation(Warp& warp, const Step& step, LaneMask mask);
// exec_image.cpp: reads parameters or constants at addresses only known when it runs.
void read_image(Warp& warp, const Step& step, LaneMask mask);
void is_in_space(Warp& warp, const Step& step, LaneMask mask);

}  // namespace heddle::ptx
