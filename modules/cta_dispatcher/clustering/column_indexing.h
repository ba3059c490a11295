#pragma once

#include "heddle/cta_dispatcher/clustering/grid_indexing.h"
#include "heddle/cta_dispatcher/grid_shape.h"

namespace heddle {

// Column-major, v = (bx gy + by) gz + bz: clusters are made of whole columns. The paper calls it X-partition and
// defines it for two dimensions; with three, x is still the slowest.
class ColumnIndexing final : public GridIndexing {
public:
    explicit ColumnIndexing(const GridShape& grid) : grid_(grid) {}

    std::uint32_t cta_of(std::uint32_t v) const override {
        return grid_.cta_at(v / grid_.z / grid_.y, v / grid_.z % grid_.y, v % grid_.z);
    }
    std::uint32_t id_of(std::uint32_t cta) const override {
        return (grid_.x_of(cta) * grid_.y + grid_.y_of(cta)) * grid_.z + grid_.z_of(cta);
    }

private:
    GridShape grid_;
};

}  // namespace heddle
