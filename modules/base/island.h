// Which modules one host thread calls together. Plain C++.
#pragma once

#include <tuple>

namespace heddle {

// Modules of an island exchange most of their transactions with one another: an SM with its caches, a slice of the L2
// with its memory controller. They are called one after the other, which finds these transactions in the host's caches,
// and by the same host thread if there are several. Islands of equal kind are alike, so that each thread gets
// neighbours of each kind.
struct Island {
    // In the order in which they are called where one thread calls them all; those of `none` come first.
    enum class Kind : unsigned char { none, network, tile, core, node, partition };

    Kind kind = Kind::none;
    unsigned number = 0;

    bool none() const { return kind == Kind::none; }
    friend bool operator==(const Island& a, const Island& b) { return a.kind == b.kind && a.number == b.number; }
    friend bool operator!=(const Island& a, const Island& b) { return !(a == b); }
    friend bool operator<(const Island& a, const Island& b) {
        return std::tie(a.kind, a.number) < std::tie(b.kind, b.number);
    }
};

}  // namespace heddle
