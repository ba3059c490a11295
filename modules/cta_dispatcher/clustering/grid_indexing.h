// In which order the CTAs of a grid are numbered before they are cut into clusters (MECHANISMS 4.5). Plain C++.
#pragma once

#include <cstdint>

namespace heddle {

// A bijection between ids v, which clusters are cut from, and CTAs, which are numbered with x fastest.
class GridIndexing {
public:
    virtual ~GridIndexing() = default;
    virtual std::uint32_t cta_of(std::uint32_t v) const = 0;
    virtual std::uint32_t id_of(std::uint32_t cta) const = 0;
};

}  // namespace heddle
