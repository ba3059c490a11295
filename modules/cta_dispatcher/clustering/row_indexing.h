#pragma once

#include "heddle/cta_dispatcher/clustering/grid_indexing.h"

namespace heddle {

// Row-major, v = (bz gy + by) gx + bx: clusters are made of whole rows. The paper calls it Y-partition.
class RowIndexing final : public GridIndexing {
public:
    std::uint32_t cta_of(std::uint32_t v) const override { return v; }
    std::uint32_t id_of(std::uint32_t cta) const override { return cta; }
};

}  // namespace heddle
