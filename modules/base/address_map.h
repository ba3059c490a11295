// Which memory controller and L2 slice an address belongs to, and what the address looks like inside it.
#pragma once

#include <cstdint>
#include <string>

#include "base/parameters.h"

namespace heddle {

// Chunks of `interleave_bytes` go round-robin over the slices. One partition (the default) leaves addresses as they
// are.
struct AddressMap {
    unsigned partitions = 1;
    unsigned interleave_bytes = 256;  // MECHANISMS 1.1 [R]

    unsigned partition(std::uint64_t address) const {
        return static_cast<unsigned>((address / interleave_bytes) % partitions);
    }
    // The address inside the partition: consecutive chunks of one partition become consecutive.
    std::uint64_t local(std::uint64_t address) const {
        return address / interleave_bytes / partitions * interleave_bytes + address % interleave_bytes;
    }

    template <class Visitor>
    void visit(Visitor& v) {
        v("interleave_bytes", interleave_bytes, "B", "consecutive bytes that stay in one memory partition");
    }
    void validate(const std::string& key) const {
        require(partitions > 0, key + ".partitions", "must be at least 1");
        require_multiple(interleave_bytes, 128, key + ".interleave_bytes");
    }
};

}  // namespace heddle
