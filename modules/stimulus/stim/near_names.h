// For messages: the names that were probably meant.
#pragma once

#include <string>
#include <vector>

namespace heddle::stim {

// The names that a misspelling may have turned into `text`, the likeliest first, or all if none is near; separated by
// commas.
std::string near_names(const std::string& text, std::vector<std::string> names);

}  // namespace heddle::stim
