// The names of the special registers.
#pragma once

#include <optional>
#include <string>

#include "heddle/stimulus/ptx/ast.h"

namespace heddle::ptx {

std::optional<Special> special_named(const std::string& name);
inline bool is_wide(Special special) {
    return special == Special::clock64 || special == Special::globaltimer || special == Special::gridid;
}
// Whether its value stays the same while the warp runs.
inline bool is_fixed(Special special) {
    return special < Special::warpid;
}

}  // namespace heddle::ptx
