// Which memory controller and L2 slice an address belongs to, and what the address looks like inside it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/base/divisor.h"
#include "heddle/base/geometry.h"
#include "heddle/base/group_shuffle.h"
#include "heddle/base/half_hash.h"
#include "heddle/base/parameters.h"
#include "heddle/base/piece_number.h"
#include "heddle/base/polynomial_hash.h"

namespace heddle {

// Chunks of `interleave_bytes` go round-robin over the partitions (memory controllers), and those of one partition
// round-robin over its L2 slices. One partition (the default) leaves addresses as they are. Hashed, each group of as
// many chunks as there are slices in the machine is dealt out in an order of its own, so that no stride of a power of
// two uses few slices only. Before the hash, neighbouring chunks belong to the slices of one partition; with
// `partitions_first` they belong to different partitions, as without a hash. With `half_bits` an address chooses one
// half of the slices first, and the chunks of a half are dealt out over its slices. With `number_bits` the hash is
// another one: bits of the address make a number, and the slice is its remainder.
struct AddressMap {
    unsigned partitions = 1;
    unsigned interleave_bytes = 256;  // MECHANISMS 1.1 [R]
    bool hashed = false;
    unsigned slices_per_partition = 1;
    bool partitions_first = false;
    std::string half_bits = "none";
    std::string number_bits = "none";
    std::string place_bits = "none";

    template <class Visitor>
    void visit(Visitor& v) {
        v("interleave_bytes", interleave_bytes, "B", "consecutive bytes that stay in one memory partition");
        v("hashed", hashed, "", "spread the pieces by a hash of the address instead of round-robin");
        v("partitions_first", partitions_first, "",
          "hashed: neighbouring pieces lie in different partitions, not in the L2 slices of one");
        v("half_bits", half_bits, "bits",
          "hashed: bits of the address whose parity chooses a half of the slices, such as 12,13,15; none: no halves");
        v("number_bits", number_bits, "bits",
          "hashed: bits of the address whose parities are the lowest bits of a piece's number, such as 8,12/9,13; its "
          "remainder by the number of slices is the slice; none: the model's own hash");
        v("place_bits", place_bits, "bits",
          "number_bits: bits of the address in which pieces with one number differ, such as 7,10; none: each has its "
          "own");
    }
    void validate(const std::string& key) const {
        require(partitions > 0, key + ".partitions", "must be at least 1");
        require(slices_per_partition > 0, key + ".slices_per_partition", "must be at least 1");
        require_multiple(interleave_bytes, line_bytes, key + ".interleave_bytes");
        const std::string half_key = key + ".half_bits", number_key = key + ".number_bits";
        if (halves(half_key).is_on()) {
            require_hash(half_key, half_bits);
            require(slices() % 2 == 0, half_key,
                    "is " + half_bits + ", but " + std::to_string(slices()) + " L2 slices have no two halves");
        }
        if (numbers(key).is_on()) require_hash(number_key, number_bits);
    }
    // Of the whole machine.
    unsigned slices() const { return partitions * slices_per_partition; }
    HalfHash halves(const std::string& key = "half_bits") const { return HalfHash(half_bits, interleave_bytes, key); }
    PieceNumber numbers(const std::string& key = "address_map") const {
        return PieceNumber(number_bits, place_bits, halves().mask(), interleave_bytes, key);
    }
    // Over how many slices the hash deals out chunks.
    unsigned dealt_slices() const { return halves().is_on() ? slices() / 2 : slices(); }
    // Whether the hash is the polynomial one, which exists for powers of two only.
    bool polynomial() const {
        return hashed && is_power_of_two(dealt_slices()) && dealt_slices() <= 1u << PolynomialHash::max_degree;
    }

private:
    void require_hash(const std::string& key, const std::string& value) const {
        require(hashed && !partitions_first, key,
                "is " + value + ", which needs hashed = true and partitions_first = false beside it");
    }
};

// A map made ready for one question per access. The slices of a partition have neighbouring numbers: slice / slices per
// partition is the partition. Partition and local address together are a bijection of the address, and so are slice and
// slice-local address; both kinds of local address are dense, so that consecutive chunks of a partition or slice have
// consecutive ones.
class AddressSplitter {
public:
    explicit AddressSplitter(const AddressMap& map)
        : interleave_(map.interleave_bytes),
          partitions_(map.partitions),
          slices_per_partition_(map.slices_per_partition),
          slices_(map.dealt_slices()),
          shuffle_(map.hashed && !map.polynomial() && !map.numbers().is_on() ? map.dealt_slices() : 1),
          halves_(map.halves()),
          numbers_(map.numbers()),
          hashed_(map.hashed),
          polynomial_(map.polynomial()),
          several_slices_(map.slices_per_partition > 1),
          partitions_first_(map.partitions_first && map.slices_per_partition > 1) {
        if (partitions_first_)
            for (unsigned place = 0; place < slices_.value(); ++place)
                with_slices_last_.push_back(static_cast<std::uint32_t>(
                    slices_per_partition_.multiple(partitions_.remainder(place)) + partitions_.quotient(place)));
    }

    unsigned partition(std::uint64_t address) const {
        const std::uint64_t chunk = interleave_.quotient(address);
        if (hashed_) return static_cast<unsigned>(slices_per_partition_.quotient(hash(chunk)));
        return static_cast<unsigned>(partitions_.remainder(chunk));
    }
    // The address inside the partition: the controller's banks and rows follow from it.
    std::uint64_t local(std::uint64_t address) const {
        const std::uint64_t chunk = interleave_.quotient(address);
        if (!hashed_) return in_chunk(partitions_.quotient(chunk), address);
        if (!several_slices_) return in_chunk(in_slice(chunk), address);
        const std::uint64_t slice = slices_per_partition_.remainder(hash(chunk));
        return in_chunk(slices_per_partition_.multiple(in_slice(chunk)) + slice, address);
    }

    // The L2 slice, numbered over the whole machine: the network's output.
    unsigned slice(std::uint64_t address) const {
        if (!several_slices_) return partition(address);
        const std::uint64_t chunk = interleave_.quotient(address);
        if (hashed_) return hash(chunk);
        const std::uint64_t of_partition = slices_per_partition_.remainder(partitions_.quotient(chunk));
        return static_cast<unsigned>(slices_per_partition_.multiple(partitions_.remainder(chunk)) + of_partition);
    }
    // The address inside the slice: its cache sets follow from it.
    std::uint64_t slice_local(std::uint64_t address) const {
        return in_chunk(in_slice(interleave_.quotient(address)), address);
    }

    // To the end of the chunk.
    unsigned rest_of_chunk(std::uint64_t address) const {
        return interleave_.value() - static_cast<unsigned>(interleave_.remainder(address));
    }

private:
    unsigned hash(std::uint64_t chunk) const {
        if (halves_.is_on()) return halves_.half(chunk) * slices_.value() + dealt_to(number(chunk));
        return dealt_to(partitions_first_ ? with_slices_last(chunk) : number(chunk));
    }
    unsigned dealt_to(std::uint64_t chunk) const {
        if (numbered_) return static_cast<unsigned>(slices_.remainder(chunk));
        if (polynomial_) return PolynomialHash::remainder(chunk, static_cast<unsigned>(__builtin_ctz(slices_.value())));
        return shuffle_.dealt_to(chunk);
    }
    // The chunk's number among those that are dealt out together.
    std::uint64_t number(std::uint64_t chunk) const {
        if (numbered_) return numbers_.number(chunk);
        return halves_.is_on() ? halves_.number(chunk) : chunk;
    }
    // The chunk's number among those of its slice.
    std::uint64_t in_slice(std::uint64_t chunk) const {
        const std::uint64_t row = slices_.quotient(number(chunk));
        return numbered_ ? row << numbers_.place_bits() | numbers_.place(chunk) : row;
    }
    // In its group of as many chunks as there are slices, the chunk takes the place that it has without a hash.
    std::uint64_t with_slices_last(std::uint64_t chunk) const {
        const std::uint64_t in_group = slices_.remainder(chunk);
        return chunk - in_group + with_slices_last_[in_group];
    }
    std::uint64_t in_chunk(std::uint64_t chunk, std::uint64_t address) const {
        return interleave_.multiple(chunk) + interleave_.remainder(address);
    }

    Divisor interleave_, partitions_, slices_per_partition_, slices_;  // slices: those that the hash deals out over
    std::vector<std::uint32_t> with_slices_last_;  // by place in a group; empty unless partitions_first_
    GroupShuffle shuffle_;
    HalfHash halves_;
    PieceNumber numbers_;
    bool numbered_ = numbers_.is_on();
    bool hashed_, polynomial_, several_slices_, partitions_first_;
};

}  // namespace heddle
