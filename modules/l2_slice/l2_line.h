// The slice's own requests to memory: fetches and write-backs.
#pragma once

#include "heddle/base/payload_pool.h"
#include "heddle/cache/sectors.h"

namespace heddle {

struct L2Line;

// What the slice knows of its request without asking the payload: an interconnect may change the address on the way to
// memory, and does not restore it.
struct L2LineOwner {
    std::uint64_t address = 0;         // as it was sent
    L2Line* next = nullptr;            // sent right behind it: another part of the same line
    SectorGeometry::Mask sectors = 0;  // that it reads; of a write, that it touches
};

struct L2Line : BasicLinePayload<L2LineOwner> {
    using BasicLinePayload<L2LineOwner>::BasicLinePayload;

    std::uint64_t line_address() const { return line_of(owner.address); }
    unsigned offset_in_line() const { return static_cast<unsigned>(owner.address % line_bytes); }
    bool has_enabled(unsigned byte) const { return !get_byte_enable_ptr() || enables[byte] == TLM_BYTE_ENABLED; }

    // Calls visit(offset in the line, bytes, count) for each run of consecutive bytes that a write sets.
    template <class Visit>
    void for_each_run(Visit visit) const {
        const unsigned length = get_data_length();
        for (unsigned first = 0, end; first < length; first = end + 1) {
            for (end = first; end < length && has_enabled(end);) ++end;
            if (end > first) visit(offset_in_line() + first, data.data() + first, end - first);
        }
    }
};

}  // namespace heddle
