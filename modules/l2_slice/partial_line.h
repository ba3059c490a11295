// Some bytes of a line. Plain C++.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <cstring>

#include "heddle/base/geometry.h"

namespace heddle {

class PartialLine {
public:
    bool empty() const { return set_.none(); }
    bool has(unsigned byte) const { return set_[byte]; }
    bool has_any(unsigned first, unsigned count) const {
        for (unsigned byte = first; byte < first + count; ++byte)
            if (set_[byte]) return true;
        return false;
    }
    const std::uint8_t* data() const { return data_.data(); }

    void put(unsigned first, const std::uint8_t* bytes, unsigned count) {
        std::memcpy(&data_[first], bytes, count);
        for (unsigned byte = first; byte < first + count; ++byte) set_.set(byte);
    }
    void forget(unsigned first, unsigned count) {
        for (unsigned byte = first; byte < first + count; ++byte) set_.reset(byte);
    }
    // Lays the bytes over `line_data`.
    void apply(std::uint8_t* line_data) const {
        for_each_run([&](unsigned first, const std::uint8_t* bytes, unsigned count) {
            std::memcpy(line_data + first, bytes, count);
        });
    }
    // Calls visit(offset in the line, bytes, count) for each run of consecutive bytes.
    template <class Visit>
    void for_each_run(Visit visit) const {
        for (unsigned first = 0, end; first < line_bytes; first = end + 1) {
            for (end = first; end < line_bytes && set_[end];) ++end;
            if (end > first) visit(first, data_.data() + first, end - first);
        }
    }

private:
    std::bitset<line_bytes> set_;
    std::array<std::uint8_t, line_bytes> data_;
};

}  // namespace heddle
