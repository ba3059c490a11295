// Ratios of counts, as every table of results needs them.
#pragma once

namespace heddle {

// a / b, and 0 where there is nothing to divide by: a rate over no events is shown as 0.
template <class Dividend, class Divisor>
[[nodiscard]] constexpr double ratio(Dividend a, Divisor b) {
    return b == Divisor{} ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

}  // namespace heddle
