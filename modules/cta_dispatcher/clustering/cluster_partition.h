// The CTAs of a kernel cut into clusters of neighbouring ones (MECHANISMS 4.5, N -> C -> O). Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle {

// Where a CTA stands: the w-th of cluster i.
struct ClusterPosition {
    std::uint32_t w = 0, i = 0;
};

inline bool operator==(const ClusterPosition& a, const ClusterPosition& b) {
    return a.w == b.w && a.i == b.i;
}

// |V| CTAs in M clusters; the first |V| mod M clusters have one CTA more than the others. Ids v are those of the
// original kernel under the indexing that was chosen.
//
// Equations 4 and 5 are printed with a condition that is no test of the partition (v mod M <= |V| mod M), and equation
// 5 with w = v mod q, which is right only where q divides r. What stands here is the corrected form; the tests hold the
// printed one against it.
class ClusterPartition {
public:
    ClusterPartition(std::uint32_t ctas, std::uint32_t clusters)
        : ctas_(ctas), clusters_(clusters), q_(ctas / clusters), r_(ctas % clusters) {}

    std::uint32_t ctas() const { return ctas_; }
    std::uint32_t clusters() const { return clusters_; }

    // f. Where M > |V| every id is below r, so that nothing is divided by q = 0.
    ClusterPosition position_of(std::uint32_t v) const {
        if (v < r_ * (q_ + 1)) return {v % (q_ + 1), v / (q_ + 1)};
        return {(v - r_) % q_, (v - r_) / q_};
    }

    // The inverse of f, equation 7: v = i (q + 1) + w + min(r - i, 0).
    std::uint32_t id_of(const ClusterPosition& at) const { return base(at.i) + at.w; }

    // The first id of a cluster, and how many there are from it on.
    std::uint32_t base(std::uint32_t i) const { return i * q_ + std::min(i, r_); }
    std::uint32_t size(std::uint32_t i) const { return q_ + (i < r_ ? 1 : 0); }

private:
    std::uint32_t ctas_, clusters_;
    std::uint32_t q_, r_;  // |V| / M and |V| mod M
};

}  // namespace heddle
