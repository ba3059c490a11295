// Whole kernels, compiled from CUDA C++ (data/*.cu), against the host.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "heddle/stimulus/ptx/ptx_module.h"
#include "runner.h"

using namespace heddle;
using namespace heddle::test;

namespace {

std::shared_ptr<const ptx::PtxModule> load(const std::string& name) {
    std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + "/tests/ptx/data/" + name);
    REQUIRE(file);
    std::stringstream text;
    text << file.rdbuf();
    return ptx::parse_ptx(text.str(), name);
}

std::vector<float> some_floats(std::size_t count, unsigned seed) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>((i * 7919 + seed) % 257) / 16.0f - 8.0f;
    return values;
}

constexpr std::uint64_t a_at = 0x10000000, b_at = 0x11000000, c_at = 0x12000000;

std::vector<ptx::Argument> three_buffers(int n) {
    return {ptx::argument(a_at), ptx::argument(b_at), ptx::argument(c_at), ptx::argument(n)};
}

// n x n, each product added with one rounding, as fma does.
std::vector<float> product(const std::vector<float>& a, const std::vector<float>& b, int n) {
    std::vector<float> c(static_cast<std::size_t>(n) * n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            float sum = 0;
            for (int k = 0; k < n; ++k) sum = std::fma(a[i * n + k], b[k * n + j], sum);
            c[i * n + j] = sum;
        }
    return c;
}

}  // namespace

TEST_CASE("vector add, with a part of a warp beyond the end") {
    const auto module = load("vector_add.ptx");
    SparseMemory memory;
    const int n = 1000;
    const auto a = some_floats(n, 1), b = some_floats(n, 2);
    memory.put(a_at, a);
    memory.put(b_at, b);
    const auto kernel = module->kernel("vector_add", {8, 1, 1}, {128, 1, 1}, three_buffers(n));
    const RunCounts counts = run(*kernel, memory);
    const auto c = memory.get<float>(c_at, n + 8);
    for (int i = 0; i < n; ++i) REQUIRE(c[i] == a[i] + b[i]);
    CHECK(c[n] == 0);
    CHECK(counts.of(Operation::load) == 64);
    CHECK(counts.of(Operation::store) == 32);
    CHECK(counts.of(Operation::exit) == 32);
    CHECK(kernel->shape().registers_per_thread == 16);
}

TEST_CASE("matrix product with tiles in shared memory") {
    const auto module = load("matmul.ptx");
    SparseMemory memory;
    const int n = 64;
    const auto a = some_floats(n * n, 3), b = some_floats(n * n, 4);
    memory.put(a_at, a);
    memory.put(b_at, b);
    const auto kernel = module->kernel("matmul_tiled", {4, 4, 1}, {16, 16, 1}, three_buffers(n));
    CHECK(kernel->shape().shared_bytes == 2048);
    const RunCounts counts = run(*kernel, memory);
    CHECK(memory.get<float>(c_at, n * n) == product(a, b, n));
    CHECK(counts.of(Operation::barrier) == 16 * 8 * 8);
    CHECK(counts.of(AddressSpace::shared) > counts.of(AddressSpace::global));
}

TEST_CASE("naive matrix product, rows and columns beyond the matrix switched off") {
    const auto module = load("matmul.ptx");
    SparseMemory memory;
    const int n = 45;
    const auto a = some_floats(n * n, 5), b = some_floats(n * n, 6);
    memory.put(a_at, a);
    memory.put(b_at, b);
    const auto kernel = module->kernel("matmul_naive", {2, 6, 1}, {32, 8, 1}, three_buffers(n));
    run(*kernel, memory);
    CHECK(memory.get<float>(c_at, n * n) == product(a, b, n));
}

TEST_CASE("reduction in dynamic shared memory and by shuffles") {
    const auto module = load("reduction.ptx");
    SparseMemory memory;
    const int n = 5000, blocks = 3;
    std::vector<int> in(n);
    for (int i = 0; i < n; ++i) in[i] = i * 31 % 1000 - 400;
    memory.put(a_at, in);
    const auto kernel = module->kernel("reduce_sum", {blocks, 1, 1}, {256, 1, 1},
                                       {ptx::argument(a_at), ptx::argument(b_at), ptx::argument(n)}, 1024);
    CHECK(kernel->shape().shared_bytes == 1024);
    run(*kernel, memory);
    std::vector<int> sums(blocks);
    for (int i = 0; i < n; ++i) sums[i / 256 % blocks] += in[i];
    CHECK(memory.get<int>(b_at, blocks) == sums);
}

TEST_CASE("histogram with atomics in shared and global memory") {
    const auto module = load("histogram.ptx");
    SparseMemory memory;
    const int n = 3000;
    std::vector<std::uint8_t> data(n);
    std::vector<unsigned> bins(64);
    for (int i = 0; i < n; ++i) ++bins[(data[i] = static_cast<std::uint8_t>(i * i % 251)) & 63];
    memory.put(a_at, data);
    const auto kernel = module->kernel("histogram", {4, 1, 1}, {96, 1, 1},
                                       {ptx::argument(a_at), ptx::argument(b_at), ptx::argument(n)});
    const RunCounts counts = run(*kernel, memory);
    CHECK(memory.get<unsigned>(b_at, 64) == bins);
    CHECK(counts.of(Operation::atomic) > 0);
}

namespace {

int collatz(int n) {
    int steps = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        if (++steps > 200) return -1;
    }
    return steps;
}

int mixed(int i, int value) {
    const int weights[] = {1, 3, 5, 7};
    int result = collatz(value) + (10 * ((value & 7) + 1) + i) * weights[value & 3];
    switch (value % 5) {
        case 0:
            return result + 100;
        case 1:
            return result * 3 - 7;
        case 2:
            return result - 7;
        case 3:
            return std::min(result, 300);
        default:
            return -result;
    }
}

}  // namespace

TEST_CASE("a call with divergent loops, a switch, local memory, constants and module variables") {
    const auto module = load("mixed.ptx");
    SparseMemory memory;
    const int n = 300;
    const ptx::AddressSpaceLayout layout;
    memory.put(layout.global_base, module->global_image(layout));
    std::vector<int> in(n), expected(n);
    for (int i = 0; i < n; ++i) {
        in[i] = 1 + i * 37 % 1000;
        expected[i] = mixed(i, in[i]);
    }
    memory.put(a_at, in);
    const auto kernel =
        module->kernel("mixed", {3, 1, 1}, {128, 1, 1}, {ptx::argument(a_at), ptx::argument(b_at), ptx::argument(n)});
    const RunCounts counts = run(*kernel, memory);
    CHECK(memory.get<int>(b_at, n) == expected);
    CHECK(memory.get<int>(module->global_address("launches"), 1)[0] == 1);
    CHECK(counts.of(AddressSpace::local) > 0);
    CHECK_THROWS_WITH(module->global_address("weights"), "mixed.ptx: no .global variable 'weights'");
}

TEST_CASE("a structure passed by value") {
    struct Shift {
        double factor;
        short offset;
        char pad[6];
    };
    const auto module = load("mixed.ptx");
    SparseMemory memory;
    std::vector<double> in(32), expected(32);
    std::vector<std::int64_t> rounded(32);
    const Shift shift{-2.5, -3, {}};
    for (int i = 0; i < 32; ++i) {
        in[i] = i * 0.75 - 10;
        const double x = std::fma(in[i], shift.factor, shift.offset);
        expected[i] = x < 0 ? std::sqrt(-x) : x / 3.0;
        rounded[i] = static_cast<std::int64_t>(x * 1000.0);
    }
    memory.put(a_at, in);
    const auto kernel =
        module->kernel("by_value", {1, 1, 1}, {32, 1, 1},
                       {ptx::argument(shift), ptx::argument(a_at), ptx::argument(b_at), ptx::argument(c_at)});
    run(*kernel, memory);
    CHECK(memory.get<double>(b_at, 32) == expected);
    CHECK(memory.get<std::int64_t>(c_at, 32) == rounded);
}

TEST_CASE("what nvcc makes of the tiled product and the reduction runs as well") {
    const auto module = load("nvcc.ptx");
    SparseMemory memory;
    const int n = 48;
    const auto a = some_floats(n * n, 8), b = some_floats(n * n, 9);
    memory.put(a_at, a);
    memory.put(b_at, b);
    run(*module->kernel("matmul_tiled", {3, 3, 1}, {16, 16, 1}, three_buffers(n)), memory);
    CHECK(memory.get<float>(c_at, n * n) == product(a, b, n));
    std::vector<int> in(1000);
    int sum = 0;
    for (int i = 0; i < 1000; ++i) sum += in[i] = i * i % 77 - 30;
    memory.put(a_at, in);
    run(*module->kernel("reduce_sum", {1, 1, 1}, {128, 1, 1},
                        {ptx::argument(a_at), ptx::argument(b_at), ptx::argument(1000)}, 512),
        memory);
    CHECK(memory.get<int>(b_at, 1)[0] == sum);
}

TEST_CASE("float4, a call, constants, votes and atomics as nvcc emits them") {
    const auto module = load("nvcc.ptx");
    SparseMemory memory;
    const int n = 100;
    const auto in = some_floats(4 * n, 11);
    memory.put(a_at, in);
    run(*module->kernel("functions", {2, 1, 1}, {64, 1, 1}, three_buffers(n)), memory);
    const auto out = memory.get<float>(b_at, 4 * n);
    const auto counts = memory.get<std::uint32_t>(c_at, 2);
    const float coefficients[] = {1.0f, -2.0f, 0.5f, 3.0f, 0.25f};
    unsigned positive = 0;
    int largest = 0;
    for (int i = 0; i < n; ++i) {
        const float x = in[4 * i], y = in[4 * i + 1], z = in[4 * i + 2], w = in[4 * i + 3];
        float polynomial = 0;
        for (int k = i % 5; k >= 0; --k) polynomial = std::fma(polynomial, y, coefficients[k]);
        INFO("element " << i);
        CHECK(out[4 * i] == std::sqrt(std::fabs(x)) + std::floor(y));
        CHECK(out[4 * i + 1] == polynomial);
        CHECK((out[4 * i + 2] == z / w || (std::isnan(z / w) && std::isnan(out[4 * i + 2]))));
        CHECK(out[4 * i + 3] == static_cast<float>((static_cast<int>(w) * 7 + (i >> 1)) % 13) + std::fmin(x, z));
        positive += x > 0;
        largest = std::max(largest, static_cast<int>(w));
    }
    CHECK(counts[0] == positive);
    CHECK(static_cast<int>(counts[1]) == largest);
}

TEST_CASE("rounding modes and conversions as nvcc emits them") {
    const auto module = load("nvcc_intrinsics.ptx");
    SparseMemory memory;
    const int n = 70;
    const auto in = some_floats(n, 13);
    memory.put(a_at, in);
    run(*module->kernel("rounding", {3, 1, 1}, {32, 1, 1},
                        {ptx::argument(a_at), ptx::argument(b_at), ptx::argument(n)}),
        memory);
    const auto out = memory.get<float>(b_at, 8 * n);
    // The exact result lies in a double; rounded to float in a direction.
    const auto rounded = [](double exact, float towards) {
        const auto nearest = static_cast<float>(exact);
        const bool wrong_side = towards > 0   ? static_cast<double>(nearest) < exact
                                : towards < 0 ? static_cast<double>(nearest) > exact
                                              : std::fabs(static_cast<double>(nearest)) > std::fabs(exact);
        return wrong_side ? std::nextafter(nearest, towards) : nearest;
    };
    const float infinity = std::numeric_limits<float>::infinity();
    for (int i = 0; i < n; ++i) {
        const float x = in[i];
        const float* mine = &out[8 * i];
        INFO("element " << i << ", " << x);
        CHECK(mine[0] == rounded(double{x} + double{0.1f}, 0) + rounded(double{x} * double{0.3f}, infinity));
        CHECK(mine[1] == rounded(double{x} * x + double{0.7f}, -infinity));
        CHECK(mine[2] == std::min(std::max(x, 0.0f), 1.0f));
        CHECK(mine[3] == std::sqrt(std::fabs(x)) - 1.0f / (x + 20.0f));
        // a sum of int and unsigned is unsigned
        CHECK(mine[4] == static_cast<float>(static_cast<unsigned>(static_cast<int>(std::floor(x))) +
                                            static_cast<unsigned>(std::nearbyint(std::fabs(x)))));
        CHECK(mine[5] == static_cast<float>(std::fma(double{x}, 0.1, 1e-9)));
        CHECK(mine[6] == Approx(std::exp(x * 0.5f)).epsilon(1e-5));
        CHECK(mine[7] == std::fma(std::ceil(x), std::nearbyint(x), std::fmax(std::floor(x), std::copysign(2.0f, x))));
    }
}

namespace {

unsigned reversed(unsigned x) {
    unsigned result = 0;
    for (int bit = 0; bit < 32; ++bit) result |= (x >> bit & 1) << (31 - bit);
    return result;
}

unsigned mixed_bits(unsigned x, unsigned y, int i) {
    const std::uint64_t both = std::uint64_t{y} << 32 | x, wide = (std::uint64_t{x} << 32 | y) * 0x9e3779b97f4a7c15;
    const auto byte = [&](unsigned selector) { return static_cast<unsigned>(both >> 8 * selector & 0xff); };
    const auto signed_product = static_cast<std::int64_t>(static_cast<int>(x)) * static_cast<int>(y);
    unsigned r = static_cast<unsigned>(x == 0 ? 32 : __builtin_clz(x));
    r += 3 * static_cast<unsigned>(__builtin_popcount(y)) +
         5 * static_cast<unsigned>(__builtin_ffs(static_cast<int>(x)));
    r ^= reversed(x) ^ (byte(2) << 24 | byte(5) << 16 | byte(4) << 8 | byte(1));
    r ^= static_cast<unsigned>((std::uint64_t{y} << 32 | x) << (i & 31) >> 32);
    r += static_cast<unsigned>(std::uint64_t{x} * y >> 32) + (x > y ? x - y : y - x) + 7;
    r += (x & 0xffffff) * (y & 0xffffff) + static_cast<unsigned>(signed_product >> 32);
    return r ^ static_cast<unsigned>(wide >> 29) ^ static_cast<unsigned>(__builtin_popcountll(wide)) ^
           static_cast<unsigned>(wide % 1000003);
}

}  // namespace

TEST_CASE("bit intrinsics as nvcc emits them") {
    const auto module = load("nvcc_intrinsics.ptx");
    SparseMemory memory;
    const int n = 200;
    std::vector<unsigned> in(n), expected(n);
    for (int i = 0; i < n; ++i) in[i] = i == 5 ? 0 : static_cast<unsigned>(i) * 2654435761u >> i % 20;
    for (int i = 0; i < n; ++i) expected[i] = mixed_bits(in[i], in[(i + 1) % n], i);
    memory.put(a_at, in);
    run(*module->kernel("bits", {4, 1, 1}, {64, 1, 1}, {ptx::argument(a_at), ptx::argument(b_at), ptx::argument(n)}),
        memory);
    CHECK(memory.get<unsigned>(b_at, n) == expected);
}

TEST_CASE("a scan with shuffles, atomics of doubles and compare-and-swap as nvcc emits it") {
    const auto module = load("nvcc_intrinsics.ptx");
    SparseMemory memory;
    const int n = 300;
    std::vector<std::int16_t> in(n);
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i) {
        in[i] = static_cast<std::int16_t>(i * 97 % 201 - 60);
        expected[i] = in[i] + (i % 128 ? expected[i - 1] : 0);
    }
    const float least = -1e30f;
    memory.put(a_at, in);
    memory.put(c_at + 64, std::vector<float>{least});
    run(*module->kernel("scan", {3, 1, 1}, {128, 1, 1},
                        {ptx::argument(a_at), ptx::argument(b_at), ptx::argument(c_at), ptx::argument(c_at + 64),
                         ptx::argument(n)}),
        memory);
    CHECK(memory.get<int>(b_at, n) == expected);
    CHECK(memory.get<double>(c_at, 1)[0] == expected[127] + expected[255] + expected[n - 1]);
    CHECK(memory.get<float>(c_at + 64, 1)[0] == std::max({expected[127], expected[255], expected[n - 1]}));
}
