// What caches and the queues of nodes cost. Plain C++.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle {

// The queues of the dc-l1 paper: Q1 to Q4 of each node, 4 entries of a line (section 8).
struct NodeQueues {
    unsigned nodes = 0;
    unsigned queues_per_node = 4;
    unsigned entries = 4;
    unsigned entry_bytes = 128;

    double bytes() const { return 1.0 * nodes * queues_per_node * entries * entry_bytes; }
};

// As a part of the L1s of the machine that is compared with. 40 nodes against 1280 KiB: 0.0625.
[[nodiscard]] double queue_overhead(const NodeQueues& queues, double reference_cache_bytes);

// `count` caches of one size.
struct CacheShape {
    unsigned count = 0;
    double bytes = 0;
};

// The area of one bank against that of a bank of another size. The paper gives two results of CACTI 6.5 and they are
// one point: half as many banks of twice the size take 0.92 of the area, and banks of twice the size take 1.84. A power
// law through it is the form that makes both true at once and treats every doubling alike: area ~ bytes^0.8797, with
// 0.8797 = log2(1.84). It is given for up to three doublings either way (16 to 128 KB, the nodes of Pr80 to Pr10) and
// empty beyond. Only the first doubling is the paper's; further ones are extrapolated.
[[nodiscard]] std::optional<double> bank_area_ratio(double bytes, double reference_bytes);
// The same for all caches of a machine.
[[nodiscard]] std::optional<double> cache_area_ratio(const CacheShape& caches, const CacheShape& reference);

// What one access to a line costs. CACTI 7.0 (HP Labs), 22 nm, itrs-hp, 360 K, ED^2, 4 ways, lines and port of 128 B,
// tags before data, one read/write port; between its sizes interpolated in proportion to the logarithm of the size,
// empty below 8 KB and above 256 KB. At 128 KB 8 ways cost 0.2 % more to read and 2.5 % more to write than 4.
struct AccessEnergy {
    double read_joules = 0;
    double write_joules = 0;
};
[[nodiscard]] std::optional<AccessEnergy> cache_access_energy(double bytes);
// The leakage of one cache, of the same runs.
[[nodiscard]] std::optional<double> cache_leakage_watts(double bytes);

}  // namespace heddle
