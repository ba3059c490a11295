// Which node of a group of decoupled L1 caches is the home of an address (MECHANISMS 5.3). Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "heddle/base/address_map.h"
#include "heddle/cache/line_numbering.h"

namespace heddle {

// `nodes` nodes share the lines of all L2 slices. If the number of slices is a multiple of that of the nodes, a node is
// the home of neighbouring slices, so that it has to be joined with these only. If not, chunks of the address map go
// round-robin over the nodes.
class HomeSelection {
public:
    HomeSelection(const AddressMap& map, unsigned nodes)
        : splitter_(map),
          chunk_(map.interleave_bytes),
          chunk_lines_(std::max(1u, map.interleave_bytes / line_bytes)),
          nodes_(nodes),
          slices_(map.slices() % nodes == 0 ? map.slices() / nodes : 1),
          by_slice_(map.slices() % nodes == 0) {}

    unsigned nodes() const { return nodes_.value(); }
    // The home follows from the slice, and slices() is how many slices a node is the home of.
    bool by_slice() const { return by_slice_; }
    unsigned slices() const { return slices_.value(); }

    unsigned home(std::uint64_t address) const {
        if (nodes_.value() == 1) return 0;
        if (by_slice_) return static_cast<unsigned>(slices_.quotient(splitter_.slice(address)));
        return static_cast<unsigned>(nodes_.remainder(chunk_.quotient(address)));
    }
    // Of the slices that the home of the address belongs to, the address's own; only if by_slice().
    unsigned slice_of_home(std::uint64_t address) const {
        return static_cast<unsigned>(slices_.remainder(splitter_.slice(address)));
    }
    // How many bytes from the address on have the same home for sure: the rest of the chunk.
    unsigned rest_of_home(std::uint64_t address) const { return splitter_.rest_of_chunk(address); }

    // The lines of one home numbered without gaps; lines of different homes may get the same number.
    std::uint64_t number_in_home(std::uint64_t line) const {
        if (nodes_.value() == 1) return line;
        const std::uint64_t address = line * line_bytes;
        const std::uint64_t chunk =
            by_slice_ ? slices_.multiple(chunk_.quotient(splitter_.slice_local(address))) + slice_of_home(address)
                      : nodes_.quotient(chunk_.quotient(address));
        return chunk_lines_.multiple(chunk) + chunk_lines_.remainder(line);
    }

private:
    AddressSplitter splitter_;
    Divisor chunk_, chunk_lines_, nodes_, slices_;
    bool by_slice_;
};

// The numbers from which the sets of a node follow: were they the lines' own, the bits that choose the home would be
// the same in all of them, and only 1 / nodes of the sets used. Without a selection, and with one node, the lines' own.
class HomeLines final : public LineNumbering {
public:
    HomeLines() = default;
    explicit HomeLines(const HomeSelection& selection) {
        if (selection.nodes() > 1) selection_ = selection;
    }
    bool renumbers() const { return selection_.has_value(); }
    std::uint64_t number(std::uint64_t line) const override {
        return selection_ ? selection_->number_in_home(line) : line;
    }

private:
    std::optional<HomeSelection> selection_;
};

}  // namespace heddle
