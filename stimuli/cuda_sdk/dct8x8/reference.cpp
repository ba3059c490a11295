#include <cmath>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

constexpr int edge = 8;

// ITU-T T.81, table K.1.
constexpr int quantum[edge][edge] = {{16, 11, 10, 16, 24, 40, 51, 61},     {12, 12, 14, 19, 26, 58, 60, 55},
                                     {14, 13, 16, 24, 40, 57, 69, 56},     {14, 17, 22, 29, 51, 87, 80, 62},
                                     {18, 22, 37, 56, 68, 109, 103, 77},   {24, 35, 55, 64, 81, 104, 113, 92},
                                     {49, 64, 78, 87, 103, 121, 120, 101}, {72, 92, 95, 98, 112, 100, 103, 99}};

struct Basis {
    double value[edge][edge];  // [frequency][position], of length 1
    Basis() {
        const double pi = std::acos(-1.0);
        for (int u = 0; u < edge; ++u) {
            for (int x = 0; x < edge; ++x) {
                value[u][x] = std::sqrt((u == 0 ? 1.0 : 2.0) / edge) * std::cos((2 * x + 1) * u * pi / (2 * edge));
            }
        }
    }
};

struct Plane {
    float* corner;
    std::int64_t width;
    float& at(int x, int y) const { return corner[y * width + x]; }
};

// The coefficient at horizontal frequency u, vertical frequency v, rounded to a multiple of its quantum.
float quantised_coefficient(const Basis& basis, const Plane& pixels, int u, int v) {
    double sum = 0;
    for (int y = 0; y < edge; ++y) {
        for (int x = 0; x < edge; ++x) sum += basis.value[u][x] * basis.value[v][y] * pixels.at(x, y);
    }
    return static_cast<float>(std::nearbyint(sum / quantum[v][u]) * quantum[v][u]);
}

float pixel(const Basis& basis, const Plane& coefficients, int x, int y) {
    double sum = 0;
    for (int v = 0; v < edge; ++v) {
        for (int u = 0; u < edge; ++u) sum += basis.value[u][x] * basis.value[v][y] * coefficients.at(u, v);
    }
    return static_cast<float>(sum);
}

}  // namespace

HEDDLE_REFERENCE("cuda_sdk/dct8x8")(ReferenceMemory& memory) {
    const auto width = memory.integer("W"), height = memory.integer("H");
    auto image = memory.buffer<float>("IMAGE"), coefficients = memory.buffer<float>("COEFFICIENTS");
    auto result = memory.buffer<float>("RESULT");
    const Basis basis;
    for (std::int64_t corner = 0; corner < width * height; corner += edge) {
        if (corner / width % edge != 0) continue;
        const Plane from{image.data() + corner, width}, middle{coefficients.data() + corner, width};
        const Plane to{result.data() + corner, width};
        for (int i = 0; i < edge * edge; ++i) {
            middle.at(i % edge, i / edge) = quantised_coefficient(basis, from, i % edge, i / edge);
        }
        for (int i = 0; i < edge * edge; ++i) to.at(i % edge, i / edge) = pixel(basis, middle, i % edge, i / edge);
    }
}

}  // namespace heddle
