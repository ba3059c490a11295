#include "heddle/stimulus/trace/generator/benchmark_kernels.h"

#include "heddle/stimulus/trace/generator/warp_lines.h"

namespace heddle::traces {
namespace {

constexpr int none = WarpLines::none;
constexpr unsigned zero = 255;  // RZ
constexpr unsigned block_threads = 256;

KernelShape shape_of(const std::string& name, Dim3 grid, Dim3 block, unsigned registers, unsigned shared_bytes = 0) {
    KernelShape shape;
    shape.name = name;
    shape.grid = grid;
    shape.block = block;
    shape.registers_per_thread = registers;
    shape.shared_bytes = shared_bytes;
    return shape;
}

// Thread number and bounds check, and two pointers made of it.
void prologue(WarpLines& lines) {
    lines.op(1, "IMAD.MOV.U32", {zero, zero});
    lines.op(6, "S2R", {});
    lines.op(3, "S2R", {});
    lines.op(6, "IMAD", {6, 3});
    lines.op(none, "ISETP.GE.AND", {6});
    lines.op(7, "MOV", {});
    lines.op(2, "IMAD.WIDE", {6, 7});
    lines.op(4, "IMAD.WIDE", {6, 7});
}

// c[i] = a[i] + b[i]
void vector_add(TraceWriter& writer, unsigned size) {
    DeviceArrays arrays(writer);
    const std::uint64_t a = arrays.input(size * 4), b = arrays.input(size * 4), c = arrays.output(size * 4);
    const auto shape = shape_of("vecadd_" + std::to_string(size), {size / block_threads}, {block_threads}, 16);
    write_kernel(writer, shape, [&](WarpLines& lines, std::uint32_t cta, std::uint32_t warp) {
        const std::uint64_t first = cta * block_threads + warp * warp_lanes;
        const auto of = [&](std::uint64_t array) { return [=](unsigned lane) { return array + (first + lane) * 4; }; };
        prologue(lines);
        lines.memory(2, "LDG.E.SYS", {2}, 4, of(a));
        lines.memory(5, "LDG.E.SYS", {4}, 4, of(b));
        lines.op(6, "IMAD.WIDE", {6, 7});
        lines.op(9, "FADD", {2, 5});
        lines.memory(none, "STG.E.SYS", {6, 9}, 4, of(c));
        lines.op(none, "EXIT", {});
    });
}

// tmp[i] += A[i][j] * x[j], thread i walks row i: 32 lines for each load of A. The loop is unrolled four times.
void row_walk(TraceWriter& writer, unsigned size) {
    DeviceArrays arrays(writer);
    const std::uint64_t row_bytes = size * 4;
    const std::uint64_t a = arrays.input(row_bytes * size), x = arrays.input(row_bytes), tmp = arrays.input(row_bytes);
    const auto shape = shape_of("atax1_" + std::to_string(size), {size / block_threads}, {block_threads}, 32);
    write_kernel(writer, shape, [&](WarpLines& lines, std::uint32_t cta, std::uint32_t warp) {
        const std::uint64_t first = cta * block_threads + warp * warp_lanes;
        const auto sum = [&](unsigned lane) { return tmp + (first + lane) * 4; };
        prologue(lines);
        lines.op(10, "MOV", {});
        lines.memory(20, "LDG.E.SYS", {4}, 4, sum);
        for (unsigned j = 0; j < size; j += 4) {
            lines.at(0x100);
            for (unsigned k = j; k < j + 4; ++k) {
                lines.memory(22, "LDG.E.SYS", {2}, 4,
                             [&](unsigned lane) { return a + (first + lane) * row_bytes + k * 4; });
                lines.memory(23, "LDG.E.SYS", {10}, 4, [&](unsigned) { return x + k * 4; });
                lines.op(20, "FFMA", {22, 23, 20});
                lines.memory(none, "STG.E.SYS", {4, 20}, 4, sum);
            }
            lines.op(8, "IADD3", {8});
            lines.op(10, "IADD3", {10});
            lines.op(2, "IADD3", {2});
            lines.op(none, "ISETP.NE.AND", {8});
            lines.op(none, "BRA", {});
        }
        lines.at(0x300);
        lines.op(none, "EXIT", {});
    });
}

// C = A x B, a thread for each element, blocks of 32x8: a row of A is broadcast, a row of B coalesced. Unrolled four
// times; the pointer into B is made anew for each row.
void naive_gemm(TraceWriter& writer, unsigned size) {
    DeviceArrays arrays(writer);
    const std::uint64_t row_bytes = size * 4, bytes = row_bytes * size;
    const std::uint64_t a = arrays.input(bytes), b = arrays.input(bytes), c = arrays.output(bytes);
    const auto shape = shape_of("gemm_naive_" + std::to_string(size), {size / 32, size / 8}, {32, 8}, 32);
    write_kernel(writer, shape, [&](WarpLines& lines, std::uint32_t cta, std::uint32_t warp) {
        const std::uint64_t column = cta % shape.grid.x * 32, row = cta / shape.grid.x * 8 + warp;
        prologue(lines);
        lines.op(8, "S2R", {});
        lines.op(9, "S2R", {});
        lines.op(8, "IMAD", {8, 9});
        lines.op(20, "MOV", {});
        for (unsigned j = 0; j < size; j += 4) {
            lines.at(0x100);
            for (unsigned k = j; k < j + 4; ++k) {
                const auto pair = static_cast<int>(10 + 2 * (k - j));
                const auto pointer = static_cast<unsigned>(pair);
                lines.memory(22 + static_cast<int>(k - j), "LDG.E.SYS", {2}, 4,
                             [&](unsigned) { return a + row * row_bytes + k * 4; });
                lines.op(pair, "IMAD.WIDE", {7, 4});
                lines.memory(pair, "LDG.E.SYS", {pointer}, 4,
                             [&](unsigned lane) { return b + k * row_bytes + (column + lane) * 4; });
            }
            for (unsigned k = 0; k < 4; ++k) lines.op(20, "FFMA", {22 + k, 10 + 2 * k, 20});
            lines.op(8, "IADD3", {8});
            lines.op(2, "IADD3", {2});
            lines.op(none, "ISETP.NE.AND", {8});
            lines.op(none, "BRA", {});
        }
        lines.at(0x300);
        lines.op(6, "IMAD.WIDE", {6, 7});
        lines.memory(none, "STG.E.SYS", {6, 20}, 4,
                     [&](unsigned lane) { return c + row * row_bytes + (column + lane) * 4; });
        lines.op(none, "EXIT", {});
    });
}

// One 16x16 tile of the product: four values of A at a time (a broadcast), one of B.
void multiply_tile(WarpLines& lines, std::uint64_t row_of_warp) {
    constexpr std::uint64_t tile_bytes = 16 * 16 * 4;
    for (unsigned k = 0; k < 16; ++k) {
        if (k % 4 == 0)
            lines.memory(16, "LDS.U.128", {13}, 16,
                         [&](unsigned lane) { return ((row_of_warp + lane / 16) * 16 + k) * 4; });
        const int value = 24 + static_cast<int>(k % 4);
        lines.memory(value, "LDS.U", {14}, 4, [&](unsigned lane) { return tile_bytes + (k * 16 + lane % 16) * 4; });
        lines.op(20, "FFMA", {16 + k % 4, static_cast<unsigned>(value), 20});
    }
}

// C = A x B through shared memory, tiles and blocks of 16x16, as the CUDA samples' matrixMul.
void tiled_gemm(TraceWriter& writer, unsigned size) {
    DeviceArrays arrays(writer);
    const std::uint64_t row_bytes = size * 4, bytes = row_bytes * size;
    const std::uint64_t a = arrays.input(bytes), b = arrays.input(bytes), c = arrays.output(bytes);
    const auto shape =
        shape_of("gemm_tiled_" + std::to_string(size), {size / 16, size / 16}, {16, 16}, 32, 2 * 16 * 16 * 4);
    write_kernel(writer, shape, [&](WarpLines& lines, std::uint32_t cta, std::uint32_t warp) {
        const std::uint64_t column = cta % shape.grid.x * 16, row = cta / shape.grid.x * 16, own = warp * 2;
        const auto shared = [&](std::uint64_t base) {
            return [=](unsigned lane) { return base + (own * 16 + lane) * 4; };
        };
        prologue(lines);
        lines.op(8, "S2R", {});
        lines.op(12, "LEA", {8});
        lines.op(20, "MOV", {});
        for (unsigned tile = 0; tile < size; tile += 16) {
            lines.at(0x100);
            lines.memory(10, "LDG.E.SYS", {2}, 4, [&](unsigned lane) {
                return a + (row + own + lane / 16) * row_bytes + (tile + lane % 16) * 4;
            });
            lines.memory(11, "LDG.E.SYS", {4}, 4, [&](unsigned lane) {
                return b + (tile + own + lane / 16) * row_bytes + (column + lane % 16) * 4;
            });
            lines.memory(none, "STS", {12, 10}, 4, shared(0));
            lines.memory(none, "STS", {12, 11}, 4, shared(16 * 16 * 4));
            lines.op(none, "BAR.SYNC", {});
            multiply_tile(lines, own);
            lines.op(none, "BAR.SYNC", {});
            lines.op(8, "IADD3", {8});
            lines.op(2, "IADD3", {2});
            lines.op(4, "IMAD.WIDE", {7, 4});
            lines.op(none, "ISETP.NE.AND", {8});
            lines.op(none, "BRA", {});
        }
        lines.at(0x500);
        lines.op(6, "IMAD.WIDE", {6, 7});
        lines.memory(none, "STG.E.SYS", {6, 20}, 4,
                     [&](unsigned lane) { return c + (row + own + lane / 16) * row_bytes + (column + lane % 16) * 4; });
        lines.op(none, "EXIT", {});
    });
}

// `size` multiply-adds in each thread of 640 blocks, in four chains, 16 to a turn of the loop.
void multiply_add(TraceWriter& writer, unsigned size) {
    constexpr unsigned blocks = 640;
    DeviceArrays arrays(writer);
    const std::uint64_t out = arrays.output(std::uint64_t{blocks} * block_threads * 4);
    const auto shape = shape_of("fma_" + std::to_string(size), {blocks}, {block_threads}, 16);
    write_kernel(writer, shape, [&](WarpLines& lines, std::uint32_t cta, std::uint32_t warp) {
        prologue(lines);
        for (int chain = 8; chain < 12; ++chain) lines.op(chain, "I2F", {6});
        for (unsigned done = 0; done < size; done += 16) {
            lines.at(0x100);
            for (unsigned i = 0; i < 16; ++i) lines.op(static_cast<int>(8 + i % 4), "FFMA", {8 + i % 4, 13, 14});
            lines.op(7, "IADD3", {7});
            lines.op(none, "ISETP.NE.AND", {7});
            lines.op(none, "BRA", {});
        }
        lines.at(0x300);
        lines.op(8, "FADD", {8, 9});
        lines.op(10, "FADD", {10, 11});
        lines.op(8, "FADD", {8, 10});
        lines.memory(none, "STG.E.SYS", {2, 8}, 4,
                     [&](unsigned lane) { return out + (cta * block_threads + warp * warp_lanes + lane) * 4; });
        lines.op(none, "EXIT", {});
    });
}

}  // namespace

const BenchmarkKernel benchmark_kernels[] = {
    {"vector_add", "c[i] = a[i] + b[i] over N elements", 1 << 20, block_threads, vector_add},
    {"row_walk", "each thread walks a row of an N x N matrix (first kernel of atax)", 1024, block_threads, row_walk},
    {"gemm_naive", "N x N matrix product, a thread for each element", 256, 32, naive_gemm},
    {"gemm_tiled", "N x N matrix product through shared memory, tiles of 16 x 16", 256, 16, tiled_gemm},
    {"fma", "N multiply-adds in each of 163840 threads", 1024, 16, multiply_add},
};
const unsigned benchmark_kernel_count = sizeof benchmark_kernels / sizeof *benchmark_kernels;

}  // namespace heddle::traces
