// Redirection (MECHANISMS 4.6, RD): the kernel is launched with as many CTAs as before, and CTA u does the work of
// original CTA v(u). Plain C++.
#pragma once

#include "heddle/cta_dispatcher/clustering/cluster_partition.h"

namespace heddle {

// Equation 8: where strict round-robin puts CTA u of the new kernel, the u / M-th of SM u mod M.
inline ClusterPosition round_robin_binding(std::uint32_t u, std::uint32_t clusters) {
    return {u / clusters, u % clusters};
}

// Listing 4: v(u). Cluster i comes to SM i if the hardware deals CTAs out by strict round-robin.
inline std::uint32_t redirected(std::uint32_t u, const ClusterPartition& partition) {
    return partition.id_of(round_robin_binding(u, partition.clusters()));
}

// u(v), the inverse.
inline std::uint32_t redirected_from(std::uint32_t v, const ClusterPartition& partition) {
    const ClusterPosition at = partition.position_of(v);
    return at.w * partition.clusters() + at.i;
}

}  // namespace heddle
