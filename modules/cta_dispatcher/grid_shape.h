// The grid of a kernel and the machine it runs on, in numbers. Plain C++.
#pragma once

#include <cstdint>

namespace heddle {

struct MachineShape {
    unsigned clusters = 1;
    unsigned sms_per_cluster = 1;
    unsigned sms() const { return clusters * sms_per_cluster; }
    unsigned cluster_of(unsigned sm) const { return sm / sms_per_cluster; }
};

// The grid of a kernel, in CTAs. CTAs are numbered with x fastest.
struct GridShape {
    std::uint32_t x = 1, y = 1, z = 1;
    std::uint32_t ctas() const { return x * y * z; }
    std::uint32_t x_of(std::uint32_t cta) const { return cta % x; }
    std::uint32_t y_of(std::uint32_t cta) const { return cta / x % y; }
    std::uint32_t z_of(std::uint32_t cta) const { return cta / x / y; }
    std::uint32_t cta_at(std::uint32_t at_x, std::uint32_t at_y, std::uint32_t at_z) const {
        return (at_z * y + at_y) * x + at_x;
    }
};

}  // namespace heddle
