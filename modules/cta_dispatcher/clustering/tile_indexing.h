#pragma once

#include "heddle/cta_dispatcher/clustering/grid_indexing.h"
#include "heddle/cta_dispatcher/grid_shape.h"

namespace heddle {

// Tile by tile: tiles are numbered row-major, and so are the CTAs inside a tile. Planes of a grid with three dimensions
// follow each other. The tiles must divide the grid.
class TileIndexing final : public GridIndexing {
public:
    TileIndexing(const GridShape& grid, std::uint32_t tile_x, std::uint32_t tile_y)
        : grid_(grid), tile_x_(tile_x), tile_y_(tile_y) {}

    std::uint32_t cta_of(std::uint32_t v) const override {
        const std::uint32_t plane = grid_.x * grid_.y, tile = tile_x_ * tile_y_, tiles_x = grid_.x / tile_x_;
        const std::uint32_t in_plane = v % plane, number = in_plane / tile, inside = in_plane % tile;
        return grid_.cta_at(number % tiles_x * tile_x_ + inside % tile_x_,
                            number / tiles_x * tile_y_ + inside / tile_x_, v / plane);
    }
    std::uint32_t id_of(std::uint32_t cta) const override {
        const std::uint32_t x = grid_.x_of(cta), y = grid_.y_of(cta);
        const std::uint32_t number = y / tile_y_ * (grid_.x / tile_x_) + x / tile_x_;
        const std::uint32_t inside = y % tile_y_ * tile_x_ + x % tile_x_;
        return grid_.z_of(cta) * grid_.x * grid_.y + number * tile_x_ * tile_y_ + inside;
    }

private:
    GridShape grid_;
    std::uint32_t tile_x_, tile_y_;
};

}  // namespace heddle
