#include "heddle/lsu/request_window_monitor.h"

#include <algorithm>

namespace heddle {
namespace {

// No request has this address: line addresses are multiples of the line size.
constexpr std::uint64_t no_line = ~std::uint64_t{0};

}  // namespace

RequestWindowMonitor::RequestWindowMonitor() {
    for (std::size_t i = 0; i < windows.size(); ++i) windows_[i].lines.assign(windows[i], no_line);
}

bool RequestWindowMonitor::Window::sends(std::uint64_t line) {
    if (lines.empty()) return true;
    if (std::find(lines.begin(), lines.end(), line) != lines.end()) return false;
    lines[oldest] = line;
    oldest = oldest + 1 == lines.size() ? 0 : oldest + 1;
    return true;
}

RequestWindowMonitor::Sent RequestWindowMonitor::observe(std::uint64_t line) {
    Sent sent;
    for (std::size_t i = 0; i < windows_.size(); ++i) sent[i] = windows_[i].sends(line);
    return sent;
}

}  // namespace heddle
