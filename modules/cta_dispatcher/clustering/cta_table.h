// The file of an arbitrary indexing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

// Numbers of CTAs with white space between them, the CTA with id 0 first; # begins a comment. Throws InputError with
// file and line for what is no number, and for a table that is no permutation of 0 to its size - 1; ParameterError, for
// `key`, if the file cannot be read.
std::vector<std::uint32_t> read_cta_table(const std::string& path, const std::string& key);

}  // namespace heddle
