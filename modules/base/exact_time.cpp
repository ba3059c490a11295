#include "heddle/base/exact_time.h"

#include <array>

namespace heddle {
namespace {

constexpr unsigned bits_of_a_part = 8, parts = 64 / bits_of_a_part, values_of_a_part = 1U << bits_of_a_part;
using Table = std::array<std::array<sc_core::sc_time, values_of_a_part>, parts>;

Table make_table() {
    Table table;
    for (unsigned part = 0; part < parts; ++part)
        for (std::uint64_t value = 0; value < values_of_a_part; ++value)
            table[part][value] = sc_core::sc_time::from_value(value << (part * bits_of_a_part));
    return table;
}

}  // namespace

// Times can be added without the kernel, so a time is the sum of what its bytes stand for.
sc_core::sc_time exact_time(std::uint64_t ticks) {
    static const Table table = make_table();
    sc_core::sc_time time = table[0][ticks % values_of_a_part];
    for (unsigned part = 1; ticks >>= bits_of_a_part; ++part)
        if (const std::uint64_t value = ticks % values_of_a_part) time += table[part][value];
    return time;
}

}  // namespace heddle
