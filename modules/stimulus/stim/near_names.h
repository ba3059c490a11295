// For messages: the names that were probably meant.
#pragma once

#include <string>
#include <vector>

namespace heddle::stim {

// The names that a misspelling may have turned into `text`, the likeliest first, or all if none is near; separated by
// commas.
std::string near_names(const std::string& text, std::vector<std::string> names);

// "; did you mean 'store'?" if one of the names is near, else nothing.
std::string did_you_mean(const std::string& text, const std::vector<std::string>& names);

}  // namespace heddle::stim
