// Strict conversion of a parameter's text: the whole text must be the value, and the error says what was expected.
#pragma once

#include <cstdint>
#include <string>

namespace heddle {

// Where `what` names the key or option for the message: "l2_slice.size_bytes: '5x' is not ...". Bytes (unit "B") may
// end in K, M or G: powers of 1024. All throw ParameterError.
bool parse_bool(const std::string& what, const std::string& text);
std::uint64_t parse_whole(const std::string& what, const std::string& text, const std::string& unit,
                          std::uint64_t highest = ~std::uint64_t{0});
double parse_real(const std::string& what, const std::string& text);

}  // namespace heddle
