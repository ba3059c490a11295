#include "heddle/l2_slice/late_writes.h"

#include <algorithm>

namespace heddle {

LateWrites::Line* LateWrites::find(std::uint64_t line_address) {
    const auto line =
        std::find_if(lines_.begin(), lines_.end(), [&](const Line& l) { return l.address == line_address; });
    return line == lines_.end() ? nullptr : &*line;
}

void LateWrites::add(std::uint64_t address, const std::uint8_t* bytes, unsigned count, bool owed) {
    Line* line = find(line_of(address));
    if (!line) {
        lines_.emplace_back();
        line = &lines_.back();
        line->address = line_of(address);
    }
    line->owed |= owed;
    line->bytes.put(static_cast<unsigned>(address % line_bytes), bytes, count);
}

void LateWrites::forget(std::uint64_t line_address) {
    lines_.erase(
        std::remove_if(lines_.begin(), lines_.end(), [&](const Line& line) { return line.address == line_address; }),
        lines_.end());
}

void LateWrites::forget(std::uint64_t line_address, unsigned first, unsigned count) {
    Line* line = find(line_address);
    if (!line) return;
    line->bytes.forget(first, count);
    if (line->bytes.empty()) forget(line_address);
}

}  // namespace heddle
