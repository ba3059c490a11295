// Which memory controller and L2 slice an address belongs to, and what the address looks like inside it.
#pragma once

#include <cstdint>
#include <string>

#include "base/divisor.h"
#include "base/geometry.h"
#include "base/parameters.h"
#include "base/polynomial_hash.h"

namespace heddle {

// Chunks of `interleave_bytes` go round-robin over the slices. One partition (the default) leaves addresses as they
// are. Hashed, each group of as many chunks as there are slices is dealt out in an order of its own, so that no power
// of two as stride uses few slices only; the address inside the slice stays what it is.
struct AddressMap {
    unsigned partitions = 1;
    unsigned interleave_bytes = 256;  // MECHANISMS 1.1 [R]
    bool hashed = false;

    template <class Visitor>
    void visit(Visitor& v) {
        v("interleave_bytes", interleave_bytes, "B", "consecutive bytes that stay in one memory partition");
        v("hashed", hashed, "", "spread the pieces by a polynomial hash of the address instead of round-robin");
    }
    void validate(const std::string& key) const {
        require(partitions > 0, key + ".partitions", "must be at least 1");
        require_multiple(interleave_bytes, line_bytes, key + ".interleave_bytes");
        require(!hashed || (partitions <= most_hashed && is_power_of_two(partitions)), key + ".hashed",
                "needs a number of partitions that is a power of two up to " + std::to_string(most_hashed) +
                    "; there are " + std::to_string(partitions));
    }

    static constexpr unsigned most_hashed = 1u << PolynomialHash::max_degree;
};

// A map made ready for one question per access.
class AddressSplitter {
public:
    explicit AddressSplitter(const AddressMap& map)
        : interleave_(map.interleave_bytes), partitions_(map.partitions), hashed_(map.hashed) {}

    unsigned partition(std::uint64_t address) const {
        const std::uint64_t chunk = interleave_.quotient(address);
        if (hashed_) return hash(chunk);
        return static_cast<unsigned>(partitions_.remainder(chunk));
    }
    // The address inside the partition: consecutive chunks of one partition become consecutive.
    std::uint64_t local(std::uint64_t address) const {
        return interleave_.multiple(partitions_.quotient(interleave_.quotient(address))) +
               interleave_.remainder(address);
    }
    // To the end of the chunk.
    unsigned rest_of_chunk(std::uint64_t address) const {
        return interleave_.value() - static_cast<unsigned>(interleave_.remainder(address));
    }

private:
    unsigned hash(std::uint64_t chunk) const {
        return PolynomialHash::remainder(chunk, static_cast<unsigned>(__builtin_ctz(partitions_.value())));
    }

    Divisor interleave_, partitions_;
    bool hashed_;
};

}  // namespace heddle
