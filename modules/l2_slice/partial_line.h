// Some bytes of a line. Plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "heddle/l2_slice/line_byte_set.h"

namespace heddle {

class PartialLine {
public:
    bool empty() const { return !set_.any(); }
    bool has(unsigned byte) const { return set_.has(byte); }
    bool has_any(unsigned first, unsigned count) const { return set_.has_any(first, count); }
    const std::uint8_t* data() const { return data_.data(); }

    void put(unsigned first, const std::uint8_t* bytes, unsigned count) {
        std::memcpy(&data_[first], bytes, count);
        set_.add(first, count);
    }
    void forget(unsigned first, unsigned count) { set_.remove(first, count); }
    // Lays the bytes over `line_data`.
    void apply(std::uint8_t* line_data) const {
        for_each_run([&](unsigned first, const std::uint8_t* bytes, unsigned count) {
            std::memcpy(line_data + first, bytes, count);
        });
    }
    // Calls visit(offset in the line, bytes, count) for each run of consecutive bytes.
    template <class Visit>
    void for_each_run(Visit visit) const {
        set_.for_each_run([&](unsigned first, unsigned count) { visit(first, data_.data() + first, count); });
    }

private:
    LineByteSet set_;
    std::array<std::uint8_t, line_bytes> data_;
};

}  // namespace heddle
