#!/usr/bin/env python3
"""Runs stimuli/silicon on the model and compares it with H200s, row by row of data/h200_kernels.csv and data/h200_same_ptx.csv.

  tests/silicon/kernels_model.py build/bin/gpu [KERNEL ...] [VARIANT ...] [PRESET.ini] [KEY=VALUE ...] [--csv FILE] [--check]

Without kernels and variants all rows run. Prints two Markdown tables.

The first compares with h200_kernels.csv: L1 hit rate of global loads, read sectors at the L2, sectors read from DRAM, cycles; for each the
real GPU, the model and the difference; then the mean absolute error of the cycles. The L2 sectors of these rows were counted in another
launch than the L1 hits, one that places CTAs differently (docs/validation/h200.md), so kernels whose placement matters run twice. Rows
outside the bounds (L1 hits within 5 points, L2 sectors within 15 %, their ratio to orig within 10 %) are named; with --check they, or a
mean error of the cycles above 25 %, make the program fail.

The second compares with h200_same_ptx.csv, where the GPU ran the very PTX that the model runs and every count comes from one launch.

--csv takes the rows as they come, and rows that the file has already do not run again.
"""
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(__file__).resolve().parent / "data"
# The turns of the TPCs that stand apart in a cold launch, the first of a process under a profiler (cold_launch.cu). By its counts the first of the
# launches that a profiler makes of a kernel for counters that do not fit into one is such a launch, too.
COLD = "cta_dispatcher.gpc.apart_turns=2,3,3,5,6"
STYLES = {"orig": 0, "redirect-row": 1, "redirect-col": 2, "agents-row": 3, "agents-col": 4}


def stimulus_of(row, folder):
    """The kernel's stimulus at the measured size, in one launch style."""
    kernel = row["kernel"].lower()
    style, active = row["variant"], row["max_ctas_per_sm"]
    if style.startswith("agents"):
        style, active = style.rsplit("-", 1)
    home = ROOT / "stimuli" / "silicon" / kernel
    constants = dict(line.split()[1::2] for line in (home / "paper.stim").read_text().splitlines() if line.startswith("const "))
    constants.update(FIRST=STYLES[style], LAST=STYLES[style], ACTIVE=active, MAX_AGENTS=row["max_ctas_per_sm"])
    text = "".join(f"const {name} = {value}\n" for name, value in constants.items())
    path = folder / f"{kernel}.stim"
    path.write_text(text + f'include "{home / kernel}.stim"\n')
    return path


def total(stats, level, counter):
    """The sum of a counter over the blocks of a level of the GPU."""
    return sum(block[counter]["value"] for name, block in stats["modules"].items() if name.startswith(f"gpu.{level}.") and counter in block)


def measure(gpu, preset, settings, row):
    got = run(gpu, preset, settings, row)
    # Agents are bound to their SMs: which CTA comes where does not matter to them.
    cold = got if row["variant"].startswith("agents") else run(gpu, preset, [*settings, COLD], row)
    return {**got, **{f"cold_{name}": cold[name] for name in ("l1_read_sectors", "l2_read_sectors")}}


def run(gpu, preset, settings, row):
    folder = Path(tempfile.mkdtemp())
    command = [gpu, "--quiet", "--config", preset, "--stimulus", str(stimulus_of(row, folder)), "--stats", str(folder / "stats.json")]
    for setting in settings:
        command += ["--set", setting]
    subprocess.run(command, check=True)
    stats = json.loads((folder / "stats.json").read_text())
    accesses = total(stats, "l1", "sector_accesses")
    return {
        # The counter of the real GPU calls a load of a sector that is on its way a hit, too: what is left are sectors asked for.
        "l1_hit_pct": 100 * (1 - total(stats, "l1", "sector_misses") / max(1, accesses)),
        "l1_read_sectors": total(stats, "l1", "sector_misses"),
        "l2_read_sectors": total(stats, "l2", "read_sectors"),
        "dram_read_sectors": total(stats, "memory", "read_bytes") // 32,
        "sm_cycles": stats["totals"]["cycles"]["value"],
        "warp_instructions": stats["totals"]["warp_instructions"]["value"],
        "ld_sectors": accesses,
    }


def outside(got, real, base):
    """What leaves the bounds in this row; `base` has the L2 sectors of orig, of the real GPU and of the model."""
    causes = []
    if abs(got["l1_hit_pct"] - real["l1_hit_pct"]) > 5:
        causes.append("L1 hits")
    if abs(got["cold_l2_read_sectors"] / real["l2_read_sectors"] - 1) > 0.15:
        causes.append("L2 sectors")
    if base[1] and abs(got["cold_l2_read_sectors"] / base[1] / (real["l2_read_sectors"] / base[0]) - 1) > 0.10:
        causes.append("ratio to orig")
    return causes


def known_rows(path):
    """The rows that an earlier run has left in the file."""
    if not path or not Path(path).exists():
        return {}
    return {(row["kernel"], row["variant"]): {name: float(value) if "." in value else int(value) for name, value in row.items()
                                              if name not in ("kernel", "variant")} for row in csv.DictReader(open(path))}


def keep(path, row, got):
    new = not Path(path).exists()
    with open(path, "a") as file:
        writer = csv.DictWriter(file, ["kernel", "variant", *got], lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerow({"kernel": row["kernel"], "variant": row["variant"], **got})


def change(model, real):
    return f"{100 * (model / real - 1):+.0f} %" if real else "-"


def compare(rows, results):
    """The table of h200_kernels.csv; returns what is outside the bounds and the mean error of the cycles."""
    errors, misses, original = [], [], {}
    print("| kernel | style | L1 hits, % | | points | L2 read sectors | | | ratio to orig | | DRAM sectors | | cycles | | | instr. |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for row, got in zip(rows, results):
        real = {name: float(row[name]) for name in got if name in row}
        if row["variant"] == "orig":
            original[row["kernel"]] = (real["l2_read_sectors"], got["cold_l2_read_sectors"])
        base = original.get(row["kernel"], (float("nan"), 0))
        causes = outside(got, real, base)
        if causes:
            misses.append(f"{row['kernel']} {row['variant']}: {', '.join(causes)}")
        errors.append(abs(got["sm_cycles"] / real["sm_cycles"] - 1))
        print(f"| {row['kernel']} | {row['variant']} | {real['l1_hit_pct']:.1f} | {got['l1_hit_pct']:.1f} | "
              f"{got['l1_hit_pct'] - real['l1_hit_pct']:+.1f} | {real['l2_read_sectors']:.0f} | {got['cold_l2_read_sectors']} | "
              f"{change(got['cold_l2_read_sectors'], real['l2_read_sectors'])} | {real['l2_read_sectors'] / base[0]:.2f} | "
              f"{got['cold_l2_read_sectors'] / (base[1] or float('nan')):.2f} | {real['dram_read_sectors']:.0f} | {got['dram_read_sectors']} | "
              f"{real['sm_cycles']:.0f} | {got['sm_cycles']} | {change(got['sm_cycles'], real['sm_cycles'])} | "
              f"{change(got['warp_instructions'], real['warp_instructions'])} |")
    mean = sum(errors) / len(errors)
    print(f"\nMean absolute error of the cycles: {100 * mean:.0f} % over {len(errors)} rows.")
    print("\n".join(["Outside the bounds:", *misses]) if misses else "All rows are within the bounds.")
    return misses, mean


def compare_same_ptx(rows, results):
    """The table of h200_same_ptx.csv, with the L2 sectors of a launch after others and of a cold one; the errors below it are of the sectors that the L1s ask for, too."""
    known = {(row["kernel"], row["variant"]): row for row in csv.DictReader(open(DATA / "h200_same_ptx.csv"))}
    errors = {name: [] for name in ("l1_read_sectors", "cold_l1_read_sectors", "l2_read_sectors", "cold_l2_read_sectors", "sm_cycles")}
    print("\nThe same PTX on an H200:\n")
    print("| kernel | style | L2 read sectors | | | cold | | | cycles | | | instr. |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for row, got in zip(rows, results):
        real = {name: float(value) for name, value in known[row["kernel"], row["variant"]].items() if name not in ("kernel", "variant")}
        print(f"| {row['kernel']} | {row['variant']} |", end="")
        for name in errors:
            errors[name].append(abs(got[name] / real[name] - 1))
        for name in ("l2_read_sectors", "cold_l2_read_sectors", "sm_cycles"):
            print(f" {real[name]:.0f} | {got[name]} | {change(got[name], real[name])} |", end="")
        print(f" {change(got['warp_instructions'], real['warp_instructions'])} |")
    print("\nErrors, mean and largest: " + ", ".join(f"{name} {100 * sum(e) / len(e):.1f} and {100 * max(e):.1f} %" for name, e in errors.items()) + ".")


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    rows = list(csv.DictReader(open(DATA / "h200_kernels.csv")))
    kernels = [a for a in arguments[1:] if a in {row["kernel"] for row in rows}]
    variants = [a for a in arguments[1:] if a in {row["variant"] for row in rows}]
    presets = [a for a in arguments[1:] if a.endswith(".ini")] or [str(ROOT / "platforms" / "presets" / "h200.ini")]
    settings = [a for a in arguments[1:] if "=" in a]
    output = arguments[arguments.index("--csv") + 1] if "--csv" in arguments else None
    known = known_rows(output)
    rows = [row for row in rows if (not kernels or row["kernel"] in kernels) and (not variants or row["variant"] in variants)]
    results = []
    for number, row in enumerate(rows):
        print(f"{number + 1} of {len(rows)}: {row['kernel']} {row['variant']}", file=sys.stderr)
        got = known.get((row["kernel"], row["variant"]))
        if not got:
            got = measure(arguments[0], presets[0], settings, row)
            if output:
                keep(output, row, got)
        results.append(got)
    misses, mean = compare(rows, results)
    compare_same_ptx(rows, results)
    if "--check" in arguments and (misses or mean > 0.25):
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
