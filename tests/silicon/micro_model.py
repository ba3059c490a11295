#!/usr/bin/env python3
"""Runs stimuli/micro_silicon on the model and compares it with what a real GPU gave (stimuli/micro_silicon/h200.csv).

  tests/silicon/micro_model.py build/bin/gpu [PART ...] [PRESET.ini] [KEY=VALUE ...]

Prints a Markdown table: case, real GPU, model, difference. The default preset is platforms/presets/h200.ini. A PART is a microbenchmark, such as chase or load_mix; without
any all of them run.
"""
import csv
import json
import statistics
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import merge_window as merge_window_trace
from kernels_model import total

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "stimuli" / "micro_silicon"


class Model:
    def __init__(self, executable, preset, settings):
        self.command = [executable, "--quiet", "--config", preset]
        for setting in settings:
            self.command += ["--set", setting]
        self.folder = Path(tempfile.mkdtemp())

    def run(self, kernel, constants, dumps=(), launches=None, settings=()):
        """Runs LIBRARY/kernel with these constants; `launches` restricts it to one kernel of the stimulus."""
        stimulus = self.folder / "case.stim"
        text = (LIBRARY / kernel / f"{kernel}.stim").read_text()
        text = text.replace(f'"{kernel}.ptx"', f'"{LIBRARY / kernel / kernel}.ptx"')
        lines = [line for line in text.splitlines() if not line.startswith("expect") and not line.startswith("reference")]
        if launches:
            lines = [line for line in lines if not line.startswith("kernel") or line.split()[1] == launches]
        constants = [f"const {name} = {value}" for name, value in constants.items()]
        stimulus.write_text("\n".join(constants + lines) + "\n")
        stats = self.folder / "stats.json"
        command = self.command + [*settings, "--stimulus", str(stimulus), "--stats", str(stats)]
        for name in dumps:
            command += ["--dump", f"{name}={self.folder / name}"]
        subprocess.run(command, check=True)
        words = {}
        for name in dumps:
            data = (self.folder / name).read_bytes()
            words[name] = struct.unpack(f"<{len(data) // 4}I", data)
        return json.loads(stats.read_text()), words

    def span(self, kernel, constants, suffix="", launches=None):
        """Cycles from the first warp's beginning to the last warp's end."""
        begins, ends = f"BEGINS{suffix}", f"ENDS{suffix}"
        _, words = self.run(kernel, constants, (begins, ends), launches)
        return max(words[ends]) - min(words[begins])


def chase(model):
    for kib in (16, 192, 256, 1024, 16384, 262144):
        lines = kib * 8
        step = int(lines * 0.381966) | 1
        while any(lines % p == 0 and step % p == 0 for p in (3, 5, 7)):
            step += 2
        warm = lines if kib <= 16384 else 0
        steps = 4096
        _, words = model.run("chase", {"LINES": lines, "STEP": step, "WARM": warm, "STEPS": steps}, ("TICKS",))
        yield "chase", f"{kib} KiB", words["TICKS"][0] / steps


def one_sm(model):
    for threads in (32, 128, 512, 1024):
        words = 8 * 1024 * 32
        ticks = []
        for passes in (1, 3):
            _, got = model.run("stream", {"CTAS": 1, "THREADS": threads, "WORDS": words, "PASSES": passes, "TURN": 1}, ("TICKS",), "read")
            ticks.append(got["TICKS"][0])
        yield "stream_read of one SM", f"{threads} threads L2", words * 4 * 2 / (ticks[1] - ticks[0])


def stream(model):
    base = {"CTAS": 264, "THREADS": 1024, "TURN": 37}
    for words, passes in ((264 * 8192, 1), (264 * 8192, 5), (264 * 16384, 1), (264 * 16384, 5), (264 * 8192 * 16, 1)):
        stats, _ = model.run("stream", {**base, "WORDS": words, "PASSES": passes}, (), "read")
        yield "stream_read", f"{words * 4} bytes {passes} passes", stats["totals"]["cycles"]["value"]
    for what in ("write", "copy"):
        for words in (264 * 8192, 264 * 8192 * 4):
            stats, _ = model.run("stream", {**base, "WORDS": words, "PASSES": 1}, (), what)
            yield f"stream_{what}", f"{words * 4} bytes", stats["totals"]["cycles"]["value"]


def patterns(model):
    for warps in (8, 32):
        for stride in (0, 1, 2, 4, 8, 9, 16, 32, 33, 40, 64, 72, 256, 264):
            loops = 16
            cycles = model.span("l1_patterns", {"WARPS": warps, "STRIDE": stride, "LOOPS": loops})
            yield "l1_patterns", f"{warps} warps stride {stride}", cycles / (8 * loops * warps)


def chains(model):
    loops = 64
    for name in ("fma", "add", "mad", "add_xor", "rsqrt", "dfma", "udiv", "sdiv", "fdiv", "froot"):
        for count, warps in ((1, 1), (4, 32)):
            steps = 64 if name == "add_xor" else 32
            cycles = model.span("chains", {"WARPS": warps, "LOOPS": loops, "STRIDE": 1}, f"_{name}_{count}".upper(), f"{name}_{count}")
            yield "chains", f"{name} {count} chains {warps} warps", cycles / (steps * count * loops * max(1, warps / 4))
    for stride in (1, 4, 32):
        for warps in (1, 32):
            cycles = model.span("chains", {"WARPS": warps, "LOOPS": loops, "STRIDE": stride}, "_SHARED", "shared_chase")
            yield "shared_chase", f"stride {stride} {warps} warps", cycles / (32 * loops * warps)
    for warps in (1, 8, 32):
        cycles = model.span("chains", {"WARPS": warps, "LOOPS": loops, "STRIDE": 1}, "_BARRIERS", "barriers")
        yield "barriers", f"{warps} warps", cycles / (32 * loops)
    cycles = model.span("chains", {"WARPS": 32, "LOOPS": loops, "STRIDE": 1}, "_MIXED", "fma_and_mad")
    yield "fma_and_mad", "32 warps", cycles / (256 * loops * 8)


def issue_mix(model):
    """Cycles of a scheduler per pass of a warp, by two lengths."""
    mixtures = ("0_8_0", "0_0_16", "0_8_8", "8_0_0", "8_0_8", "8_0_16", "8_8_0", "8_4_4", "8_4_8", "8_0_24", "8_0_32", "4_0_32", "8_8_8", "4_8_4")
    for warps in (8, 16, 32):
        spans = []
        for loops in (64, 320):
            _, words = model.run("issue_mix", {"WARPS": warps, "LOOPS": loops}, ("BEGINS", "ENDS"))
            spans.append([max(words["ENDS"][i:i + warps]) - min(words["BEGINS"][i:i + warps]) for i in range(0, len(mixtures) * warps, warps)])
        for mixture, short, long in zip(mixtures, *spans):
            yield "issue_mix", f"{mixture} {warps} warps", (long - short) / (256 * warps / 4)


def launch(model):
    for threads in (32, 256, 1024):
        for ctas in (132, 4224, 16896):
            stats, _ = model.run("launch", {"CTAS": ctas, "THREADS": threads})
            yield "launch", f"{ctas} CTAs of {threads}", stats["totals"]["cycles"]["value"]


def first_parameter(model):
    """Of the GPCs that have 16 SMs, by the numbers of their SMs: TPCs go round the eight GPCs, then round the last seven."""
    gpcs = [[sm for tpc in (*range(gpc, 32, 8), *range(31 + gpc, 59, 7)) for sm in (2 * tpc, 2 * tpc + 1)] for gpc in range(1, 6)]
    for ctas, warps in ((1, 1), (1, 8), (4, 8), (7, 8), (1, 32)):
        _, words = model.run("first_parameter", {"CTAS": 132 * ctas, "WARPS": warps}, ("BEGINS", "ISSUES", "SMS"))
        notes = list(zip(words["SMS"], words["BEGINS"], words["ISSUES"]))
        times = []
        for gpc in gpcs:
            begin = min(note[1] for note in notes if note[0] in gpc)
            times.append(sorted(min(note[2] for note in notes if note[0] == sm) - begin for sm in gpc))
        for which, at in (("first", 0), ("middle", 8), ("last", 15)):
            yield "first_parameter", f"{ctas} CTAs of {warps} warps, {which} SM of a GPC", sorted(time[at] for time in times)[2]
    _, words = model.run("first_parameter", {"CTAS": 1, "WARPS": 1}, ("BEGINS", "ISSUES"))
    yield "first_parameter", "one warp on the GPU", words["ISSUES"][0] - words["BEGINS"][0]


def atomic_halves(model):
    """Every twelfth SM. Half of the lines are in either half of the L2."""
    halves = []
    for sm in range(0, 132, 12):
        _, words = model.run("each_atomic", {"LINES": 256, "ROUNDS": 2, "SM": sm, "CTAS": 132}, ("CYCLES",))
        cycles = sorted(words["CYCLES"])
        halves.append((cycles[64], cycles[192]))
    for at, half in enumerate(("own", "other")):
        yield "atomic_halves", f"latency, {half} half", statistics.median(sm[at] for sm in halves)


def sharing(model):
    def reads(stats):
        return total(stats, "l2", "read_sectors"), total(stats, "l1", "sector_misses")

    for size in (1, 2, 4, 132):
        constants = {"SMS": 132, "THREADS": 1024, "GROUP_SIZE": size, "WORDS": 65536}
        cold = reads(model.run("sharing", constants, (), "cold")[0])
        both = reads(model.run("sharing", constants)[0])
        yield "sharing", f"neighbours {size} cold", cold[0] / cold[1]
        yield "sharing", f"neighbours {size} L2 warm", (both[0] - cold[0]) / (both[1] - cold[1])


def load_burst(model):
    """The cycles until the last load has issued, and until all have come back."""
    bursts = [("L1, 32 passes", 2, warps, 0, 32, 0) for warps in (1, 2, 4, 8, 16, 32)]
    bursts += [("L1, one word", 2, warps, 0, 0, 0) for warps in (1, 8, 32)]
    for place, near in (("L2", 1), ("DRAM", 0)):
        for warps in (1, 8, 32):
            bursts += [(f"{place}, one sector", near, warps, 0, 0, 0), (f"{place}, 16 lines", near, warps, 0, 1, 1),
                       (f"{place}, line of each warp", near, warps, 32, 0, 0), (f"{place}, line of each load", near, warps, 512, 1, 1)]
    for name, near, warps, warp, lane, lines in bursts:
        constants = {"WARPS": warps, "NEAR": near, "WARP": warp, "LANE": lane, "LINES": lines, "SM": 0, "CTAS": 132}
        # In DRAM a load may have to wait for a refresh: the median of launches at several times of its period.
        launches = range(2600, 6400, 760) if near == 0 else (2600,)
        runs = []
        for latency in launches:
            settings = ("--set", f"cta_dispatcher.launch_latency_cycles={latency}")
            runs.append(model.run("load_burst", constants, ("TIMES",), settings=settings)[1]["TIMES"])
        for what, column in (("issued", 1), ("done", 2)):
            spans = [max(times[column::3]) - min(times[0::3]) for times in runs]
            yield "load_burst", f"{name}, {warps} warps {what}", statistics.median(spans)


def load_mix(model):
    """Cycles per load of an SM: hits, loads of new lines, and both."""
    loops = 64
    for lines, step in (("own lines", 4096), ("the same lines", 0)):
        for ctas, warps in ((1, 8), (1, 32), (2, 8), (2, 32)):
            for fresh in range(5):
                constants = {"WARPS": warps, "CTAS": ctas, "FRESH": fresh, "WARP": step, "LANE": 1, "LOOPS": loops, "SM": 0, "GRID": 132 * ctas}
                _, words = model.run("load_mix", constants, ("BEGINS", "ENDS"))
                yield "load_mix", f"{lines}, {ctas} CTAs of {warps} warps, {fresh} of 4 new", (max(words["ENDS"]) - min(words["BEGINS"])) / (ctas * warps * 8 * loops)


def merge_window(model):
    """The second of two runs, in which the lines are in the L2."""
    rounds = 1024
    for leading, trailing in ((2, 3), (2, 18)):
        constants = {"SMS": 132, "LEADING": leading, "TRAILING": trailing, "ROUNDS": rounds, "PERIOD": 3000, "SPREAD": 250}
        _, words = model.run("merge_window", constants, ("BEGINS", "ENDS"))
        begins, ends = words["BEGINS"], words["ENDS"]
        loads = [(begins[rounds + i] - begins[i], ends[i] - begins[i], ends[rounds + i] - begins[rounds + i]) for i in range(rounds)]
        yield "merge_window", f"pair {leading} {trailing}", merge_window_trace.window(loads)


PARTS = {part.__name__: part for part in (chase, one_sm, stream, patterns, chains, issue_mix, launch, first_parameter, atomic_halves, load_burst, load_mix, sharing, merge_window)}


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    parts = [a for a in arguments[1:] if a in PARTS] or list(PARTS)
    settings = [a for a in arguments[1:] if "=" in a]
    presets = [a for a in arguments[1:] if a.endswith(".ini")] or [str(ROOT / "platforms" / "presets" / "h200.ini")]
    model = Model(arguments[0], presets[0], settings)
    measured = {(row["benchmark"], row["case"]): row for row in csv.DictReader(open(LIBRARY / "h200.csv")) if row["quantity"] not in ("DRAM read sectors", "median latency of the first SM")}
    print("| benchmark | case | quantity | H200 | model | difference |\n|---|---|---|--:|--:|--:|")
    for part in parts:
        for benchmark, case, value in PARTS[part](model):
            row = measured[benchmark, case]
            real = float(row["value"])
            print(f"| {benchmark} | {case} | {row['quantity']} | {real:.5g} | {value:.5g} | {100 * (value / real - 1):+.0f} % |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
