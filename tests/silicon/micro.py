#!/usr/bin/env python3
"""Runs stimuli/micro_silicon on a real GPU from the committed PTX and prints CSV: benchmark,case,quantity,value.

  python3 tests/silicon/micro.py clocked            what kernels measure with the SM's clock
  python3 tests/silicon/micro.py counted            kernels of which a profiler has to count the cycles; run it under ncu
  python3 tests/silicon/micro.py sharing            the same for reads that several SMs share

Needs Python with CuPy and an NVIDIA GPU. docs/validation/h200_microbenchmarks.md says how the figures were taken.
"""
import sys
from pathlib import Path

import cupy as cp

LIBRARY = Path(__file__).resolve().parents[2] / "stimuli" / "micro_silicon"


def entry(kernel, name):
    return cp.RawModule(path=str(LIBRARY / kernel / f"{kernel}.ptx")).get_function(name)


def report(benchmark, case, quantity, value):
    print(f"{benchmark},{case},{quantity},{value}", flush=True)


def flush_caches():
    cp.zeros(256 << 20, dtype=cp.uint8).sum()


def ring(lines, words_per_line=32, step=None):
    """Word 0 of every line holds the number of word 0 of the line `step` further on: one cycle through all lines."""
    import math
    step = step or int(lines * 0.381966) | 1
    while math.gcd(step, lines) != 1:
        step += 2
    table = cp.zeros(lines * words_per_line, dtype=cp.uint32)
    number = cp.arange(lines, dtype=cp.uint64)
    table[::words_per_line] = ((number + step) % lines * words_per_line).astype(cp.uint32)
    return table


def chase():
    kernel = entry("chase", "chase")
    for kib in (4, 16, 64, 128, 176, 184, 192, 200, 204, 208, 212, 216, 220, 224, 232, 240, 248, 256, 272, 288, 512, 1024, 4096, 16384, 24576,
                28672, 32768, 40960, 49152, 57344, 65536, 262144, 1048576):
        lines = kib * 8
        table = ring(lines)
        ticks, last = cp.zeros(1, cp.uint32), cp.zeros(1, cp.uint32)
        steps = 16384 if kib >= 512 else 4096
        warm = lines if kib <= 65536 else 0
        if not warm:
            flush_caches()
        kernel((1,), (32,), (table, ticks, last, cp.uint32(warm), cp.uint32(steps)))
        report("chase", f"{kib} KiB", "cycles per load", int(ticks[0]) / steps)


def stream_one_sm():
    kernel = entry("stream", "stream_read")
    for threads in (32, 64, 128, 256, 512, 1024):
        words = 8 * 1024 * 512
        source = cp.ones(words, cp.uint32)
        sums, ticks = cp.zeros(threads, cp.uint32), cp.zeros(1, cp.uint32)
        for passes in (1, 3):
            kernel((1,), (threads,), (source, sums, ticks, cp.uint32(words // 16), cp.uint32(passes), cp.uint32(1)))
            cp.cuda.Device().synchronize()
            if passes == 1:
                once = int(ticks[0])
        report("stream_read of one SM", f"{threads} threads, L2", "bytes per cycle", words // 16 * 4 * 2 / (int(ticks[0]) - once))


def l1_patterns():
    kernel = entry("l1_patterns", "l1_patterns")
    words = cp.zeros(1 << 20, cp.uint32)
    loops = 256
    for warps in (1, 4, 8, 16, 32):
        for stride in (0, 1, 2, 4, 8, 9, 16, 32, 33, 40, 64, 65, 72, 128, 256, 257, 264):
            sums = cp.zeros(32 * warps, cp.uint32)
            begins, ends = cp.zeros(warps, cp.uint32), cp.zeros(warps, cp.uint32)
            for _ in range(2):
                kernel((1,), (32 * warps,), (words, sums, begins, ends, cp.uint32(stride), cp.uint32(0), cp.uint32(loops)))
            cycles = int(ends.max()) - int(begins.min())
            report("l1_patterns", f"{warps} warps, stride {stride}", "cycles per load", cycles / (8 * loops * warps))


def chains():
    loops = 64
    for name, kind, steps in (("fma", cp.float32, 32), ("add", cp.float32, 32), ("mad", cp.int32, 32), ("add_xor", cp.int32, 64),
                              ("rsqrt", cp.float32, 32), ("dfma", cp.float64, 32), ("udiv", cp.uint32, 32), ("sdiv", cp.int32, 32),
                              ("fdiv", cp.float32, 32), ("froot", cp.float32, 32)):
        y = kind(1)
        for count, warps in ((1, 1), (1, 4), (4, 1), (4, 4), (4, 8), (4, 16), (4, 32)):
            kernel = entry("chains", f"{name}_{count}")
            results = cp.ones(count + 32 * warps, kind)
            begins, ends = cp.zeros(warps, cp.uint32), cp.zeros(warps, cp.uint32)
            for _ in range(2):
                kernel((1,), (32 * warps,), (results, begins, ends, y, kind(0), cp.uint32(loops)))
            cycles = int(ends.max()) - int(begins.min())
            report("chains", f"{name} {count} chains {warps} warps", "cycles per instruction and scheduler",
                   cycles / (steps * count * loops * max(1, warps / 4)))
    for stride in (0, 1, 2, 4, 8, 16, 32, 33):
        for warps in (1, 8, 32):
            kernel = entry("chains", "shared_chase")
            results = cp.zeros(32 * warps, cp.uint32)
            begins, ends = cp.zeros(warps, cp.uint32), cp.zeros(warps, cp.uint32)
            for _ in range(2):
                kernel((1,), (32 * warps,), (results, begins, ends, cp.uint32(stride), cp.uint32(loops)))
            cycles = int(ends.max()) - int(begins.min())
            report("shared_chase", f"stride {stride} {warps} warps", "cycles per load", cycles / (32 * loops * warps))
    for warps in (1, 2, 4, 8, 16, 32):
        begins, ends = cp.zeros(warps, cp.uint32), cp.zeros(warps, cp.uint32)
        for _ in range(2):
            entry("chains", "barriers")((1,), (32 * warps,), (begins, ends, cp.uint32(loops)))
        report("barriers", f"{warps} warps", "cycles per barrier", (int(ends.max()) - int(begins.min())) / (32 * loops))
    for warps in (1, 4, 8, 16, 32):
        results = cp.ones(4 + 32 * warps, cp.int32)
        begins, ends = cp.zeros(warps, cp.uint32), cp.zeros(warps, cp.uint32)
        for _ in range(2):
            entry("chains", "fma_and_mad")((1,), (32 * warps,), (begins, ends, results, cp.float32(1), cp.float32(0), cp.int32(1),
                                                                 cp.int32(0), cp.uint32(loops)))
        cycles = int(ends.max()) - int(begins.min())
        report("fma_and_mad", f"{warps} warps", "cycles per instruction and scheduler", cycles / (256 * loops * max(1, warps / 4)))


def launch_gaps():
    """Cycles between CTAs that start one after the other on an SM."""
    for threads in (32, 256, 1024):
        ctas = 132 * 64
        starts, sms = cp.zeros(ctas, cp.uint32), cp.zeros(ctas, cp.uint32)
        for _ in range(2):
            entry("launch", "launch")((ctas,), (threads,), (starts, sms, sms.copy(), cp.uint32(0)))
        here = sorted(int(s) for s, m in zip(starts.get(), sms.get()) if m == sms[0].get())
        report("launch", f"{threads} threads", "starts on the SM of CTA 0", " ".join(str(t - here[0]) for t in here[:48]))


def placement():
    """The SM of each CTA while all of the first turnaround stay."""
    for threads, ctas in ((32, 600), (256, 1056), (1024, 264)):
        starts, sms = cp.zeros(ctas, cp.uint32), cp.zeros(ctas, cp.uint32)
        entry("launch", "launch")((ctas,), (threads,), (starts, sms, sms.copy(), cp.uint32(100000)))
        report("placement", f"{threads} threads", "SM of each CTA", " ".join(str(int(sm)) for sm in sms.get()))


def launcher():
    """A function that launches a kernel and says in a line what it was, for the profiler's table."""
    number = iter(range(1 << 30))
    def run(kernel, grid, block, arguments, text):
        kernel((grid,), (block,), arguments)
        cp.cuda.Device().synchronize()
        report("counted", next(number), "kernel", text)
    return run


def counted():
    """One kernel after the other; ncu names them. Order and sizes are printed."""
    read, write, copy = (entry("stream", f"stream_{what}") for what in ("read", "write", "copy"))
    launch = entry("launch", "launch")
    words = 132 * 2048 * 8 * 16
    source, target = cp.ones(words, cp.uint32), cp.zeros(words, cp.uint32)
    sums, ticks = cp.zeros(132 * 2048, cp.uint32), cp.zeros(4096, cp.uint32)
    run = launcher()
    for part in (16, 8, 1):
        for passes in (1, 5):
            run(read, 264, 1024, (source, sums, ticks, cp.uint32(words // part), cp.uint32(passes), cp.uint32(37)),
                f"stream_read {words // part * 4} bytes {passes} passes")
    for part in (16, 4, 1):
        run(write, 264, 1024, (target, cp.uint32(words // part)), f"stream_write {words // part * 4} bytes")
        run(copy, 264, 1024, (source, target, cp.uint32(words // part)), f"stream_copy {words // part * 4} bytes")
    for threads in (32, 64, 128, 256, 512, 1024):
        for ctas in (132, 132 * 32, 132 * 128):
            starts, sms = cp.zeros(ctas, cp.uint32), cp.zeros(ctas, cp.uint32)
            run(launch, ctas, threads, (starts, sms, sms.copy(), cp.uint32(0)), f"launch {ctas} CTAs of {threads}")


def sharing_counted(run):
    """Groups of SMs that read the same stream. SM numbers go round the GPCs, a TPC of two at a time; the first GPC has only
    four TPCs in this order, and SMs 124 to 131."""
    kernel = entry("sharing", "sharing")
    words, sms, nobody = 64 * 1024, 132, 0xFFFFFFFF
    streams, sums = cp.ones(words * sms, cp.uint32), cp.zeros(sms * 1024, cp.uint32)
    def grouped(group, text, delay=None):
        run(kernel, sms, 1024, (streams, cp.array(group, dtype=cp.uint32), cp.array(delay or [0] * sms, dtype=cp.uint32),
                                cp.zeros(1, cp.uint32), sums, cp.uint32(words)), f"sharing {text}")
    for size in (1, 2, 4, 132):
        grouped([sm // size for sm in range(sms)], f"neighbours {size}")
    gpc = [first + i for first in (2, 18, 34, 50, 64, 78, 92, 106) for i in (0, 1)]  # the SMs of the second GPC
    for size in (1, 2, 3, 4, 5, 6, 8, 12, 16):
        members = gpc[::2] + gpc[1::2]
        grouped([0 if sm in members[:size] else nobody for sm in range(sms)], f"of one GPC {size}")
    for size in (2, 3, 4, 8):
        grouped([gpc.index(sm) // size if sm in gpc else nobody for sm in range(sms)], f"of one GPC, all, groups of {size}")
    for other, where in ((1, "TPC"), (16, "GPC")):
        for cycles in (0, 10, 25, 50, 100, 150, 200, 250, 300, 350, 400, 500, 600, 800, 1200):
            delay = [0] * sms
            delay[other] = cycles
            grouped([0 if sm in (0, other) else nobody for sm in range(sms)], f"two of a {where} {cycles} cycles apart", delay)
    for other in range(1, sms):
        grouped([0 if sm in (0, other) else nobody for sm in range(sms)], f"pair 0 {other}")


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("clocked", "counted", "sharing"):
        sys.exit(__doc__)
    if sys.argv[1] == "counted":
        counted()
    elif sys.argv[1] == "sharing":
        sharing_counted(launcher())
    else:
        for part in (chase, stream_one_sm, l1_patterns, chains, launch_gaps, placement):
            try:
                part()
            except Exception as error:  # the next part may still be measured
                print(f"{part.__name__}: {error}", file=sys.stderr)
