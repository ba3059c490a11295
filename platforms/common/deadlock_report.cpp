#include "heddle/platforms/common/deadlock_report.h"

#include <sstream>

#include "heddle/base/block.h"

namespace heddle {

namespace {

// Sixty SMs with forty warps each would bury the one line that matters.
constexpr unsigned lines_per_block = 12;

// Blocks begin their lines with their own name, which stands above them already.
std::string indented(const std::string& text, const std::string& name) {
    std::istringstream lines(text);
    std::string result, line;
    unsigned count = 0;
    while (std::getline(lines, line)) {
        if (line.rfind(name + ": ", 0) == 0) line.erase(0, name.size() + 2);
        if (++count <= lines_per_block) result += "    " + line + "\n";
    }
    if (count > lines_per_block) result += "    ... and " + std::to_string(count - lines_per_block) + " more\n";
    return result;
}

}  // namespace

std::string outstanding_work() {
    std::string report;
    for_each_block(nullptr, [&](Block& block) {
        std::ostringstream outstanding;
        block.report_outstanding(outstanding);
        if (!outstanding.str().empty())
            report += "  " + std::string(block.name()) + ":\n" + indented(outstanding.str(), block.name());
    });
    return report.empty() ? "  no block has anything outstanding\n" : report;
}

}  // namespace heddle
