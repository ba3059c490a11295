#include "heddle/platforms/common/unfinished_work.h"

#include <algorithm>
#include <set>
#include <vector>

#include "heddle/platforms/common/text.h"

namespace heddle {

namespace {

constexpr std::size_t named_ctas = 8;

std::string names_of(const std::set<std::uint32_t>& ctas) {
    std::vector<std::string> names;
    for (const std::uint32_t cta : ctas) {
        if (names.size() == named_ctas) break;
        names.push_back(std::to_string(cta));
    }
    const std::string more =
        ctas.size() > named_ctas ? " and " + grouped(ctas.size() - named_ctas) + " more" : std::string();
    return (ctas.size() == 1 ? "CTA " : "CTAs ") + listed(names) + more;
}

std::string ctas_of(const KernelProgress& kernel) {
    const std::string left =
        grouped(kernel.left()) + (kernel.waits_for_room ? " waiting for room" : " not launched yet");
    return grouped(kernel.retired) + " of " + grouped(kernel.ctas) + " ended, " + grouped(kernel.resident()) +
           " resident" + (kernel.left() ? ", " + left : "");
}

// How many warps run, where they are, and in which CTAs.
std::string warps_of(const KernelProgress& kernel, const RunningWarps& warps) {
    const std::uint64_t resident = std::uint64_t{kernel.resident()} * kernel.kernel->shape().warps_per_cta();
    std::set<std::uint32_t> ctas;
    std::uint32_t low = warps.front().line, high = low;
    for (const RunningWarp& warp : warps) {
        ctas.insert(warp.cta);
        low = std::min(low, warp.line);
        high = std::max(high, warp.line);
    }
    return grouped(warps.size()) + " of " + grouped(resident) + " running, " +
           (high ? numbered("line", "lines", low, high) + ", " : "") + names_of(ctas) +
           (warps.size() < resident ? "; the others are starting, at a barrier or done" : "");
}

}  // namespace

std::string unfinished_work(const KernelProgress& kernel, const RunningWarps& warps) {
    std::string text = "\n  CTAs of kernel " + kernel.kernel->shape().name + ": " + ctas_of(kernel);
    if (!warps.empty()) text += "\n  resident warps: " + warps_of(kernel, warps);
    if (kernel.waits_for_room && kernel.retired == 0)
        text +=
            "\n  no CTA has ended: if the resident warps are not just slow, they may be waiting for CTAs that do not "
            "fit "
            "beside them";
    return text;
}

}  // namespace heddle
