// When a memory controller closes the rows of its banks. Plain C++.
#pragma once

#include <array>
#include <string>

namespace heddle {

// open: for another row only. closed: with every column command, which is then one with auto-precharge.
// closed_adaptive: with a column command after which no request in the queue hits the row any more.
enum class PagePolicy { open, closed, closed_adaptive };

constexpr std::array<const char*, 3> page_policy_names{"open", "closed", "closed_adaptive"};

// `name`: one of page_policy_names.
inline PagePolicy page_policy_of(const std::string& name) {
    return name == "open" ? PagePolicy::open : name == "closed" ? PagePolicy::closed : PagePolicy::closed_adaptive;
}

// Whether a column command closes its row. `hit_again`: other requests in the queue hit it.
constexpr bool closes_row(PagePolicy policy, bool hit_again) {
    return policy == PagePolicy::closed || (policy == PagePolicy::closed_adaptive && !hit_again);
}

}  // namespace heddle
