// What the references of this suite share: a convolution layer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/references/reference.h"

namespace heddle::tango {

// A layer that makes `maps` feature maps from `channels` channels of edge x edge values. Of every map the first `rows`
// rows and `columns` columns are computed.
struct Layer {
    std::int64_t channels, edge, maps, window, stride, padding, rows, columns;
};

// Where the value of a channel lies in the input: planes one after the other, or the channels of a pixel side by side.
struct Planes {
    std::int64_t edge;
    std::int64_t operator()(std::int64_t channel, std::int64_t y, std::int64_t x) const {
        return (channel * edge + y) * edge + x;
    }
};
struct Pixels {
    std::int64_t edge, channels;
    std::int64_t operator()(std::int64_t channel, std::int64_t y, std::int64_t x) const {
        return (y * edge + x) * channels + channel;
    }
};

// The sums of one map, row by row, in doubles. Each input value is added to all outputs whose window covers it: an
// output at y is reached through row i of the window from row y * stride + i - padding of the input.
template <typename Place>
std::vector<double> map_sums(const Layer& layer, std::int64_t map, const ReferenceBuffer<float>& input, Place place,
                             const ReferenceBuffer<float>& weights) {
    std::vector<double> sums(layer.rows * layer.columns);
    const auto reached = [&layer](std::int64_t from, std::int64_t limit) {
        const auto distance = from + layer.padding;
        return distance >= 0 && distance % layer.stride == 0 && distance / layer.stride < limit;
    };
    const auto covered = [&layer](std::int64_t outputs) {  // input rows or columns that some output needs
        return std::min(layer.edge, (outputs - 1) * layer.stride + layer.window - layer.padding);
    };
    for (std::int64_t y = 0; y < covered(layer.rows); ++y)
        for (std::int64_t x = 0; x < covered(layer.columns); ++x)
            for (std::int64_t channel = 0; channel < layer.channels; ++channel)
                for (std::int64_t tap = 0; tap < layer.window * layer.window; ++tap) {
                    const auto i = tap / layer.window, j = tap % layer.window;
                    if (!reached(y - i, layer.rows) || !reached(x - j, layer.columns)) continue;
                    const auto row = (y - i + layer.padding) / layer.stride;
                    const auto column = (x - j + layer.padding) / layer.stride;
                    const auto plane = map * layer.channels + channel;
                    sums[row * layer.columns + column] +=
                        double(input[place(channel, y, x)]) * weights[plane * layer.window * layer.window + tap];
                }
    return sums;
}

// Writes finish(map, sum) of all computed outputs into maps of out_edge x out_edge values from `first_map` of the
// output on.
template <typename Place, typename Finish>
void convolve(const Layer& layer, const ReferenceBuffer<float>& input, Place place,
              const ReferenceBuffer<float>& weights, const ReferenceBuffer<float>& output, std::int64_t out_edge,
              std::int64_t first_map, Finish finish) {
    for (std::int64_t map = 0; map < layer.maps; ++map) {
        const auto sums = map_sums(layer, map, input, place, weights);
        for (std::int64_t row = 0; row < layer.rows; ++row)
            for (std::int64_t column = 0; column < layer.columns; ++column)
                output[((first_map + map) * out_edge + row) * out_edge + column] =
                    static_cast<float>(finish(map, sums[row * layer.columns + column]));
    }
}

}  // namespace heddle::tango
