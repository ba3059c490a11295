// The technology files beside this file, built into the executables, and those of users.
#pragma once

#include <string>

#include "heddle/energy/technology.h"

namespace heddle {

// `name`: a file of this folder without its ending ("40nm"), or the path of a user's file, which has a '/' or ends in
// ".ini". Throws ParameterError under `key` for a name that is neither, and InputError with the file's name and, where
// there is one, its line for a file that cannot be read or lacks a number.
[[nodiscard]] Technology read_technology(const std::string& name, const std::string& key);

}  // namespace heddle
