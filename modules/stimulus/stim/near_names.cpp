#include "heddle/stimulus/stim/near_names.h"

#include <algorithm>

#include "heddle/base/edit_distance.h"

namespace heddle::stim {
namespace {

// A kernel is often remembered without its suite, or with another.
std::size_t distance(const std::string& text, const std::string& name) {
    if (text.size() > longest_name) return text.size();
    const auto last_part = [](const std::string& whole) { return whole.substr(whole.rfind('/') + 1); };
    return std::min(edit_distance(text, name), edit_distance(last_part(text), last_part(name)) + 1);
}

}  // namespace

std::string did_you_mean(const std::string& text, const std::vector<std::string>& names) {
    if (text.size() > longest_name) return "";
    const std::size_t most = text.size() < 4 ? 1 : 2;
    std::size_t least = most + 1;
    std::string best;
    for (const std::string& name : names)
        if (const std::size_t away = edit_distance(text, name); away < least && away < text.size()) {
            least = away;
            best = name;
        }
    return best.empty() ? "" : "; did you mean '" + best + "'?";
}

std::string near_names(const std::string& text, std::vector<std::string> names) {
    std::stable_sort(names.begin(), names.end(),
                     [&](const std::string& a, const std::string& b) { return distance(text, a) < distance(text, b); });
    const std::size_t most = std::max<std::size_t>(2, text.size() / 3);
    const bool any = !names.empty() && distance(text, names.front()) <= most;
    if (!any) std::sort(names.begin(), names.end());
    std::string result;
    for (const std::string& name : names)
        if (!any || distance(text, name) <= most) result += (result.empty() ? "" : ", ") + name;
    return result;
}

}  // namespace heddle::stim
