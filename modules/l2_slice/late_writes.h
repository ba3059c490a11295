// Blocking and debug writes that timed traffic in flight would undo: a write-back of the line has not reached memory
// yet, or a fetch of it has already read the older bytes.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "heddle/base/gpu_access.h"

namespace heddle {

class LateWrites {
public:
    bool empty() const { return lines_.empty(); }

    // The bytes lie inside one line.
    void add(std::uint64_t address, const std::uint8_t* bytes, unsigned count);
    // Lays the bytes written to the line over `line_data`.
    void apply(std::uint64_t line_address, std::uint8_t* line_data) const;
    void forget(std::uint64_t line_address);
    // Forgets the bytes that a newer write-back carries: nothing undoes them any more.
    void forget_covered(const Payload& writeback);

    // Calls visit(address, bytes, count) for each run of consecutive late bytes of the line.
    template <class Visit>
    void for_each_run(std::uint64_t line_address, Visit visit) const {
        for (const Line& line : lines_) {
            if (line.address != line_address) continue;
            for (unsigned first = 0, end; first < line_bytes; first = end + 1) {
                for (end = first; end < line_bytes && line.late[end];) ++end;
                if (end > first) visit(line.address + first, line.data.data() + first, end - first);
            }
        }
    }

private:
    struct Line {
        std::uint64_t address;
        std::bitset<line_bytes> late;
        std::array<std::uint8_t, line_bytes> data;
    };
    std::vector<Line> lines_;
};

}  // namespace heddle
