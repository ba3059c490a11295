#!/usr/bin/env python3
"""Compares what clang's code, nvcc's code and Heddle left in the output buffers, bit for bit and in ulp."""
import array
import pathlib
import sys


def read(path, kind):
    values = array.array(kind)
    values.frombytes(path.read_bytes())
    return values


def ordered(bits):
    """The place of a float among all floats, so that the difference of two places counts ulp."""
    return bits if bits < 0x80000000 else 0x80000000 - bits


def compare(first, second):
    """One line on how two files of floats differ."""
    if not first.exists() or not second.exists():
        return "not run"
    if first.read_bytes() == second.read_bytes():
        return "equal"
    a, b = read(first, "I"), read(second, "I")
    reals, other = read(first, "f"), read(second, "f")
    different, largest, at, error = 0, -1, 0, 0.0
    for i, (x, y) in enumerate(zip(a, b)):
        if x == y:
            continue
        different += 1
        ulp = abs(ordered(x) - ordered(y))
        if ulp > largest:
            largest, at = ulp, i
        difference = abs(reals[i] - other[i])
        error = max(error, difference / max(1.0, abs(other[i])))
    return (f"{different} of {len(a)} differ, at most {largest} ulp ({reals[at]:.9g} and {other[at]:.9g}); "
            f"difference at most {error:.2g}, relative above 1")


def results(folder):
    for case in sorted(path for path in folder.iterdir() if path.is_dir() and path.name != "microbenchmark"):
        for clang in sorted(case.glob("*.clang")):
            print(f"{case.name} {clang.stem} ({clang.stat().st_size // 4} values)")
            print(f"    clang and nvcc on the GPU: {compare(clang, clang.with_suffix('.nvcc'))}")
            print(f"    Heddle and clang on the GPU: {compare(clang.with_suffix('.heddle'), clang)}")


def latencies(folder, tag):
    """Ticks of the CTAs that ran on the SM of CTA 0, by CTA."""
    sms, ticks = read(folder / f"SM.{tag}", "I"), read(folder / f"TICKS.{tag}", "I")
    return [tick for sm, tick in zip(sms, ticks) if sm == sms[0]]


def microbenchmark(folder):
    for shape in ("default", "staggered"):
        for source in ("clang", "nvcc", "heddle"):
            if (folder / f"SM.{source}_{shape}").exists():
                found = latencies(folder, f"{source}_{shape}")
                print(f"microbenchmark {shape}, {source}: {len(found)} CTAs: {' '.join(map(str, found))}")


if len(sys.argv) != 2:
    sys.exit("usage: compare.py FOLDER")
results(pathlib.Path(sys.argv[1]))
microbenchmark(pathlib.Path(sys.argv[1]) / "microbenchmark")
