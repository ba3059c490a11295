#include "heddle/stimulus/ptx/address_check.h"

#include <algorithm>
#include <cstdio>

namespace heddle::ptx {

std::string hexadecimal(std::uint64_t value) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

void AddressCheck::add(const std::string& name, std::uint64_t begin, std::uint64_t bytes) {
    ranges_.push_back({begin, begin + bytes, name});
    std::sort(ranges_.begin(), ranges_.end(),
              [](const AddressRange& a, const AddressRange& b) { return a.begin < b.begin; });
}

const AddressRange* AddressCheck::find(std::uint64_t address, std::uint64_t bytes) const {
    const auto behind =
        std::upper_bound(ranges_.begin(), ranges_.end(), address,
                         [](std::uint64_t value, const AddressRange& range) { return value < range.begin; });
    if (behind == ranges_.begin()) return nullptr;
    const AddressRange& range = *(behind - 1);
    return range.holds(address, bytes) ? &range : nullptr;
}

std::string AddressCheck::nearest(std::uint64_t address) const {
    const AddressRange* best = nullptr;
    std::uint64_t distance = 0;
    bool before = false;
    for (const AddressRange& range : ranges_) {
        // An address just below 2^64 is a negative number to whoever computed it: both distances wrap around.
        const bool inside = address >= range.begin && address < range.end;
        const std::uint64_t below = range.begin - address, above = inside ? 0 : address - range.end;
        const bool is_before = below < above;
        const std::uint64_t away = is_before ? below : above;
        if (best && away >= distance) continue;
        best = &range;
        distance = away;
        before = is_before;
    }
    if (!best) return "the kernel has no buffers";
    const std::string where = before ? " bytes before buffer '" : " bytes behind the end of buffer '";
    return std::to_string(distance) + where + best->name + "' (" + hexadecimal(best->begin) + " .. " +
           hexadecimal(best->end - 1) + ")";
}

}  // namespace heddle::ptx
