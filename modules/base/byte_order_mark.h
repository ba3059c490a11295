// What editors of other systems put in front of a text in UTF-8. Readers of text skip it. Plain C++.
#pragma once

#include <string_view>

namespace heddle {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace heddle
