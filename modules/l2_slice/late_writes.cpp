#include "heddle/l2_slice/late_writes.h"

#include <algorithm>
#include <cstring>

#include "heddle/base/payload_bytes.h"

namespace heddle {

void LateWrites::add(std::uint64_t address, const std::uint8_t* bytes, unsigned count) {
    const std::uint64_t line_address = line_of(address);
    auto line = std::find_if(lines_.begin(), lines_.end(), [&](const Line& l) { return l.address == line_address; });
    if (line == lines_.end()) line = lines_.insert(lines_.end(), {line_address, {}, {}});
    for (unsigned i = 0; i < count; ++i) {
        line->late.set(address - line_address + i);
        line->data[address - line_address + i] = bytes[i];
    }
}

void LateWrites::apply(std::uint64_t line_address, std::uint8_t* line_data) const {
    for_each_run(line_address, [&](std::uint64_t address, const std::uint8_t* bytes, unsigned count) {
        std::memcpy(line_data + (address - line_address), bytes, count);
    });
}

void LateWrites::forget(std::uint64_t line_address) {
    lines_.erase(
        std::remove_if(lines_.begin(), lines_.end(), [&](const Line& line) { return line.address == line_address; }),
        lines_.end());
}

void LateWrites::forget_covered(const Payload& writeback) {
    for (Line& line : lines_)
        for (unsigned byte = 0; byte < line_bytes; ++byte)
            if (writes_whole(writeback, line.address + byte, 1)) line.late.reset(byte);
}

}  // namespace heddle
